import { html, type TemplateResult } from 'lit';

/** A coin's first letter on its colour; grey for one that is not known. */
export const badge = (name: string, ticker: string | undefined): TemplateResult =>
  html`<i class="badge ${ticker?.toLowerCase() ?? ''}" aria-hidden="true">${name.slice(0, 1)}</i>`;
