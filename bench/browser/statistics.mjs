/**
 * Pure statistics.
 *
 * @typedef {{ round: number, value: number, disturbed?: boolean }} Sample - `disturbed`: by other programs.
 */

/**
 * @param {number[]} values
 * @param {number} q - 0.5 is the median. A quantile between two values is interpolated.
 * @returns NaN without values.
 */
export function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const [below = NaN, above = NaN] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  if (below === above) return below; // also for two infinities
  return below + (above - below) * (at - Math.floor(at));
}

/**
 * Returns the samples that count: the undisturbed ones, or all when every sample was disturbed.
 *
 * @param {Sample[]} samples
 */
export function counted(samples) {
  const clean = samples.filter(({ disturbed }) => !disturbed);
  return clean.length ? clean : samples;
}

/**
 * Returns the quantile of the samples that count.
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
 * Returns the median and both quartiles of the samples that count, their number, and the number of ignored samples.
 * `disturbed` is true when every sample was disturbed.
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
 * Returns the median of the ratios within the rounds. So a round in which the whole machine was slower has no more
 * weight.
 *
 * @param {Sample[]} samples
 * @param {Sample[]} reference
 * @returns NaN when the two have no common round.
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
 * Returns the share of a core that other programs used between two readings. All values are in ms: `at` is the time,
 * `total` the CPU time of all programs, `ours` the CPU time of this program and its children.
 *
 * @param {{ at: number, total: number, ours: number }} before
 * @param {{ at: number, total: number, ours: number }} after
 */
export function foreignShare(before, after) {
  const foreign = after.total - before.total - (after.ours - before.ours);
  return Math.max(0, foreign / (after.at - before.at));
}

/** A sample is disturbed when other programs use more than this share of a core. */
const FOREIGN_MAX = 0.15;
/**
 * A sample is also disturbed when the calibration loop before or after it takes more than this multiple of its best
 * time.
 */
const CALIBRATION_MAX = 1.3;

/**
 * Returns whether other programs disturbed a sample.
 *
 * @param {object} sample
 * @param {number} [sample.foreign] - The share of a core that they used; undefined when it is unknown.
 * @param {number[]} sample.calibration - Ms of the calibration loop, before and after the sample.
 * @param {number} best - The shortest time of that loop in this run.
 */
export const isDisturbed = ({ foreign = 0, calibration }, best) =>
  foreign > FOREIGN_MAX || calibration.some((ms) => ms > best * CALIBRATION_MAX);

/**
 * Takes a sample again while it is disturbed. Returns all samples.
 *
 * @template {{ disturbed: boolean }} T
 * @param {() => Promise<T>} take
 * @param {number} tries - The largest number of attempts.
 * @returns {Promise<T[]>}
 */
export async function retryDisturbed(take, tries) {
  const samples = [];
  do samples.push(await take());
  while (samples.at(-1)?.disturbed && samples.length < tries);
  return samples;
}
