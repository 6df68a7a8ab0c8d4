/** Our own backend holds a question up to 15 s; an answer that takes 10 s more is not coming. */
export const REQUEST_LIMIT_MS = 25_000;
/** From the start of one question to the start of the next, however eager the answer's `after`. */
export const SPACING_MS = 1_000;
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
/** Spreads many payers' questions apart: +-20 %. */
const JITTER = 0.2;
/** For who asks for little data. */
const THRIFT = 2;

/**
 * On top of the own rest, before a tab that listens takes silence for absence: the longest rest of the one that asks
 * and the limit of its question. For a leader that stands still and yet keeps its lock.
 */
export const SILENCE_MS = SLOW_REST_MS * THRIFT * (1 + JITTER) + REQUEST_LIMIT_MS;

/** All that the pace hangs on besides time. */
export interface PacePorts {
  /** From 0 up to 1. */
  random(): number;
  /** Whether the payer asks for little data (`Save-Data`): every rest is twice as long. */
  thrifty(): boolean;
}

/** Milliseconds between two questions, where nothing goes wrong and nobody says when to ask. */
export const restAfter = (watched: number, late: boolean, ports: PacePorts): number =>
  spread((!late && RESTS_MS.find(([until]) => watched < until)?.[1]) || SLOW_REST_MS, ports) * thrift(ports);

/** Milliseconds until a question that came to nothing is asked again; `failures` in a row, from 1. */
export const backOff = (failures: number, ports: PacePorts): number =>
  Math.min(BACK_OFF_MS[1], spread(BACK_OFF_MS[0] * 2 ** Math.min(failures - 1, 5), ports));

/** What every rest is multiplied with, also one that the shop asked for. */
export const thrift = (ports: PacePorts): number => (ports.thrifty() ? THRIFT : 1);

const spread = (ms: number, { random }: PacePorts) => ms * (1 - JITTER + 2 * JITTER * random());
