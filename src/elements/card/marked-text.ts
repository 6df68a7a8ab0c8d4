import { css, html } from 'lit';
import { textParts } from '../../view/text-parts.ts';

/** The marks are generated content. They are not part of the text that is selected or compared. */
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

/** A text with marks for its invisible characters. `<bdi>` isolates each: it cannot reorder the text around it. */
export const markedText = (text: string): unknown =>
  textParts(text).map(({ text: part, mark }) =>
    mark === undefined ? part : html`<bdi data-mark=${mark}>${part}</bdi>`,
  );
