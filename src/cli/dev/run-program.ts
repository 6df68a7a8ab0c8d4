import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { CommandError } from '../command.ts';
import { onParentEnd } from '../on-parent-end.ts';
import { descendantsOf } from './descendants.ts';

/** The exit codes of shells. */
const CANNOT_RUN = 126;
const NOT_FOUND = 127;

/** The time that the program has to end when the parent of this process has ended. Milliseconds. */
const END_MS = 10_000;

/** 128 plus the number of the signal, as in shells. */
const codeOf = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];

/**
 * Runs a program until it exits, with the input and output of this process. Returns its exit code.
 *
 * SIGINT, SIGTERM and SIGHUP are passed on to the program and its child processes (`npm run` starts a shell, which starts
 * node, and passes nothing on). A second signal kills them with SIGKILL. A terminal sends Ctrl-C to all of its processes, so
 * there SIGINT is not passed on. Elsewhere the program has its own process group. At a terminal it cannot have one, because
 * it could not read its input then. When the shell ends that npx or npm has started for this process, the program receives
 * SIGTERM.
 *
 * @throws CommandError when there is no such program
 */
export function runProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const inTerminal = process.stdin.isTTY;
  const isWindows = process.platform === 'win32';
  const ownGroup = !inTerminal && !isWindows;
  return new Promise((resolve, reject) => {
    // On Windows npm and npx are scripts, which only a shell finds.
    const child = spawn(program, args, { env, stdio: 'inherit', detached: ownGroup, shell: isWindows });
    let received = 0;

    function send(signal: NodeJS.Signals): void {
      if (child.pid === undefined) return;
      const targets = ownGroup ? [-child.pid] : [child.pid, ...descendantsOf(child.pid)];
      for (const pid of targets) kill(pid, signal);
    }
    const pass = (signal: NodeJS.Signals): void => {
      received += 1;
      if (received > 1) send('SIGKILL');
      else if (!(inTerminal && signal === 'SIGINT')) send(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    const stopWatching = onParentEnd(() => {
      if (received === 0) pass('SIGTERM');
      setTimeout(() => send('SIGKILL'), END_MS).unref();
    });
    const forget = () => {
      stopWatching();
      signals.forEach((signal) => process.off(signal, pass));
    };

    signals.forEach((signal) => process.on(signal, pass));
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      forget();
      reject(
        code === 'ENOENT'
          ? new CommandError(notFound(program), NOT_FOUND)
          : new CommandError(
              code === 'EACCES'
                ? `'${program}' cannot be run: it is no program, or you have no permission to run it (EACCES).`
                : `'${program}' cannot be run: ${message}`,
              CANNOT_RUN,
            ),
      );
    });
    child.once('exit', (code, signal) => {
      forget();
      resolve(code ?? codeOf(signal!));
    });
  });
}

/** Why a program was not found, and what to do. */
function notFound(program: string): string {
  if (program.includes(' '))
    return `The command '${program}' does not exist. Write it without quotes: pay-elements dev -- ${program}`;
  if (existsSync(program))
    return /\.[cm]?[jt]s$/.test(program)
      ? `'${program}' is a file, not a command. Run it with Node: pay-elements dev -- node ${program}`
      : `'${program}' is a file, not a command. Write its path if it is a program: pay-elements dev -- ./${program}`;
  return `The command '${program}' does not exist. Is it installed, and is its name correct?`;
}

/** Sends a signal to a process, unless it has ended. A negative number is a group of processes. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
