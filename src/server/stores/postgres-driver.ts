import { ConfigurationError } from '../configuration-error.ts';
import { explainPostgres } from './explain-postgres.ts';
import type { SqlRow } from './sql.ts';

/** A parameter of a statement. Times and flags are numbers, JSON is text. */
export type PostgresValue = string | number | null;

/** Runs one statement. */
export type Query = (text: string, values?: readonly PostgresValue[]) => Promise<readonly SqlRow[]>;

/** The part of a `Pool` of pg that is used. */
export interface PgPool {
  /** Runs one statement with `$1` parameters on any connection. Rows are objects by column name. */
  query(text: string, values: unknown[]): Promise<{ readonly rows: unknown[] }>;
  /** Takes a connection out of the pool: for transactions, and one for good to listen. */
  connect(): Promise<PgClient>;
  /** Calls back when an idle connection is lost. */
  on?(event: 'error', lost: () => void): unknown;
  /**
   * `max`: the number of connections. A pool with one is refused while the store listens. `connectionString`: one of
   * another kind of database is refused.
   */
  readonly options?: { readonly max?: number | undefined; readonly connectionString?: string | undefined };
}

/** One connection of a `PgPool`. */
export interface PgClient {
  /** Runs one statement on this connection, between `BEGIN` and `COMMIT` too. */
  query(text: string, values: unknown[]): Promise<{ readonly rows: unknown[] }>;
  /** Calls back for each NOTIFY that this connection receives. */
  on(event: 'notification', onNotification: (message: { readonly payload?: string | undefined }) => void): unknown;
  /** Calls back when the connection is lost. */
  on(event: 'error' | 'end', lost: () => void): unknown;
  /** Returns the connection to the pool; with `true` it is closed instead. */
  release(destroy?: boolean): void;
}

/** The part of postgres.js's `sql` that is used. */
export interface PostgresJs {
  /** Runs one statement with `$1` parameters. `prepare`: as a prepared statement. */
  unsafe(
    text: string,
    values: PostgresValue[],
    options: { readonly prepare?: boolean },
  ): PromiseLike<readonly unknown[]>;
  /** Runs a transaction: commits when `work` resolves, and rolls back when it rejects. */
  begin<T>(work: (sql: Pick<PostgresJs, 'unsafe'>) => Promise<T>): Promise<unknown>;
  /** Listens on a connection of its own, which reconnects by itself and then calls `listening` again. */
  listen(
    channel: string,
    onNotification: (payload: string) => void,
    listening: () => void,
  ): PromiseLike<{ readonly unlisten: () => Promise<unknown> }>;
  /** `prepare` is kept for every statement. With `transform.column.from` the store throws a TypeError. */
  readonly options: {
    readonly prepare?: boolean | undefined;
    readonly transform?: { readonly column?: { readonly from?: unknown } | undefined } | undefined;
  };
}

/** Callbacks of a connection that listens for notifications. */
interface Listener {
  onNotification(payload: string): void;
  /** The connection listens, for the first time or again. Notifications from before were missed. */
  listening(): void;
  /** The connection was lost. A driver that reconnects by itself does not call this. */
  lost(): void;
}

/** A common interface of both drivers. */
export interface PostgresDriver {
  readonly query: Query;
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Returns a function that ends the subscription. */
  listen(channel: string, listener: Listener): Promise<() => void>;
}

/** @throws ConfigurationError when `pool` is neither driver, or has options that the store cannot work with */
export function readDriver(pool: PgPool | PostgresJs, listens: boolean): PostgresDriver {
  if (typeof (pool as PostgresJs | undefined)?.unsafe === 'function') return explained(postgresJs(pool as PostgresJs));
  if (typeof (pool as PgPool | undefined)?.connect !== 'function' || typeof (pool as PgPool).query !== 'function')
    throw new ConfigurationError(
      'pool',
      'a Pool of pg or the sql of postgres.js is needed',
      pool === undefined ? 'option-missing' : undefined,
    );
  // A Client has both methods, too. Its connection can neither listen for good nor keep transactions apart.
  if ('connectionParameters' in pool) throw new ConfigurationError('pool', 'a Pool is needed, not a Client');
  const { options = {} } = pool as PgPool;
  // pg would use the database of the user of this process, which may be another one.
  if ('connectionString' in options && !options.connectionString && !hasPostgresVariables())
    throw new ConfigurationError(
      'pool',
      `connectionString is ${options.connectionString === undefined ? 'undefined' : 'empty'}: is DATABASE_URL set?`,
    );
  const { connectionString = '', max } = options;
  const scheme = /^(mysql|mariadb|mongodb|sqlite|file|sqlserver)[^:]*:/.exec(connectionString)?.[0];
  if (scheme !== undefined)
    throw new ConfigurationError(
      'pool',
      `a PostgreSQL database is needed, and the connection string begins with ${scheme}`,
    );
  if (listens && max === 1)
    throw new ConfigurationError(
      'pool',
      'two connections are needed, because one is used to listen; or set { listen: false }',
    );
  ignoreIdleErrors(pool as PgPool);
  return explained(pg(pool as PgPool));
}

const ignoring = new WeakSet<PgPool>();

/**
 * The loss of an idle connection is an event of the pool, which ends the process when nobody listens. The pool opens
 * another connection, so nothing has to be done.
 */
function ignoreIdleErrors(pool: PgPool): void {
  if (ignoring.has(pool)) return;
  ignoring.add(pool);
  pool.on?.('error', () => {});
}

/** Whether the environment says where the database is: pg reads these variables. */
function hasPostgresVariables(): boolean {
  const { process } = globalThis as {
    readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  };
  return ['PGHOST', 'PGDATABASE', 'PGSERVICE'].some((name) => process?.env?.[name]);
}

/** A driver whose errors say why the database cannot be used. */
function explained(driver: PostgresDriver): PostgresDriver {
  const fail = (error: unknown) => {
    throw explainPostgres(error);
  };
  return {
    ...driver,
    query: (text, values) => driver.query(text, values).catch(fail),
    transaction: (work) => driver.transaction(work).catch(fail),
  };
}

function pg(pool: PgPool): PostgresDriver {
  const through =
    (runner: Pick<PgPool, 'query'>): Query =>
    async (text, values = []) =>
      (await runner.query(text, values.map(storable))).rows as SqlRow[];
  return {
    query: through(pool),
    async transaction(work) {
      const client = await pool.connect();
      // An 'error' event without a listener would end the process. The failing statement reports the same error.
      client.on('error', () => {});
      try {
        await client.query('BEGIN', []);
        const result = await work(through(client));
        await client.query('COMMIT', []);
        client.release();
        return result;
      } catch (error) {
        client.release(true); // this also rolls back, whatever the state of the transaction is
        throw error;
      }
    },
    async listen(channel, listener) {
      const client = await pool.connect();
      let released = false;
      const release = () => {
        if (!released) client.release(true);
        released = true;
      };
      const onLost = () => {
        if (released) return;
        release();
        listener.lost();
      };
      client.on('error', onLost);
      client.on('end', onLost);
      client.on('notification', ({ payload = '' }) => released || listener.onNotification(payload));
      try {
        await client.query(`LISTEN ${channel}`, []);
      } catch (error) {
        release();
        throw error;
      }
      listener.listening();
      return release;
    },
  };
}

function postgresJs(sql: PostgresJs): PostgresDriver {
  if (sql.options.transform?.column?.from)
    throw new ConfigurationError('pool', 'a sql without transform.column.from is needed');
  const { prepare = true } = sql.options;
  const through =
    (runner: Pick<PostgresJs, 'unsafe'>): Query =>
    async (text, values = []) =>
      (await runner.unsafe(text, values.map(storable), { prepare })) as SqlRow[];
  return {
    query: through(sql),
    transaction: async <T>(work: (query: Query) => Promise<T>) => (await sql.begin((tx) => work(through(tx)))) as T,
    async listen(channel, listener) {
      // postgres.js reconnects by itself, and then calls the last callback again.
      let stopped = false;
      const { unlisten } = await sql.listen(
        channel,
        (payload) => stopped || listener.onNotification(payload),
        () => stopped || listener.listening(),
      );
      return () => {
        stopped = true;
        unlisten().catch(() => {}); // the connection is closed, and the subscription ended with it
      };
    },
  };
}

/** PostgreSQL stores no NUL character in text. It is replaced in writes and in lookups in the same way. */
const storable = (value: PostgresValue) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value);
