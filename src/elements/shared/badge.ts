import { html, svg, type TemplateResult } from 'lit';
import type { coinMark } from './coin-marks.ts';

/** Draws the mark of a coin: loaded by `show-coin-marks.ts`. */
export const marks: { coinMark?: typeof coinMark } = {};

/** A coin's mark. Its first letter until the marks are loaded, and for a coin that is not known. */
export const badge = (name: string, ticker: string | undefined): TemplateResult =>
  html`<i class="badge" aria-hidden="true">${marks.coinMark?.(ticker, svg) ?? name.slice(0, 1)}</i>`;
