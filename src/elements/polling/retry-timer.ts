import { LONGEST_WAIT_MS } from './poll-interval.ts';
import type { PollerPorts } from './page-ports.ts';

/** One action that is repeated after a while. */
export interface RetryTimer {
  /**
   * Does it in so many milliseconds, in the place of what was planned before.
   *
   * @param isExact - The shop gave the time: never sooner, also when the page is shown again.
   */
  plan(run: () => void, ms: number, isExact?: boolean): void;
  stop(): void;
}

/**
 * Plans what failed to be tried again. Rests while the page is hidden, and does not wait for the end of a rest of
 * its own when the page is shown again or the network is back.
 */
export function createRetryTimer({
  now,
  wait,
  hidden,
  onPageLifecycle,
}: Pick<PollerPorts, 'now' | 'wait' | 'hidden' | 'onPageLifecycle'>): RetryTimer {
  let stop = () => {};
  return {
    plan(run, delay, isExact = false) {
      stop();
      const ms = Math.min(delay, LONGEST_WAIT_MS);
      const due = now() + ms;
      let callOff: (() => void) | undefined;
      const arm = () => {
        callOff?.();
        callOff = hidden() ? undefined : wait(go, Math.max(0, due - now()));
      };
      const go = () => {
        if (hidden()) return;
        stop();
        run();
      };
      const endWake = onPageLifecycle((left) => left || (isExact ? arm() : go()));
      stop = () => {
        endWake();
        callOff?.();
        stop = () => {};
      };
      arm();
    },
    stop: () => stop(),
  };
}
