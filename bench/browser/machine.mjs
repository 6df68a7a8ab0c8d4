/** Takes samples, and detects whether other programs on the machine disturbed them. */
import { readFileSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { foreignShare, isDisturbed } from './statistics.mjs';

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;
/** A sample waits until other programs use less than this share of a core, but at most this long. Milliseconds. */
const QUIET_SHARE = 0.1;
const WAIT_MS = 10_000;
/** The measuring window in which the CPU time of other programs is compared. Milliseconds. */
const CPU_WINDOW_MS = 200;
/** The length of the calibration loop, which takes some milliseconds. */
const CALIBRATION_STEPS = 2_000_000;

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

/** Returns the parent and the CPU time of a process, including its ended children. Undefined when it has ended. */
function processOf(id) {
  try {
    // After the name in brackets there are: state, parent, …, and from the 12th field on the times.
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').pop().split(' ').map(Number);
    return { parent: fields[1], ticks: sum(fields.slice(11, 15)) };
  } catch {
    return undefined;
  }
}

/** Reads the values for `foreignShare`. Undefined when there is no /proc. */
function cpuTimes() {
  let first;
  try {
    first = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0];
  } catch {
    return undefined;
  }
  const [user, nice, system, , , irq, softirq, steal] = first.split(/ +/).slice(1).map(Number);
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const processes = new Map(ids.map((id) => [Number(id), processOf(id)]));
  const isOurs = (id) => id === process.pid || (!!processes.get(id) && isOurs(processes.get(id).parent));
  const ours = [...processes].filter(([id, known]) => known && isOurs(id)).map(([, { ticks }]) => ticks);
  return {
    at: performance.now(),
    total: (user + nice + system + irq + softirq + steal) * TICK_MS,
    ours: sum(ours) * TICK_MS,
  };
}

let best = Infinity;

/** Returns the milliseconds of the calibration loop. */
function calibrate() {
  const begin = performance.now();
  let x = 1;
  for (let i = 0; i < CALIBRATION_STEPS; i++) x = (Math.imul(x, 1103515245) + 12345) | 0;
  const ms = performance.now() - begin + 0 * x; // uses x, so that the loop is not optimized away
  best = Math.min(best, ms);
  return ms;
}
for (let i = 0; i < 20; i++) calibrate();

/** Waits until other programs use little CPU time, up to a time limit. */
async function waitForQuiet() {
  const end = performance.now() + WAIT_MS;
  let before = cpuTimes();
  while (before && performance.now() < end) {
    await delay(CPU_WINDOW_MS);
    const after = cpuTimes();
    if (foreignShare(before, after) < QUIET_SHARE) return;
    before = after;
  }
}

/**
 * Takes one sample, and returns whether it was disturbed.
 *
 * @param take - Returns the measured values.
 * @param wait - Whether to wait for an idle machine first.
 */
export async function takeSample(take, wait) {
  if (wait) await waitForQuiet();
  const before = calibrate();
  const from = cpuTimes();
  const values = await take();
  const foreign = from && foreignShare(from, cpuTimes());
  return { values, disturbed: isDisturbed({ foreign, calibration: [before, calibrate()] }, best) };
}

export const machineName = () => `${cpus().length} cores (${cpus()[0].model.trim()}), Node ${process.versions.node}`;
