import type { PaymentStore } from '../stores/store.ts';

/** A wait for a change. It ends after a time, when the client disconnects, or by `release`. */
export interface LongPoll {
  /** The payment may have changed. */
  readonly notify: () => void;
  /** Ends the wait. */
  readonly release: () => void;
  readonly over: boolean;
  /** Resolves when the payment may have changed, or the wait is over. */
  readonly next: () => Promise<void>;
  /** Clears the timer and the signal's listener. */
  readonly end: () => void;
}

export function createLongPoll(ms: number, signal: AbortSignal | undefined): LongPoll {
  let over = signal?.aborted ?? false;
  let notified = false;
  let resume: (() => void) | undefined;
  const release = () => {
    over = true;
    resume?.();
  };
  const timer = setTimeout(release, ms);
  signal?.addEventListener('abort', release);
  return {
    notify() {
      notified = true;
      resume?.();
    },
    release,
    get over() {
      return over;
    },
    async next() {
      if (!notified && !over) await new Promise<void>((resolve) => (resume = resolve));
      notified = false;
      resume = undefined;
    },
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', release);
    },
  };
}

/**
 * Resolves with what `read` returns as soon as `done` accepts it, or when the wait is over. Reads again whenever a payment
 * with one of these tokens may have changed. Ends the long poll.
 */
export async function waitUntilChanged<T>(
  store: PaymentStore,
  tokens: readonly string[],
  longPoll: LongPoll,
  read: () => Promise<T>,
  done: (found: T) => boolean,
): Promise<T> {
  const unsubscribe: (() => void)[] = [];
  try {
    for (const token of tokens) unsubscribe.push(store.subscribe(token, longPoll.notify));
    // The first read comes after the subscriptions, so that no change is missed.
    for (;;) {
      const found = await read();
      if (done(found) || longPoll.over) return found;
      await longPoll.next();
    }
  } finally {
    unsubscribe.forEach((end) => end());
    longPoll.end();
  }
}
