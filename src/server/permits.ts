/** Contract 8: requests a minute. Higher limits are arranged with the operator. */
export const PER_MINUTE = 35;

/**
 * How long a permit counts, in milliseconds: the minute of contract 8, and a margin for network delay. Without it, a service
 * that counts arrivals would sometimes see 36 requests in a minute.
 */
export const PERMIT_MS = 60_000 + 500;

/** A value, or a promise of it: stores in memory need no promise. */
type Maybe<T> = T | Promise<T>;

/**
 * The log of the rate limit: the times of the last requests. Each request uses one permit of the minute (contract 8).
 * The log in memory counts only this process; a payment store has one log for all its processes.
 *
 * When it throws or rejects, waiting calls fail as `busy` with the cause: no request is sent without being counted.
 */
export interface PermitLog {
  /**
   * Takes one permit if one is free now, otherwise none. Concurrent calls never get the same permit.
   *
   * @param wanted the number of waiting callers, from 1 on
   * @returns for each caller in order, the milliseconds until its permit is free, as before this call. A first value of
   *   0 means that this permit has been taken. The other values show which callers would wait too long.
   */
  reserve(wanted: number): Maybe<readonly number[]>;
  /** Grants no permit for `ms` milliseconds. It is called after a 429, because another client uses the same key. */
  block(ms: number): Maybe<void>;
  /** Returns the number of permits that are free now. Optional; `health()` reads it. */
  free?(): Maybe<number>;
}

/** A sliding-window log: when each of the last permits was taken, oldest first, and until when none is granted. */
export interface Permits {
  readonly taken: readonly number[];
  readonly blockedUntil: number;
  /** When `blockedUntil` was set. Undefined before the first block, and in the logs of versions before 0.3. */
  readonly blockedAt?: number | undefined;
}

/** How many permits there are, and for how many ms each counts. */
export interface PermitRule {
  readonly places: number;
  readonly windowMs: number;
}

/**
 * The log by a clock that may have been set back, which must not lock the shop out: permits that were taken later than now,
 * and a block that began later, count from now. The same object when there are none.
 */
function countedFromNow(log: Permits, at: number): Permits {
  const { taken, blockedUntil, blockedAt = at } = log;
  if (blockedAt <= at && taken.every((time) => time <= at)) return log;
  const ahead = Math.max(0, blockedAt - at);
  return {
    taken: taken.map((time) => Math.min(time, at)),
    blockedUntil: blockedUntil - ahead,
    blockedAt: blockedAt - ahead,
  };
}

/**
 * Takes a permit now if one is free. A sliding log keeps the limit of a service that counts in sliding or in fixed
 * windows. Token buckets and fixed windows would let up to twice as many requests through at an edge.
 *
 * @returns the waits of `PermitLog.reserve`, and the log afterwards: the same object when nothing is to be written
 */
export function takePermit(
  given: Permits,
  at: number,
  { places, windowMs }: PermitRule,
  wanted = 1,
): { readonly waits: readonly number[]; readonly permits: Permits } {
  const log = countedFromNow(given, at);
  const counting = log.taken.filter((time) => time + windowMs > at);
  const opens: number[] = [];
  for (let i = 0; i < wanted; i += 1) {
    // The place that must have left the window before: one in the log, or one that is itself yet to come.
    const before = i + counting.length - places;
    const freed = before < 0 ? at : (counting[before] ?? opens[before - counting.length]!) + windowMs;
    opens.push(Math.max(freed, log.blockedUntil));
  }
  const waits = opens.map((open) => Math.max(0, open - at));
  return { waits, permits: waits[0] === 0 ? { ...log, taken: [...counting, at] } : log };
}

/** Grants no permit for `ms` milliseconds, or longer where the log is blocked for longer. The log afterwards. */
export function blockPermits(given: Permits, at: number, ms: number): Permits {
  const log = countedFromNow(given, at);
  return at + ms > log.blockedUntil ? { ...log, blockedUntil: at + ms, blockedAt: at } : log;
}

/** How many places are free. */
export function countFree(given: Permits, at: number, { places, windowMs }: PermitRule): number {
  const { taken, blockedUntil } = countedFromNow(given, at);
  if (at < blockedUntil) return 0;
  return Math.max(0, places - taken.filter((time) => time + windowMs > at).length);
}

/** @throws TypeError */
export function permitRule(perMinute = PER_MINUTE): PermitRule {
  if (!Number.isSafeInteger(perMinute) || perMinute < 1)
    throw new TypeError('perMinute: a whole number from 1 on is needed');
  return { places: perMinute, windowMs: PERMIT_MS };
}
