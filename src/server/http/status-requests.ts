import { furthestPhase, isFinal, type Phase } from '../../core/index.ts';
import type { Emit } from '../observability/events.ts';
import { createLongPoll, waitUntilChanged, type LongPoll } from '../payments/long-poll.ts';
import type { PaymentRow, PaymentStore } from '../stores/store.ts';
import { expiresIn } from '../payments/row-views.ts';

/**
 * How many long polls may be open in one process, by default. Each takes about 30 KiB of memory with its socket
 * (`bench/server/long-poll-memory.mjs`).
 */
export const MAX_LONG_POLLS = 5_000;

/** How many may be open for one payment: two tabs. One token must not occupy many sockets. */
const MAX_LONG_POLLS_PER_PAYMENT = 2;

/**
 * Each wait is shortened at random, by up to this part of the longest wait. Long polls that were opened at the same moment,
 * after a start of the process or a failure of the store, then do not all return at the same moment.
 *
 * @internal
 */
export const JITTER = 0.2;

/**
 * How long a client waits between the answer to a long poll and its next request. Milliseconds.
 *
 * @internal
 */
export const AFTER_LONG_POLL_MS = 300;

/**
 * The poll interval without long polls, by the age of the payment. Milliseconds.
 *
 * @internal
 */
export const POLL_INTERVALS: readonly (readonly [age: number, after: number])[] = [
  [60_000, 2_500],
  [5 * 60_000, 5_000],
  [30 * 60_000, 10_000],
  [Infinity, 30_000],
];

interface StatusResult {
  readonly row: PaymentRow;
  /** The furthest phase of the other payments of the order; undefined when no money was seen for any of them. */
  readonly orderPhase: Phase | undefined;
  /** Milliseconds until the next request; undefined when the phase is final. */
  readonly after: number | undefined;
}

/** A payment and the others of its order. */
interface PaymentInOrder {
  readonly row: PaymentRow;
  readonly others: readonly PaymentRow[];
}

/** The state that a client has already. */
interface KnownStatus {
  /** The version of the payment. */
  readonly since: number;
  /** The phase of the order in the previous answer. */
  readonly orderPhase?: string | undefined;
}

export interface StatusRequests {
  /**
   * The state of a payment. With `known`, the answer waits until the payment or the phase of its order differs from it,
   * the offer expires, the time is up, or the client disconnects.
   *
   * A client that does not send `orderPhase` is answered at once while the order has a phase, with the interval of clients
   * without long polls.
   */
  answer(token: string, known?: KnownStatus, signal?: () => AbortSignal | undefined): Promise<StatusResult | undefined>;
  /** How many long polls are open. */
  readonly open: number;
  /** Answers all open long polls, and opens none any more. */
  close(): void;
}

export interface StatusOptions {
  readonly store: PaymentStore;
  /** The longest wait of a long poll, in ms. 0: no long polls. */
  readonly longPollTimeout: number;
  readonly maxLongPolls: number;
  /** Default: two tabs. */
  readonly maxLongPollsPerPayment?: number;
  readonly emit: Emit;
  readonly now: () => number;
}

/** A long poll. `isEvicted`: it is answered early because there are too many, or because the checkout closes. */
interface OpenPoll {
  readonly longPoll: LongPoll;
  isEvicted: boolean;
}

/** Answers status requests, by long polls where possible. Otherwise at once, with the interval until the next request. */
export function createStatusRequests(options: StatusOptions): StatusRequests {
  const { store, longPollTimeout, maxLongPolls, emit, now } = options;
  const { maxLongPollsPerPayment = MAX_LONG_POLLS_PER_PAYMENT } = options;
  const byToken = new Map<string, Set<OpenPoll>>();
  let open = 0;
  let closed = false;

  async function read(token: string): Promise<PaymentInOrder | undefined> {
    const rows = await store.ofOrderByToken(token);
    const row = rows.find((each) => each.token === token);
    return row && { row, others: rows.filter((other) => other !== row) };
  }
  const interval = (row: PaymentRow) => POLL_INTERVALS.find(([age]) => now() - row.created < age)?.[1];
  const orderPhaseOf = ({ others }: PaymentInOrder) => furthestPhase(others.map(({ knownPhase }) => knownPhase));
  const resultOf = (found: PaymentInOrder, after = interval(found.row)): StatusResult => ({
    row: found.row,
    orderPhase: orderPhaseOf(found),
    after: isFinal(found.row.phase) ? undefined : after,
  });
  const isNewer = (found: PaymentInOrder, { since, orderPhase }: KnownStatus) =>
    found.row.version > since || orderPhaseOf(found) !== (orderPhase || undefined);

  function evict(poll: OpenPoll): void {
    poll.isEvicted = true;
    poll.longPoll.release();
  }

  async function answerLater(found: PaymentInOrder, known: KnownStatus, longPoll: LongPoll): Promise<StatusResult> {
    const { token } = found.row;
    const mine: OpenPoll = { longPoll, isEvicted: false };
    const ofToken = byToken.get(token) ?? new Set();
    byToken.set(token, ofToken.add(mine));
    // The oldest is answered first: its connection may be dead.
    for (const older of [...ofToken].slice(0, -maxLongPollsPerPayment)) evict(older);
    open += 1;
    emit({ type: 'long-poll-started', open });
    try {
      // A store notifies of payments, not of orders. A payment that is created during the wait is
      // seen with the next change, or by the next request.
      const unfinished = found.others.filter(({ knownPhase }) => !isFinal(knownPhase));
      const tokens = [token, ...unfinished.map((other) => other.token)];
      const readAgain = async () => (await read(token)) ?? found;
      const next = await waitUntilChanged(store, tokens, longPoll, readAgain, (each) => isNewer(each, known));
      // An evicted client requests again after the longer interval. Otherwise three tabs would evict each other all the time.
      return mine.isEvicted && !isNewer(next, known) ? resultOf(next) : resultOf(next, AFTER_LONG_POLL_MS);
    } finally {
      open -= 1;
      emit({ type: 'long-poll-ended', open });
      ofToken.delete(mine);
      if (ofToken.size === 0) byToken.delete(token);
    }
  }

  return {
    async answer(token, known, signal) {
      const found = await read(token);
      if (!found) return undefined;
      const { row } = found;
      // Another change may follow soon, so the client requests again soon. Not when only `orderPhase` differs: a client that
      // never sends it would request all the time.
      if (known && row.version > known.since) return resultOf(found, AFTER_LONG_POLL_MS);
      if (!known || isFinal(row.phase) || isNewer(found, known)) return resultOf(found);
      if (closed || longPollTimeout <= 0 || maxLongPollsPerPayment <= 0 || open >= maxLongPolls) return resultOf(found);

      const longest = longPollTimeout * (1 - JITTER * Math.random());
      const left = expiresIn(row, now());
      const wait = left !== undefined && left > 0 ? Math.min(left, longest) : longest;
      return answerLater(found, known, createLongPoll(wait, signal?.()));
    },
    get open() {
      return open;
    },
    close() {
      closed = true;
      for (const ofToken of byToken.values()) for (const poll of ofToken) evict(poll);
    },
  };
}
