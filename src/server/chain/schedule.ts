/**
 * When a payment's address is looked at. Pure: the same payment has the same plan in every process.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The intervals by the age of a payment: a payer waits at its screen in the first half hour. */
const INTERVALS: readonly (readonly [until: number, interval: number])[] = [
  [30 * MINUTE, 15 * SECOND],
  [2 * HOUR, MINUTE],
  [DAY, 15 * MINUTE],
  [7 * DAY, 2 * HOUR],
];

/** While money is on its way, at least this often. */
const MOVING_INTERVAL_MS = 30 * SECOND;

/** How long a paid payment is looked at, in case a reorganisation takes its money. */
const PAID_FOR_MS = DAY;
const PAID_INTERVAL_MS = 15 * MINUTE;

/** What the plan of a payment depends on. */
export interface Planned {
  /** Milliseconds since 1970. */
  readonly created: number;
  /** `moving`: money was seen, or a webhook waits for its second look. `paid`: it is watched for a while. */
  readonly state: 'waiting' | 'moving' | 'paid';
  /** When its phase last changed, milliseconds since 1970. */
  readonly changed: number;
}

/** The time between two looks at a payment, in milliseconds; undefined when it is looked at no more. */
export function intervalOf({ created, state, changed }: Planned, now: number): number | undefined {
  if (state === 'paid') return now - changed < PAID_FOR_MS ? PAID_INTERVAL_MS : undefined;
  const age = Math.max(0, now - created);
  const interval = INTERVALS.find(([until]) => age < until)?.[1];
  return interval !== undefined && state === 'moving' ? Math.min(interval, MOVING_INTERVAL_MS) : interval;
}

/** An address in the queue of a source. */
export interface Due {
  readonly address: string;
  readonly interval: number;
  /** When it was last looked at, milliseconds since 1970; -Infinity for never. */
  readonly looked: number;
}

/** Of four looks, this many go to payments of which a payer may be waiting, while there are some. */
const URGENT_OF_FOUR = 3;
const URGENT_INTERVAL_MS = MINUTE;

/**
 * The addresses that are due, in the order in which they are looked at. When a source allows fewer looks than are due, the
 * urgent ones get three of four, so that none of the others waits forever.
 */
export function inOrder(addresses: readonly Due[], now: number): readonly Due[] {
  const waits = ({ looked, interval }: Due) => (now - looked) / interval;
  const due = addresses.filter((each) => waits(each) >= 1).sort((a, b) => waits(b) - waits(a));
  const urgent = due.filter(({ interval }) => interval <= URGENT_INTERVAL_MS);
  const others = due.filter(({ interval }) => interval > URGENT_INTERVAL_MS);
  const order: Due[] = [];
  while (urgent.length > 0 || others.length > 0)
    order.push(...urgent.splice(0, URGENT_OF_FOUR), ...others.splice(0, 1));
  return order;
}
