import { LONGEST_WAIT_MS } from './poll-interval.ts';
import type { PagePorts } from './ports.ts';

export interface RetryTimer {
  /**
   * Runs the action after `ms` milliseconds, instead of the one that was planned before.
   *
   * @param isExact - The shop gave the time: the action never runs sooner, not even when the page is shown again.
   */
  plan(run: () => void, ms: number, isExact?: boolean): void;
  stop(): void;
}

/**
 * Creates a timer that repeats a failed action. It pauses while the page is hidden. If the shop gave no time, the
 * action runs at once when the page is shown again or the network is back.
 */
export function createRetryTimer({
  now,
  wait,
  hidden,
  onPageLifecycle,
}: Pick<PagePorts, 'now' | 'wait' | 'hidden' | 'onPageLifecycle'>): RetryTimer {
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
