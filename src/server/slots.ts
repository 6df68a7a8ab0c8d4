/** Contract 8: requests a minute. Higher limits are arranged with the operator. */
export const PER_MINUTE = 35;

/**
 * How long a slot counts, in milliseconds: the minute of contract 8, and a margin for what a request may be
 * slowed on its way. Without it a service that counts arrivals sees 36 in a minute now and then.
 */
export const SLOT_MS = 60_000 + 500;

/** A sliding log: when each of the last places was taken, oldest first, and until when none is given. */
export interface Slots {
  readonly taken: readonly number[];
  readonly blockedUntil: number;
}

/** How many places there are, and for how many ms each counts. */
export interface SlotRule {
  readonly places: number;
  readonly windowMs: number;
}

/**
 * Takes a place now if one is free. Only this shape keeps the limit against a service that counts in sliding
 * and in fixed windows alike: token buckets and fixed windows let up to twice as many through at an edge.
 *
 * @returns the waits of `SlotLog.reserve`, and the log as it is then
 */
export function takeSlot(
  { taken, blockedUntil }: Slots,
  at: number,
  { places, windowMs }: SlotRule,
  wanted = 1,
): { readonly waits: readonly number[]; readonly slots: Slots } {
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
  return { waits, slots: { taken: waits[0] === 0 ? [...counting, at] : counting, blockedUntil } };
}

/** How many places are free. */
export function countFree({ taken, blockedUntil }: Slots, at: number, { places, windowMs }: SlotRule): number {
  if (at < blockedUntil) return 0;
  return Math.max(0, places - taken.filter((time) => Math.min(time, at) + windowMs > at).length);
}

/** @throws TypeError */
export function slotRule(perMinute = PER_MINUTE): SlotRule {
  if (!Number.isSafeInteger(perMinute) || perMinute < 1) throw new TypeError('perMinute: a whole number from 1 on');
  return { places: perMinute, windowMs: SLOT_MS };
}
