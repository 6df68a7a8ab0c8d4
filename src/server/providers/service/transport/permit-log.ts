import {
  blockPermits,
  countFree,
  PER_MINUTE,
  permitRule,
  takePermit,
  type PermitLog,
  type Permits,
} from '../../../permits.ts';

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
      log = blockPermits(log, now(), ms);
    },
    free: () => countFree(log, now(), rule),
  };
}
