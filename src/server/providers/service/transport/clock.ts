/** Time as a parameter, so that tests can control it. */
export interface Clock {
  /** Returns the time in milliseconds. */
  readonly now: () => number;
  /** Calls `run` once after `ms` milliseconds. Returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms` milliseconds, or at once when the signal is aborted: check the signal afterwards. */
export function delay(ms: number, { after }: Clock, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const cancel = after(ms, done);
    signal?.addEventListener('abort', done, { once: true });
  });
}
