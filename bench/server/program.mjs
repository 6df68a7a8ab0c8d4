import { fork, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The core of the servers, and that of the load generator, which would otherwise take time from the servers. */
const CORES = { servers: 0, load: 1 };

const canPin = process.platform === 'linux' && availableParallelism() > 1 && !spawnSync('taskset', ['-V']).error;

/** Lets all threads of a process run on one core. Returns false where that is not possible. */
export const pin = (pid, core) =>
  canPin && spawnSync('taskset', ['-acp', String(CORES[core]), String(pid)]).status === 0;

/**
 * Starts one of the programs in this folder, on the core of the servers. Resolves with the values that it reports when
 * it is ready; `call` calls one of its functions.
 */
export async function start(name, args = []) {
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), args, {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning', '--max-old-space-size=12000'],
  });
  pin(child.pid, 'servers');
  const waiting = new Map();
  let ids = 0;
  let ready;
  const started = new Promise((resolve, reject) => {
    ready = resolve;
    child.on('exit', (code) => reject(new Error(`${name} ended: ${code}`)));
  });
  child.on('message', (message) => {
    if (message.ready) ready(message.ready);
    else waiting.get(message.id)(message.result);
  });
  const call = (name) =>
    new Promise((resolve) => {
      waiting.set((ids += 1), resolve);
      child.send({ id: ids, name });
    });
  const end = () => new Promise((resolve) => (child.once('exit', resolve), child.disconnect()));
  return { ...(await started), call, end, exit: new Promise((resolve) => child.once('exit', resolve)) };
}

/**
 * The other side of `start`, for the programs: tells that this one is ready, and calls its functions by name. Every
 * program has `cpu`, the CPU time of its process in microseconds.
 */
export function serve(ready, functions = {}) {
  const all = {
    ...functions,
    cpu: () => {
      const { user, system } = process.cpuUsage();
      return user + system;
    },
  };
  process.on('message', async ({ id, name }) => {
    process.send({ id, result: await all[name]() });
    if (name === 'end') process.disconnect();
  });
  process.send({ ready });
}
