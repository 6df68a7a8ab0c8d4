import { countFree, PER_MINUTE, permitRule, takePermit, type Permits } from '../../../permits.ts';

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

/** Creates a log in this process. `createCheckout` uses the log of its store, which all its processes share. */
export function createPermitLog({
  perMinute = PER_MINUTE,
  now = () => performance.now(),
}: {
  /** Requests a minute (contract 8). */
  readonly perMinute?: number;
  /** Returns the milliseconds of a monotonic clock. */
  readonly now?: () => number;
} = {}): PermitLog {
  const rule = permitRule(perMinute);
  let log: Permits = { taken: [], blockedUntil: -Infinity };

  return {
    reserve(wanted) {
      const { waits, permits } = takePermit(log, now(), rule, wanted);
      log = permits;
      return waits;
    },
    block(ms) {
      log = { ...log, blockedUntil: Math.max(log.blockedUntil, now() + ms) };
    },
    free: () => countFree(log, now(), rule),
  };
}
