import { html, svg, type TemplateResult } from 'lit';
import { lazyModule } from './lazy-module.ts';

/** The marks of the coins, loaded after the first paint. */
export const coinMarks = lazyModule(() => import('./coin-marks.ts'));

/** A coin's mark. Its first letter until the mark is loaded, and for a coin that is not known. */
export const badge = (name: string, ticker: string | undefined): TemplateResult =>
  html`<i class="badge" aria-hidden="true">${coinMarks.value?.coinMark(ticker, svg) ?? name.slice(0, 1)}</i>`;
