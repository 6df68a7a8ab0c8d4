import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../command.ts';
import { isTaken } from '../is-taken.ts';

/** The time that a backend has to listen. Milliseconds. */
const START_MS = 60_000;

/** A start that is worth a line. Milliseconds. */
const LONG_START_MS = 5_000;

/** How often a listener is looked for. Milliseconds. */
const INTERVAL_MS = 100;

/** The time that a backend has to end after SIGTERM. Milliseconds. */
const END_MS = 3_000;

/** The part of the output of a backend that an error shows, in characters. */
const LOG_MAX = 2_000;

const isWindows = process.platform === 'win32';

/** A backend that was started for the checks. */
export interface RunningBackend {
  /** Rejects with a CommandError that has the end of its output when it ends instead, or does not listen in time. */
  readonly listening: Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a backend by a command of the shell. `print` says why the start takes long.
 *
 * @throws CommandError when something listens at its address already
 */
export async function startBackend(
  command: string,
  url: string,
  env: NodeJS.ProcessEnv,
  print: (text: string) => void = () => {},
): Promise<RunningBackend> {
  const { host } = new URL(url);
  if (await isTaken(url)) throw new CommandError(`${host} is in use. Stop the program there, or leave --start out.`);
  // A process group of its own, so that the processes that the command starts end with it.
  const child = spawn(command, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'], detached: !isWindows });
  // Also when the reader of the output has gone (`| head`), which ends this command at once.
  const kill = () => signal(child, 'SIGKILL');
  process.once('exit', kill);
  let log = '';
  const keep = (chunk: unknown) => void (log = (log + String(chunk)).slice(-LOG_MAX));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  let hasEnded = false;
  child.once('exit', () => void (hasEnded = true));
  async function listen(): Promise<void> {
    let isLong = false;
    for (const started = performance.now(); !(await isTaken(url)); await sleep(INTERVAL_MS)) {
      if (!isLong && performance.now() - started > LONG_START_MS) {
        isLong = true;
        print(`  … waits until the backend listens at ${host}, for ${START_MS / 1000} s at most: ${command}\n`);
      }
      if (hasEnded) throw new CommandError(`The backend ended before it listened at ${host}: ${command}\n${log}`);
      if (performance.now() - started < START_MS) continue;
      throw new CommandError(
        `The backend does not listen at ${host}: ${command}\nIt has to use the port in PORT, or that of the address.\n${log}`,
      );
    }
  }
  async function stop(): Promise<void> {
    await end(child);
    process.off('exit', kill);
  }
  return { listening: listen(), stop };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  signal(child, 'SIGTERM');
  const timer = setTimeout(() => signal(child, 'SIGKILL'), END_MS);
  await exited;
  clearTimeout(timer);
  if (!isWindows) signal(child, 'SIGKILL'); // what the shell has left behind
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    process.kill(isWindows ? pid! : -pid!, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
