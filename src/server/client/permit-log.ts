import { countFree, PER_MINUTE, permitRule, takePermit, type Permits } from '../rate-limit/permits.ts';

type Maybe<T> = T | Promise<T>;

/**
 * The log of the rate limit: when the last requests were sent. Each takes one permit of the minute (contract 8). The log
 * in memory counts only this process; a payment store has one for all its processes.
 *
 * When it throws or rejects, waiting calls fail as `busy` with the cause: no request is sent uncounted.
 */
export interface PermitLog {
  /**
   * Takes one permit if one is free now; takes none otherwise. Concurrent calls never get the same permit.
   *
   * @param wanted how many callers wait, from 1 on
   * @returns for each of them in order, the milliseconds until its permit is free, before this call: a first 0 means that
   *   this permit has been taken. The others tell which callers would wait too long.
   */
  reserve(wanted: number): Maybe<readonly number[]>;
  /** Grants nothing for so many milliseconds: after a 429, because another client uses the same key. */
  block(ms: number): Maybe<void>;
  /** How many permits are free now. Optional: for `health()`. */
  free?(): Maybe<number>;
}

/** The log of this process alone. `createCheckout` takes its store's, which all its processes share. */
export function createPermitLog({
  perMinute = PER_MINUTE,
  now = () => performance.now(),
}: {
  /** Requests a minute (contract 8). */
  readonly perMinute?: number;
  /** Milliseconds of a clock that only goes forward. */
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
