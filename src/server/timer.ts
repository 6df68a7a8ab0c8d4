/** Lets the process end while this timer runs. In some runtimes a timer is a number. */
export const unref = (timer: unknown): void => (timer as { unref?(): void }).unref?.();

/** A timer that starts once and does not keep the process alive. */
export interface Timer {
  /** Starts the timer, unless it runs or was stopped. Never throws. */
  readonly start: () => void;
  /** Ends the timer for good. */
  readonly stop: () => void;
}

/**
 * Creates a timer that calls `first` at its start and `run` at each interval. Some runtimes allow no timer before the first
 * request: `start` then does nothing, and the next call of it tries again.
 */
export function createTimer(intervalMs: number, run: () => Promise<void>, first: () => Promise<void>): Timer {
  let timer: ReturnType<typeof setInterval> | undefined;
  let isStopped = false;
  return {
    start() {
      if (timer !== undefined || isStopped) return;
      try {
        timer = setInterval(() => void run(), intervalMs);
      } catch {
        return;
      }
      unref(timer);
      void first();
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
