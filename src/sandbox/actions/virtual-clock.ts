/** Timers as the platform has them. */
export interface Timers {
  readonly set: (run: () => void, ms: number) => unknown;
  readonly clear: (timer: unknown) => void;
}

/** The platform's timers, which cannot wait longer than this. */
const MOST_WAIT_MS = 2 ** 31 - 1;

export const systemTimers: Timers = {
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

interface Entry {
  readonly at: number;
  readonly run: () => unknown;
}

/** The sandbox's time, and what is to happen at which time. */
export interface VirtualClock {
  readonly now: () => number;
  /** How far the clock was turned, in ms. */
  readonly ahead: () => number;
  readonly after: (ms: number, run: () => unknown) => void;
  /** Turns the clock, does what falls due on the way in its order, and waits for each to be done. */
  readonly advance: (ms: number) => Promise<void>;
  readonly close: () => void;
}

/**
 * Keeps the sandbox's clock, which runs with the given one and can be turned further.
 *
 * What is due is done once, whether real time or a turn of the clock has brought it. Only a turn waits for
 * each thing to be done before it does the next: then webhooks of different payments come in order of time.
 */
export function createVirtualClock(clock: () => number, timers: Timers, begin = 0): VirtualClock {
  let ahead = begin;
  let entries: Entry[] = [];
  let timer: unknown;
  let turning: Promise<void> = Promise.resolve();
  let closed = false;
  const now = () => clock() + ahead;

  function takeDue(until: number): Entry | undefined {
    const next = entries[0];
    return next && next.at <= until ? entries.shift() : undefined;
  }

  function wait() {
    timers.clear(timer);
    timer = undefined;
    const next = entries[0];
    if (!next || closed) return;
    const ring = () => {
      for (let due = takeDue(now()); due; due = takeDue(now())) void due.run();
      wait();
    };
    timer = timers.set(ring, Math.min(Math.max(next.at - now(), 0), MOST_WAIT_MS));
  }

  async function turn(ms: number) {
    const end = ahead + ms;
    const until = now() + ms;
    for (let due = takeDue(until); due; due = takeDue(until)) {
      ahead += Math.max(0, due.at - now());
      await due.run();
    }
    // Real time that passed meanwhile comes on top: a turn by 1 ms is never lost.
    ahead = end;
    wait();
  }

  return {
    now,
    ahead: () => ahead,
    after(ms, run) {
      if (closed) return;
      entries.push({ at: now() + ms, run });
      entries.sort((a, b) => a.at - b.at);
      wait();
    },
    advance(ms) {
      turning = turning.then(() => turn(ms));
      return turning;
    },
    close() {
      closed = true;
      entries = [];
      timers.clear(timer);
    },
  };
}
