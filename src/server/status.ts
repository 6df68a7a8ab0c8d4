import { isFinal } from '../core/index.ts';
import { createHold, lookUntil, type Hold } from './hold.ts';
import type { PaymentRow, PaymentStore } from './stores/store.ts';
import { expiresIn } from './view.ts';

/** Held questions in one process; beyond it an answer comes at once. About 13 KiB of memory each. */
const HELD_MAX = 5_000;

/** Held questions of one payment (two tabs); beyond it the oldest is answered, so that a token cannot pin sockets. */
const HELD_PER_PAYMENT = 2;

/** Between an answer that was held and the next question: the holding is the rest. Milliseconds. */
const AFTER_HELD_MS = 300;

/** How soon to ask again where answers are not held, by the age of the payment. Milliseconds. */
const PACE: readonly (readonly [age: number, after: number])[] = [
  [60_000, 2_500],
  [5 * 60_000, 5_000],
  [30 * 60_000, 10_000],
  [Infinity, 30_000],
];

export interface StatusNews {
  readonly row: PaymentRow;
  /** Milliseconds until the next question; undefined when there will be no more news. */
  readonly after: number | undefined;
}

export interface StatusQuestions {
  /**
   * How the payment stands. With `since`, the answer is held while the payment is not newer than that
   * version: until it changes, its offer ends, the time is up, or the client leaves.
   */
  ask(token: string, since?: number, signal?: () => AbortSignal | undefined): Promise<StatusNews | undefined>;
  /** How many are held now. */
  readonly held: number;
  /** Answers all held questions; none is held any more. */
  close(): void;
}

/** Answers and holds questions about payments. */
export function createStatusQuestions(store: PaymentStore, maxWait: number, now: () => number): StatusQuestions {
  const holds = new Map<string, Set<Hold>>();
  let held = 0;
  let closed = false;

  const pace = (row: PaymentRow) => PACE.find(([age]) => now() - row.created < age)?.[1];
  const news = (row: PaymentRow, after = pace(row)): StatusNews => ({
    row,
    after: isFinal(row.phase) ? undefined : after,
  });

  async function answerLater(token: string, hold: Hold, since: number): Promise<PaymentRow | undefined> {
    const ofToken = holds.get(token) ?? new Set();
    holds.set(token, ofToken.add(hold));
    for (const older of [...ofToken].slice(0, -HELD_PER_PAYMENT)) older.release();
    held += 1;
    try {
      return await lookUntil(store, token, hold, (row) => row.version > since);
    } finally {
      held -= 1;
      ofToken.delete(hold);
      if (ofToken.size === 0) holds.delete(token);
    }
  }

  return {
    async ask(token, since, signal) {
      const row = await store.byToken(token);
      if (!row || since === undefined || row.version > since || isFinal(row.phase)) return row && news(row);
      if (closed || maxWait <= 0 || held >= HELD_MAX) return news(row);

      const left = expiresIn(row, now());
      const wait = left !== undefined && left > 0 ? Math.min(left, maxWait) : maxWait;
      const later = await answerLater(token, createHold(wait, signal?.()), since);
      return later && news(later, AFTER_HELD_MS);
    },
    get held() {
      return held;
    },
    close() {
      closed = true;
      for (const ofToken of holds.values()) for (const hold of ofToken) hold.release();
    },
  };
}
