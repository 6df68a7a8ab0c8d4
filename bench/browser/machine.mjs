/** Takes samples, and tells whether other programs on the machine disturbed them. */
import { readFileSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { foreignShare, isDisturbed } from './statistics.mjs';

/** Linux counts the time of programs in hundredths of a second. */
const TICK_MS = 10;
/** A sample waits until others take less than this share of a core, but no longer than this. Milliseconds. */
const QUIET_SHARE = 0.1;
const WAIT_MS = 10_000;
/** The measuring window in which the CPU time of other programs is compared. */
const CPU_WINDOW_MS = 200;
/** The calibration loop takes some milliseconds. */
const CALIBRATION_STEPS = 2_000_000;

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

/** Parent and time of a process, with that of its ended children. Undefined when it has ended. */
function processOf(id) {
  try {
    // After the name in brackets come: state, parent, …, and from the 12th on the times.
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').pop().split(' ').map(Number);
    return { parent: fields[1], ticks: sum(fields.slice(11, 15)) };
  } catch {
    return undefined;
  }
}

/** What `foreignShare` compares. Undefined where there is no /proc. */
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

/** Milliseconds of the calibration loop. */
function calibrate() {
  const begin = performance.now();
  let x = 1;
  for (let i = 0; i < CALIBRATION_STEPS; i++) x = (Math.imul(x, 1103515245) + 12345) | 0;
  const ms = performance.now() - begin + 0 * x; // what is not used is not computed
  best = Math.min(best, ms);
  return ms;
}
for (let i = 0; i < 20; i++) calibrate();

/** Waits until other programs leave the machine alone, for a while. */
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
 * Takes one sample, and says whether it was disturbed.
 *
 * @param take - Gives the measured values.
 * @param wait - Whether to wait for a quiet machine first.
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
