/** Our own backend holds a request up to 15 s; after 10 s more there is no answer. */
export const REQUEST_LIMIT_MS = 25_000;
/** From the start of one request to the start of the next, unless there was an update (`QUICK_UPDATES`). */
export const SPACING_MS = 1_000;
/**
 * So many updates in a row are followed by the next request at once: a payment may go from seen to paid within a second.
 * More of them come from a backend that counts its versions up with every answer.
 */
export const QUICK_UPDATES = 4;
/** A wait beyond an hour is no way to follow a payment, and far larger ones overflow the browser's timers. */
export const LONGEST_WAIT_MS = 60 * 60_000;
/** For money that may come after the time was up. */
export const LATE_WATCH_MS = 60 * 60_000;

/** How long to rest after so much watching, where the answer does not say: `[watched less than, rest]`. */
const RESTS_MS = [
  [60_000, 2_500],
  [5 * 60_000, 5_000],
  [30 * 60_000, 10_000],
] as const;
/** After half an hour, and for money that may come after the time was up. */
const SLOW_REST_MS = 30_000;
const BACK_OFF_MS = [1_000, 30_000] as const;
/** Spreads the requests of many payers: +-20 %. */
const JITTER = 0.2;
/** For payers who ask for little data. */
const SAVE_DATA_FACTOR = 2;

/**
 * Added to the own interval before a tab takes a silent leader for gone: the leader's longest interval and the limit of
 * its request. A suspended tab can keep its lock.
 */
export const SILENCE_MS = SLOW_REST_MS * SAVE_DATA_FACTOR * (1 + JITTER) + REQUEST_LIMIT_MS;

/** All that the interval depends on besides time. */
export interface IntervalPorts {
  /** From 0 up to 1. */
  random(): number;
  /** Whether the payer asks for little data (`Save-Data`): every rest is twice as long. */
  savesData(): boolean;
}

/** Milliseconds between two requests, where nothing fails and the answer gives no time. */
export const nextInterval = (watched: number, late: boolean, ports: IntervalPorts): number =>
  spread((!late && RESTS_MS.find(([until]) => watched < until)?.[1]) || SLOW_REST_MS, ports) * saveDataFactor(ports);

/** Milliseconds until a failed request is repeated; `failures` in a row, from 1. */
export const backOff = (failures: number, ports: IntervalPorts): number =>
  Math.min(BACK_OFF_MS[1], spread(BACK_OFF_MS[0] * 2 ** Math.min(failures - 1, 5), ports));

/** What every interval is multiplied with, also one that the shop asked for. */
export const saveDataFactor = (ports: IntervalPorts): number => (ports.savesData() ? SAVE_DATA_FACTOR : 1);

const spread = (ms: number, { random }: IntervalPorts) => ms * (1 - JITTER + 2 * JITTER * random());
