/**
 * When the address of a payment is looked at. Pure: the same payment has the same plan in every process.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long an open payment is looked at, in milliseconds. */
export const WATCHED_FOR_MS = 7 * DAY;

/** The intervals by the age of a payment: a payer waits at its screen in the first half hour. */
const INTERVALS: readonly (readonly [until: number, interval: number])[] = [
  [30 * MINUTE, 15 * SECOND],
  [2 * HOUR, MINUTE],
  [DAY, 15 * MINUTE],
  [WATCHED_FOR_MS, 2 * HOUR],
];

/** While money is on its way, at least this often, for this long after the last change. */
const MOVING_INTERVAL_MS = 30 * SECOND;
const MOVING_FOR_MS = 2 * HOUR;

/** How long a paid payment is looked at, in case a reorganisation takes its money. */
const PAID_FOR_MS = DAY;
const PAID_INTERVAL_MS = 15 * MINUTE;

/** What the plan of a payment depends on. */
export interface Planned {
  /** Milliseconds since 1970. */
  readonly created: number;
  /**
   * `moving`: money was seen, or a webhook waits for its second look. `paid`: it is watched for a while. `ended`: it has
   * ended without being paid, or was refunded.
   */
  readonly state: 'waiting' | 'moving' | 'paid' | 'ended';
  /** When it last changed, milliseconds since 1970. */
  readonly changed: number;
}

/** The time between two looks at a payment, in milliseconds; undefined when it is looked at no more. */
export function intervalOf({ created, state, changed }: Planned, now: number): number | undefined {
  if (state === 'ended') return undefined;
  const unchanged = now - changed;
  if (state === 'paid') return unchanged < PAID_FOR_MS ? PAID_INTERVAL_MS : undefined;
  const age = Math.max(0, now - created);
  const interval = INTERVALS.find(([until]) => age < until)?.[1];
  const isMoving = interval !== undefined && state === 'moving' && unchanged < MOVING_FOR_MS;
  return isMoving ? Math.min(interval, MOVING_INTERVAL_MS) : interval;
}

/** A payer may be waiting for a look that is repeated this often. */
export const isUrgent = (interval: number): boolean => interval <= MINUTE;

/** Of four looks, this many are urgent, while there are some. */
const URGENT_OF_FOUR = 3;

/**
 * The order of looks that are due, given in the order of their times. When a source allows fewer looks than are due, the
 * urgent ones get three of four, so that none of the others waits forever.
 */
export function inOrder<Look extends { readonly interval: number }>(due: readonly Look[]): readonly Look[] {
  const urgent = due.filter(({ interval }) => isUrgent(interval));
  const others = due.filter(({ interval }) => !isUrgent(interval));
  const order: Look[] = [];
  while (urgent.length > 0 || others.length > 0)
    order.push(...urgent.splice(0, URGENT_OF_FOUR), ...others.splice(0, 1));
  return order;
}
