import { isFinal } from '../core/index.ts';
import type { Emit } from './events.ts';
import { createHold, lookUntil, type Hold } from './hold.ts';
import type { PaymentRow, PaymentStore } from './stores/store.ts';
import { expiresIn } from './view.ts';

/** Held questions in one process, by default. About 30 KiB of memory each, sockets included (`bench/server/held.mjs`). */
export const MAX_HELD = 5_000;

/** Held questions of one payment, by default: two tabs. A token must not pin sockets. */
export const MAX_HELD_PER_PAYMENT = 2;

/**
 * The part of the longest wait by which waits differ. Those who began to wait in one moment, because the process
 * had started or the store was back, do not all come again in one moment.
 */
const JITTER = 0.2;

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

export interface StatusOptions {
  readonly store: PaymentStore;
  /** The longest that a question is held, in ms. With 0 none is. */
  readonly maxWait: number;
  readonly maxHeld: number;
  readonly maxHeldPerPayment: number;
  readonly emit: Emit;
  readonly now: () => number;
}

/** A question that is held. `early` once it has to go because there are too many of them, or the checkout closes. */
interface Held {
  readonly hold: Hold;
  early: boolean;
}

/** Answers and holds questions about payments. What cannot be held is answered at once, with when to ask again. */
export function createStatusQuestions(options: StatusOptions): StatusQuestions {
  const { store, maxWait, maxHeld, maxHeldPerPayment, emit, now } = options;
  const byToken = new Map<string, Set<Held>>();
  let held = 0;
  let closed = false;

  const pace = (row: PaymentRow) => PACE.find(([age]) => now() - row.created < age)?.[1];
  const news = (row: PaymentRow, after = pace(row)): StatusNews => ({
    row,
    after: isFinal(row.phase) ? undefined : after,
  });

  function sendAway(question: Held): void {
    question.early = true;
    question.hold.release();
  }

  async function answerLater(token: string, since: number, hold: Hold): Promise<StatusNews | undefined> {
    const mine: Held = { hold, early: false };
    const ofToken = byToken.get(token) ?? new Set();
    byToken.set(token, ofToken.add(mine));
    // The oldest goes: it may be of a connection that nobody listens to any more.
    for (const older of [...ofToken].slice(0, -maxHeldPerPayment)) sendAway(older);
    held += 1;
    emit({ type: 'question-held', held });
    try {
      const row = await lookUntil(store, token, hold, ({ version }) => version > since);
      // Who had to go comes back at the pace of those who were never held; else three tabs would chase each other.
      return row && (mine.early && row.version <= since ? news(row) : news(row, AFTER_HELD_MS));
    } finally {
      held -= 1;
      emit({ type: 'question-ended', held });
      ofToken.delete(mine);
      if (ofToken.size === 0) byToken.delete(token);
    }
  }

  return {
    async ask(token, since, signal) {
      const row = await store.byToken(token);
      if (!row || since === undefined || row.version > since || isFinal(row.phase)) return row && news(row);
      if (closed || maxWait <= 0 || maxHeldPerPayment <= 0 || held >= maxHeld) return news(row);

      const longest = maxWait * (1 - JITTER * Math.random());
      const left = expiresIn(row, now());
      const wait = left !== undefined && left > 0 ? Math.min(left, longest) : longest;
      return answerLater(token, since, createHold(wait, signal?.()));
    },
    get held() {
      return held;
    },
    close() {
      closed = true;
      for (const ofToken of byToken.values()) for (const question of ofToken) sendAway(question);
    },
  };
}
