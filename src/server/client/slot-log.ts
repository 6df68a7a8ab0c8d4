import { countFree, PER_MINUTE, slotRule, takeSlot, type Slots } from '../slots.ts';

type Maybe<T> = T | Promise<T>;

/**
 * The rate limit's memory: when the last requests were sent, each of which takes one slot of the minute
 * (contract 8). The one in memory knows this process only; a payment store has one for all processes on it.
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
  /** How many slots are free now, for who only wants to know. Optional. */
  free?(): Maybe<number>;
}

/** The log of this process alone. `createCheckout` takes its store's, which all its processes share. */
export function createSlotLog({
  perMinute = PER_MINUTE,
  now = () => performance.now(),
}: {
  /** Requests a minute (contract 8). */
  readonly perMinute?: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
} = {}): SlotLog {
  const rule = slotRule(perMinute);
  let log: Slots = { taken: [], blockedUntil: -Infinity };

  return {
    reserve(wanted) {
      const { waits, slots } = takeSlot(log, now(), rule, wanted);
      log = slots;
      return waits;
    },
    block(ms) {
      log = { ...log, blockedUntil: Math.max(log.blockedUntil, now() + ms) };
    },
    free: () => countFree(log, now(), rule),
  };
}
