/** Contract 8: requests a minute. Higher limits are arranged with the operator. */
export const PER_MINUTE = 35;

/**
 * How long a permit counts, in milliseconds: the minute of contract 8, and a margin for network delay. Without it, a service
 * that counts arrivals would sometimes see 36 requests in a minute.
 */
export const PERMIT_MS = 60_000 + 500;

/** A sliding-window log: when each of the last permits was taken, oldest first, and until when none is granted. */
export interface Permits {
  readonly taken: readonly number[];
  readonly blockedUntil: number;
}

/** How many permits there are, and for how many ms each counts. */
export interface PermitRule {
  readonly places: number;
  readonly windowMs: number;
}

/**
 * Takes a permit now if one is free. A sliding log keeps the limit of a service that counts in sliding or in fixed
 * windows. Token buckets and fixed windows would let up to twice as many requests through at an edge.
 *
 * @returns the waits of `PermitLog.reserve`, and the log afterwards
 */
export function takePermit(
  { taken, blockedUntil }: Permits,
  at: number,
  { places, windowMs }: PermitRule,
  wanted = 1,
): { readonly waits: readonly number[]; readonly permits: Permits } {
  // A clock that was set back must not lock the shop out: such a place counts from now.
  const counting = taken.map((time) => Math.min(time, at)).filter((time) => time + windowMs > at);
  const opens: number[] = [];
  for (let i = 0; i < wanted; i += 1) {
    // The place that must have left the window before: one in the log, or one that is itself yet to come.
    const before = i + counting.length - places;
    const freed = before < 0 ? at : (counting[before] ?? opens[before - counting.length]!) + windowMs;
    opens.push(Math.max(freed, blockedUntil));
  }
  const waits = opens.map((open) => Math.max(0, open - at));
  return { waits, permits: { taken: waits[0] === 0 ? [...counting, at] : counting, blockedUntil } };
}

/** How many places are free. */
export function countFree({ taken, blockedUntil }: Permits, at: number, { places, windowMs }: PermitRule): number {
  if (at < blockedUntil) return 0;
  return Math.max(0, places - taken.filter((time) => Math.min(time, at) + windowMs > at).length);
}

/** @throws TypeError */
export function permitRule(perMinute = PER_MINUTE): PermitRule {
  if (!Number.isSafeInteger(perMinute) || perMinute < 1)
    throw new TypeError('perMinute: a whole number from 1 on is needed');
  return { places: perMinute, windowMs: PERMIT_MS };
}
