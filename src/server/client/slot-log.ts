type Maybe<T> = T | Promise<T>;

/**
 * The rate limit's memory: when the last requests were sent, each of which takes one slot of the minute
 * (contract 8). The one in memory knows this process only. Shops that share a key among several hand in one of
 * their own as `limit.log`, with the same rule in one conditional update of a shared row.
 *
 * What it throws or rejects with is told to whoever waits, as `busy` with the cause: nothing is sent uncounted.
 */
export interface SlotLog {
  /**
   * Takes one slot if one is free now; takes none otherwise. Two who ask at once never get the same slot.
   *
   * @param wanted how many callers wait, from 1 on
   * @returns for each of them in order, in how many milliseconds its slot is free, as it was before: a first 0
   *   means that this one slot has been taken. The rest only tell who need not wait on.
   */
  reserve(wanted: number): Maybe<readonly number[]>;
  /** Lets nothing through for so many milliseconds: the service has said 429, so somebody else uses the key too. */
  block(ms: number): Maybe<void>;
}

/** Contract 8: requests a minute. Higher limits are arranged with the operator. */
export const PER_MINUTE = 35;

/**
 * How long a slot counts, in milliseconds: the minute of contract 8, and a margin for what a request may be
 * slowed on its way. Without it a service that counts arrivals sees 36 in a minute now and then.
 */
export const SLOT_MS = 60_000 + 500;

/**
 * A sliding log of the last slots. Only this shape keeps the limit against a service that counts in sliding
 * and in fixed windows alike: token buckets and fixed windows let up to twice as many through at an edge.
 */
export function createSlotLog({ perMinute = PER_MINUTE, now = () => performance.now() } = {}): SlotLog {
  if (!Number.isSafeInteger(perMinute) || perMinute < 1) throw new TypeError('perMinute: a whole number from 1 on');
  /** When each of the last slots was taken, oldest first; never more than `perMinute`. */
  const taken: number[] = [];
  let blockedUntil = -Infinity;

  return {
    reserve(wanted) {
      const at = now();
      // A clock that was set back must not lock the shop out: such a slot counts from now.
      for (const [i, time] of taken.entries()) taken[i] = Math.min(time, at);
      while (taken.length > 0 && taken[0]! + SLOT_MS <= at) taken.shift();

      const opens: number[] = [];
      for (let i = 0; i < wanted; i += 1) {
        // The slot that must have left the window before: one in the log, or one that is itself yet to come.
        const before = i + taken.length - perMinute;
        const freed = before < 0 ? at : (taken[before] ?? opens[before - taken.length]!) + SLOT_MS;
        opens.push(Math.max(freed, blockedUntil));
      }
      const waits = opens.map((open) => Math.max(0, open - at));
      if (waits[0] === 0) taken.push(at);
      return waits;
    },
    block(ms) {
      blockedUntil = Math.max(blockedUntil, now() + ms);
    },
  };
}
