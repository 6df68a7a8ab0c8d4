import type { PaymentRow, PaymentStore } from './stores/store.ts';

/** A wait for news that ends by itself: by time, by the client leaving, or because someone says so. */
export interface Hold {
  /** There may be news. */
  readonly look: () => void;
  /** The wait is over, news or not. */
  readonly release: () => void;
  readonly over: boolean;
  /** Resolves when there may be news, or the wait is over. */
  readonly next: () => Promise<void>;
  /** Frees the timer and the signal. */
  readonly end: () => void;
}

export function createHold(ms: number, signal: AbortSignal | undefined): Hold {
  let over = signal?.aborted ?? false;
  let looked = false;
  let wake: (() => void) | undefined;
  const release = () => {
    over = true;
    wake?.();
  };
  const timer = setTimeout(release, ms);
  signal?.addEventListener('abort', release);
  return {
    look() {
      looked = true;
      wake?.();
    },
    release,
    get over() {
      return over;
    },
    async next() {
      if (!looked && !over) await new Promise<void>((resolve) => (wake = resolve));
      looked = false;
      wake = undefined;
    },
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', release);
    },
  };
}

/** The payment as soon as it is what is waited for, or as it stands when the wait is over. Ends the hold. */
export async function lookUntil(
  store: PaymentStore,
  token: string,
  hold: Hold,
  done: (row: PaymentRow) => boolean,
): Promise<PaymentRow | undefined> {
  const unwatch = store.watch(token, hold.look);
  try {
    // The first look comes after the watch has begun: nothing falls between the two.
    for (;;) {
      const row = await store.byToken(token);
      if (!row || done(row) || hold.over) return row;
      await hold.next();
    }
  } finally {
    unwatch();
    hold.end();
  }
}
