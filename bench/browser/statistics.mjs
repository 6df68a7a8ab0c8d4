/**
 * Pure statistics.
 *
 * @typedef {{ round: number, value: number, disturbed?: boolean }} Sample - `disturbed`: by other programs.
 */

/**
 * @param {number[]} values
 * @param {number} q - 0.5 is the median. Between two values it is interpolated.
 * @returns NaN of no values.
 */
export function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const [below = NaN, above = NaN] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  if (below === above) return below; // also of two infinities
  return below + (above - below) * (at - Math.floor(at));
}

/**
 * The samples that count: those that nothing disturbed, or all where every one was disturbed.
 *
 * @param {Sample[]} samples
 */
export function counted(samples) {
  const clean = samples.filter(({ disturbed }) => !disturbed);
  return clean.length ? clean : samples;
}

/**
 * The quantile of the samples that count.
 *
 * @param {Sample[]} samples
 * @param {number} q
 */
export const sampleQuantile = (samples, q) =>
  quantile(
    counted(samples).map(({ value }) => value),
    q,
  );

/**
 * Median and both quartiles of the samples that count, how many those are, and how many were thrown away.
 * `disturbed`: every one was.
 *
 * @param {Sample[]} samples
 */
export function summary(samples) {
  const kept = counted(samples);
  return {
    median: sampleQuantile(kept, 0.5),
    low: sampleQuantile(kept, 0.25),
    high: sampleQuantile(kept, 0.75),
    n: kept.length,
    thrownAway: samples.length - kept.length,
    disturbed: kept.some(({ disturbed }) => disturbed),
  };
}

/**
 * The median of the ratios inside the rounds: a round in which the whole machine was slower does not count for more.
 *
 * @param {Sample[]} samples
 * @param {Sample[]} reference
 * @returns NaN where the two have no round in common.
 */
export function ratio(samples, reference) {
  const beside = new Map(counted(reference).map(({ round, value }) => [round, value]));
  const ratios = counted(samples).map(({ round, value }) => value / (beside.get(round) ?? NaN));
  return quantile(
    ratios.filter((each) => !Number.isNaN(each)),
    0.5,
  );
}

/**
 * The share of a core that other programs took between two looks at the clocks of the machine, all in ms: `at` the time,
 * `total` what all programs have taken, `ours` what this program and those it started have taken.
 *
 * @param {{ at: number, total: number, ours: number }} before
 * @param {{ at: number, total: number, ours: number }} after
 */
export function foreignShare(before, after) {
  const foreign = after.total - before.total - (after.ours - before.ours);
  return Math.max(0, foreign / (after.at - before.at));
}

/** Other programs disturb a sample when they take more than this share of a core. */
const FOREIGN_MAX = 0.15;
/** A calibration loop before or after the sample that takes more than so many times its best time shows the same. */
const CALIBRATION_MAX = 1.3;

/**
 * Whether other programs disturbed a sample.
 *
 * @param {object} sample
 * @param {number} [sample.foreign] - The share of a core that they took; undefined where it is not known.
 * @param {number[]} sample.calibration - Ms of the calibration loop, before and after the sample.
 * @param {number} best - The shortest time of that loop in this run.
 */
export const isDisturbed = ({ foreign = 0, calibration }, best) =>
  foreign > FOREIGN_MAX || calibration.some((ms) => ms > best * CALIBRATION_MAX);

/**
 * Takes a sample again while it is disturbed. Gives all that were taken.
 *
 * @template {{ disturbed: boolean }} T
 * @param {() => Promise<T>} take
 * @param {number} tries - At most.
 * @returns {Promise<T[]>}
 */
export async function retryDisturbed(take, tries) {
  const samples = [];
  do samples.push(await take());
  while (samples.at(-1)?.disturbed && samples.length < tries);
  return samples;
}
