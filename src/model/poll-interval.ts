import type { PagePorts } from './ports.ts';

/** Timeout of a request. Our own backend holds a request for up to 15 s; 10 s later there will be no response. */
export const REQUEST_LIMIT_MS = 25_000;
/**
 * Minimum time from the start of one request to the start of the next, unless there was an update (`QUICK_UPDATES`).
 */
export const SPACING_MS = 1_000;
/**
 * Up to this many updates in a row, the next request starts at once: a payment may go from detected to paid within a
 * second. A longer series comes from a backend that increases its version with every response.
 */
export const QUICK_UPDATES = 4;
/**
 * Maximum wait. A longer one is useless for following a payment, and very long delays overflow the browser's timers.
 */
export const LONGEST_WAIT_MS = 60 * 60_000;
/** How long a payment or an order is still polled for money that arrives late. */
export const LATE_WATCH_MS = 60 * 60_000;

/** The intervals by the time spent polling, when the response gives none: `[polled for less than, interval]`. */
const INTERVALS_MS = [
  [60_000, 2_500],
  [5 * 60_000, 5_000],
  [30 * 60_000, 10_000],
] as const;
/** The interval after half an hour of polling, and for money that may arrive after expiry. */
const SLOW_INTERVAL_MS = 30_000;
const BACK_OFF_MS = [1_000, 30_000] as const;
/** Spreads the requests of many payers: ±20 %. */
const JITTER = 0.2;
/** The factor for payers who ask for reduced data usage. */
const SAVE_DATA_FACTOR = 2;

/**
 * Added to a tab's interval before the tab treats a silent leader as gone: the leader's longest interval and the
 * timeout of its request. A suspended tab can keep its lock.
 */
export const SILENCE_MS = SLOW_INTERVAL_MS * SAVE_DATA_FACTOR * (1 + JITTER) + REQUEST_LIMIT_MS;

/** What the interval depends on besides time. */
export type IntervalPorts = Pick<PagePorts, 'random' | 'savesData'>;

/** Milliseconds between two requests, when no request fails and the response gives no time. */
export const nextInterval = (watched: number, late: boolean, ports: IntervalPorts): number =>
  spread((!late && INTERVALS_MS.find(([until]) => watched < until)?.[1]) || SLOW_INTERVAL_MS, ports) *
  saveDataFactor(ports);

/** Milliseconds until a failed request is repeated. `failures` is the number of failures in a row, from 1. */
export const backOff = (failures: number, ports: IntervalPorts): number =>
  Math.min(BACK_OFF_MS[1], spread(BACK_OFF_MS[0] * 2 ** Math.min(failures - 1, 5), ports));

/** The factor of every interval, also of one that the shop has given. */
export const saveDataFactor = (ports: IntervalPorts): number => (ports.savesData() ? SAVE_DATA_FACTOR : 1);

const spread = (ms: number, { random }: IntervalPorts) => ms * (1 - JITTER + 2 * JITTER * random());
