import { css, html } from 'lit';
import { textParts } from '../../../view/text-parts.ts';

/** The marks are no text: what is selected or compared is the text alone. */
export const markStyles = css`
  [data-mark]::before {
    content: attr(data-mark);
    margin-inline-end: 2px;
    padding: 0 3px;
    border: 1px solid;
    border-radius: 4px;
    font-size: 0.75em;
    font-weight: 400;
  }
`;

/** A text with marks for what is not seen in it. What turns the text beside it turns nothing here. */
export const markedText = (text: string): unknown =>
  textParts(text).map(({ text: part, mark }) =>
    mark === undefined ? part : html`<bdi data-mark=${mark}>${part}</bdi>`,
  );
