import type { ReactiveControllerHost } from 'lit';
import { marks } from './badge.ts';

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
