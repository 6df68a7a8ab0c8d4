import type { ReactiveControllerHost } from 'lit';
import { marks } from './badge.ts';

/** Loads the marks of the coins and shows them in a tag. Where they cannot be loaded, letters stay; the next call tries again. */
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
