import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Demo {
  readonly shopUrl: string;
  readonly panelUrl: string;
  /** Ends it as Ctrl-C does; the answer is its exit code. */
  stop(): Promise<number | null>;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
}

/** Starts the demo shop as `npm start` does, in a process of its own, and waits for the addresses it prints. */
export async function startDemo(env: Readonly<Record<string, string>>): Promise<Demo> {
  const main = fileURLToPath(new URL('../../demo/main.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let said = '';
  for await (const chunk of child.stdout!) {
    said += String(chunk);
    const [shopUrl, panelUrl] = said.match(/http:\/\/[^\s]+/g) ?? [];
    if (shopUrl && panelUrl && said.includes('Ctrl-C')) return { shopUrl, panelUrl, stop: () => end('SIGINT'), kill };
  }
  throw new Error(`the demo ended at once: ${said}`);

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
