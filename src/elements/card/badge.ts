import { html, svg, type TemplateResult } from 'lit';
import type { coinMark } from './coin-marks.ts';

/** `coinMark` draws the mark of a coin. `show-coin-marks.ts` loads and sets it. */
export const marks: { coinMark?: typeof coinMark | undefined } = {};

/** The mark of a coin. Until the marks are loaded, and for an unknown coin, the first letter of its name. */
export const badge = (name: string, ticker: string | undefined): TemplateResult =>
  html`<i class="badge" aria-hidden="true">${marks.coinMark?.(ticker, svg) ?? name.slice(0, 1)}</i>`;
