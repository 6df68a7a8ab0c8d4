import { html, type TemplateResult } from 'lit';

/**
 * Creates a listener that ignores the second click of a double click: it may hit a control that has just appeared
 * there.
 */
export function ignoreDoubleClick(act: () => void): (event: MouseEvent) => void {
  return ({ detail }) => {
    if (detail < 2) act();
  };
}

/** @param className - `main`, `plain`, or `link` at the end of a card. */
export const button = (className: string, part: string, label: unknown, act: () => void): TemplateResult =>
  html`<button type="button" class=${className} part=${part} @click=${ignoreDoubleClick(act)}>${label}</button>`;
