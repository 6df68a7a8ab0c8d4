/** The timer functions of a platform. */
export interface Timers {
  /** Calls `run` once after `ms` milliseconds of the clock, and returns what `clear` takes. */
  readonly set: (run: () => void, ms: number) => unknown;
  /** Ends a timer that has not run. Also called with undefined, and with a timer that has run. */
  readonly clear: (timer: unknown) => void;
}

/** The longest delay of the platform's timers, in milliseconds. */
const MOST_WAIT_MS = 2 ** 31 - 1;

export const systemTimers: Timers = {
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

interface Entry {
  readonly at: number;
  readonly run: () => unknown;
}

/** The time of the sandbox, and its timers. */
export interface VirtualClock {
  readonly now: () => number;
  /** Returns how far the clock was moved forward, in ms. */
  readonly ahead: () => number;
  readonly after: (ms: number, run: () => unknown) => void;
  /** Moves the clock forward, runs the due timers in their order, and waits for each of them. */
  readonly advance: (ms: number) => Promise<void>;
  readonly close: () => void;
}

/**
 * Creates the sandbox's clock, which runs with the given clock and can be moved forward.
 *
 * A due timer runs once, both in real time and after `advance`. Only `advance` waits for each timer before it runs the
 * next one: so webhooks of different payments are sent in the order of their time.
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
    // Real time that passed meanwhile is added: `advance(1)` always moves the clock.
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
