import { html, svg, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { coinMark } from './coin-marks.ts';

/**
 * `coinMark` draws the mark of a coin, once `showCoinMarks` has loaded it.
 *
 * @internal
 */
export const marks: { coinMark?: typeof coinMark | undefined } = {};

/** The mark of a coin. Until the marks are loaded, and for an unknown coin, the first letter of its name. */
export const badge = (name: string, ticker: string | undefined): TemplateResult =>
  html`<i class="badge" aria-hidden="true">${marks.coinMark?.(ticker, svg) ?? name.slice(0, 1)}</i>`;

/** Loads the coin marks and updates the element. If they cannot be loaded, letters stay, and the next call retries. */
export function showCoinMarks(host: ReactiveControllerHost): void {
  if (marks.coinMark) return;
  import('./coin-marks.ts').then(
    ({ coinMark }) => {
      marks.coinMark = coinMark;
      host.requestUpdate();
    },
    () => {},
  );
}
