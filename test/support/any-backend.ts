import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findInterpreters } from '../../scripts/interpreters.mjs';
import { freePort } from './free-port.ts';

const docs = fileURLToPath(new URL('../../docs/any-backend', import.meta.url));

/** The languages whose backend can be run here. Those that cannot are named at the end of `npm test`. */
export const languages = Object.entries(findInterpreters()).flatMap(([language, program]) =>
  program ? [[language, program] as const] : [],
);

export interface AnyBackend {
  readonly origin: string;
  /** Ends it as a power cut does, and starts it anew on the same port and file. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one of the examples below `docs/any-backend` as its first lines say, and waits until it answers. */
export async function startBackend(
  language: string,
  program: string,
  env: Readonly<Record<string, string>>,
): Promise<AnyBackend> {
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const args = language === 'php' ? ['-S', `127.0.0.1:${port}`, 'index.php'] : ['-B', 'shop.py'];
  let child: ChildProcess;

  async function start(more: Readonly<Record<string, string>> = {}) {
    child = spawn(program, args, {
      cwd: `${docs}/${language}`,
      // PHP's own server takes one request at a time otherwise.
      env: { ...process.env, PORT: port, PUBLIC_URL: `${origin}/pay`, PHP_CLI_SERVER_WORKERS: '4', ...env, ...more },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true, // with its workers, as a group
    });
    let said = '';
    child.stderr!.setEncoding('utf8').on('data', (text) => (said += text));
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${language} ended: ${said}`)));
    await Promise.race([answering(`${origin}/pay/`), ended]);
    ended.catch(() => {}); // from here on it ends when it is told to
  }

  async function kill() {
    const closed = once(child, 'close');
    process.kill(-child.pid!, 'SIGKILL');
    await closed;
  }

  process.once('exit', () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // It was stopped.
    }
  });
  await start();
  return { origin, stop: kill, restart: async (more) => (await kill(), start(more)) };
}

async function answering(url: string): Promise<void> {
  for (;;) {
    const there = await fetch(url).then(
      () => true,
      () => false,
    );
    if (there) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
