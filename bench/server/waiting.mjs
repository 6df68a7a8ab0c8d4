/**
 * Simulates payers who wait for a change at one process, with the poll intervals and long-poll timeout of the package,
 * and counts the status requests that arrive. Time is simulated: 100,000 payers take about a second.
 */
import { nextInterval } from '../../src/model/poll-interval.ts';
import { AFTER_LONG_POLL_MS, JITTER, MAX_LONG_POLLS, POLL_INTERVALS } from '../../src/server/http/status-requests.ts';

/** The default of `longPoll.timeout` of `createCheckout`. */
const LONG_POLL_MS = 15_000;
/** How long a payer waits: the price of a coin is commonly valid for half an hour. */
const STAY_MS = 30 * 60_000;
/** The length of a time slice in which requests are collected; no interval is shorter. */
const SLICE_MS = 100;
const SECOND_MS = 1_000;

/** Returns the same sequence of numbers in each run. */
function random(seed = 1) {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/**
 * Returns the requests a second that payers send, and the number of open long polls in a process, when the payers have
 * arrived evenly over half an hour.
 *
 * @param {number} payers
 * @param {object} [options]
 * @param {number} [options.maxLongPolls] the largest number of open long polls; 0 for none, as on serverless
 * @param {boolean} [options.hints] whether responses contain the time of the next request, like those of
 *   `createCheckout`
 * @param {number} [options.seconds] of simulated time
 * @returns {{ perSecond: number, held: number }} means
 */
export function simulate(payers, { maxLongPolls = MAX_LONG_POLLS, hints = true, seconds = 60 } = {}) {
  const next = random();
  const ports = { random: next, savesData: () => false };
  const slices = Array.from({ length: (seconds * SECOND_MS) / SLICE_MS }, () => []);
  const plan = (at, event) => slices[Math.floor(at / SLICE_MS)]?.push(event);
  const intervalAt = (age) =>
    hints ? POLL_INTERVALS.find(([until]) => age < until)[1] : nextInterval(age, false, ports);
  // Each payer has sent a request before, so the next one comes at a random time of the present interval.
  for (let i = 0; i < payers; i++) {
    const came = -STAY_MS * next();
    plan(next() * Math.max(LONG_POLL_MS, intervalAt(-came)), { came });
  }

  const begin = slices.length / 2; // the first half is not counted, because the load has not settled
  let held = 0;
  let requests = 0;
  let heldSum = 0;
  slices.forEach((events, slice) => {
    const at = slice * SLICE_MS;
    // Long polls that end in this slice are removed first.
    for (const { release } of events) if (release) held--;
    for (const { came, release } of events) {
      if (release) continue;
      if (slice >= begin) requests++;
      if (held < maxLongPolls) {
        held++;
        const end = at + LONG_POLL_MS * (1 - JITTER * next());
        plan(end, { release: true });
        plan(end + AFTER_LONG_POLL_MS, { came });
      } else plan(at + intervalAt(at - came), { came });
    }
    if (slice >= begin) heldSum += held;
  });
  const counted = slices.length - begin;
  return { perSecond: requests / ((counted * SLICE_MS) / SECOND_MS), held: heldSum / counted };
}
