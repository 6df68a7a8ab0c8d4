import { LONGEST_WAIT_MS } from './pace.ts';
import type { PollerPorts } from './page-ports.ts';

/** One thing to be done again after a while. */
export interface Again {
  /**
   * Does it in so many milliseconds, in the place of what was planned before.
   *
   * @param told - The shop said when: not sooner, even when the page is shown again.
   */
  plan(run: () => void, ms: number, told?: boolean): void;
  stop(): void;
}

/**
 * Plans what failed to be tried again. Rests while the page is hidden, and does not wait for the end of a rest of
 * its own when the page is shown again or the network is back.
 */
export function createAgain({
  now,
  wait,
  hidden,
  onTurn,
}: Pick<PollerPorts, 'now' | 'wait' | 'hidden' | 'onTurn'>): Again {
  let stop = () => {};
  return {
    plan(run, asked, told = false) {
      stop();
      const ms = Math.min(asked, LONGEST_WAIT_MS);
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
      const endWake = onTurn((left) => left || (told ? arm() : go()));
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
