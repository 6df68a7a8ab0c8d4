import pg from 'pg';
import postgres from 'postgres';
import { randomText } from '../../src/server/random-text.ts';
import { startPostgres } from './postgres-server.ts';

/** A database server for a test file. */
export interface TestDatabase {
  readonly url: string;
  /** A schema of its own for each test, so that neither tests nor files meet in the one database. */
  schema(): Promise<TestSchema>;
  /** Cuts a connection as an administrator would. */
  kill(pid: number): Promise<unknown>;
  /** Closes what was opened so far: a server accepts a few hundred connections. */
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
