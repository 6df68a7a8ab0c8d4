import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A program that is killed and started again. */
export interface Victim {
  /** What it reported when it was first ready. */
  readonly output: string;
  /** Gone by `kill -9`, and after so many ms begun again; resolves when it is ready. */
  kill(restMs: number): Promise<void>;
  /** How often it has ended without being killed. */
  readonly diedByItself: number;
  stop(): Promise<void>;
}

/** Starts a program that says when it is ready, and ends when it is left alone. */
export async function startVictim(script: URL, args: readonly string[]): Promise<Victim> {
  let child: ChildProcess;
  let diedByItself = 0;
  let ending = false;
  async function begin(): Promise<string> {
    const mine = fork(script, args);
    child = mine;
    ending = false;
    mine.once('exit', () => {
      if (!ending) diedByItself += 1;
    });
    const ready = once(mine, 'message').then(([output]) => output as string);
    const gone = once(mine, 'exit').then(([code]) =>
      Promise.reject(new Error(`${script} ended with ${code} at its start`)),
    );
    gone.catch(() => {}); // It ends later, when it is killed.
    return Promise.race([ready, gone]);
  }
  async function end(how: () => void): Promise<void> {
    ending = true;
    const gone = once(child, 'exit');
    how();
    await gone;
  }
  const output = await begin();
  return {
    output,
    async kill(restMs) {
      await end(() => child.kill('SIGKILL'));
      await new Promise((resolve) => setTimeout(resolve, restMs));
      await begin();
    },
    get diedByItself() {
      return diedByItself;
    },
    stop: () => end(() => child.disconnect()),
  };
}
