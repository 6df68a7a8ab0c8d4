import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Demo {
  readonly shopUrl: string;
  readonly panelUrl: string;
  /** What it has printed at its start. */
  readonly output: string;
  /** Ends it as Ctrl-C does; the answer is its exit code. */
  stop(): Promise<number | null>;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the demo shop as `npm start` does, in a process of its own, and waits for the addresses it prints. */
export async function startDemo(
  env: Readonly<Record<string, string>>,
  { project = root, args = [] as readonly string[] } = {},
): Promise<Demo> {
  const child: ChildProcess = spawn(process.execPath, [join(project, 'demo/main.ts'), ...args], {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let output = '';
  // Not `for await`, which would close the stream at the end of the loop: the next line that it prints would end the demo.
  child.stdout!.on('data', (chunk: Buffer) => (output += String(chunk)));
  while (!output.includes('Ctrl-C')) {
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]);
    if (child.exitCode !== null) throw new Error(`the demo ended at once: ${output}`);
  }
  const [shopUrl = '', panelUrl = ''] = output.match(/http:\/\/[^\s]+/g) ?? [];
  return { shopUrl, panelUrl, output, stop: () => end('SIGINT'), kill };

  async function end(signal: 'SIGINT' | 'SIGKILL') {
    if (child.exitCode !== null) return child.exitCode;
    const ended = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    return (await ended)[0];
  }

  async function kill() {
    await end('SIGKILL');
  }
}
