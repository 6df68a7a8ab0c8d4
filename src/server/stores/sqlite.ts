import { freezeDeep } from '../freeze-deep.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { checkNames, checkObject, readMilliseconds } from '../read-options.ts';
import { unref } from '../timer.ts';
import { createLimits } from './limits.ts';
import type { Migration, PaymentRow, PaymentStore } from './store.ts';
import * as sql from './sql.ts';
import { sqliteReason } from './explain-sqlite.ts';
import { createListeners } from './listeners.ts';

/** A parameter of a statement. Times and flags are numbers, JSON is text. */
type SqliteValue = string | number | null;

/** What is used of a database: `DatabaseSync` of node:sqlite, and the `Database` of better-sqlite3 and bun:sqlite. */
export interface SqliteDatabase {
  /** Runs statements without parameters and without rows, such as `BEGIN IMMEDIATE`. */
  exec(text: string): unknown;
  /** Prepares one statement. `all` returns its rows as objects by column name, `run` returns no rows. */
  prepare(text: string): {
    all(...values: SqliteValue[]): unknown[];
    run(...values: SqliteValue[]): unknown;
  };
  /** Whether a transaction is open, in node:sqlite from Node 22.16. */
  readonly isTransaction?: boolean;
  /** Whether a transaction is open, in better-sqlite3 and bun:sqlite. */
  readonly inTransaction?: boolean;
}

/** How the SQLite store notices writes of other processes. */
export interface SqliteStoreOptions {
  /** How often writes of other processes are checked for while long polls are open, in ms: 1,000. */
  readonly pollInterval?: number;
}

/** Long polls are answered this soon after another process wrote to the same file. Milliseconds. */
const POLL_INTERVAL_MS = 1_000;

/** How many payments are kept in memory for their next status request, a few kB each. */
const CACHE_MAX = 2_000;

/** A turn of the event loop may take longer, and receive requests in its middle. Milliseconds. */
const CHECK_MS = 1;

/** All processes on one file are on one machine, and so have one clock. */
const leaseChange = sql.leaseChange('CAST($5 AS BIGINT)');

const forgetLimits = sql.forgetLimits('$1');

const recordChange = sql.recordChange('pay_payments WHERE ref = $1');

/** How many statements of all stores in this process may have written. */
let writes = 0;

/**
 * Keeps payments in a SQLite file: durable, several processes on one machine may share it.
 *
 * The caller passes the database, so no driver is a dependency:
 * `sqliteStore(new DatabaseSync('payments.db'))`. Pass a connection that the shop does not use: transactions of the store
 * and of the shop must not mix. Tables (`pay_…`) are created on opening, and migrated from earlier versions.
 *
 * @throws Error when the tables were created by a later version of this package.
 */
export function sqliteStore(db: SqliteDatabase, options: SqliteStoreOptions = {}): PaymentStore {
  checkObject(options, 'options', '{ pollInterval: 1_000 }');
  checkNames(options, ['pollInterval'], '', { lookEvery: 'pollInterval' });
  const pollInterval = readMilliseconds('pollInterval', options.pollInterval, POLL_INTERVAL_MS, 1);
  if (typeof db?.exec !== 'function' || typeof db.prepare !== 'function')
    throw new ConfigurationError(
      'db',
      'a SQLite database of node:sqlite, better-sqlite3 or bun:sqlite is needed',
      db === undefined ? 'option-missing' : undefined,
    );
  const database = withNamedErrors(db);
  // FULL: a payment that was acknowledged must survive a power cut.
  for (const pragma of ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL'])
    database.exec(`PRAGMA ${pragma}`);

  let isOwnTransaction = false;
  /** The shop could roll back a write inside its transaction. SQLite refuses this BEGIN, with the reason. */
  const beforeWrite = () => {
    writes += 1;
    if (!isOwnTransaction && database.isInTransaction()) database.exec('BEGIN');
  };
  const { rows, run } = statements(database, beforeWrite);
  const transaction = <T>(work: () => T): T => {
    database.exec('BEGIN IMMEDIATE');
    isOwnTransaction = true;
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      try {
        database.exec('ROLLBACK');
      } catch {
        // SQLite has rolled back already, for example on a full disk. The first error is reported.
      }
      throw error;
    } finally {
      isOwnTransaction = false;
    }
  };
  // With statements of its own: Deno keeps the columns that a table had when a statement was prepared.
  const upToDate = () => transaction(() => migrate(statements(database, beforeWrite)));
  let migration = upToDate();

  // `data_version` changes when another connection has written, and is cheap to read.
  const dataVersion = () => rows('PRAGMA data_version')[0]?.data_version;
  let seen = dataVersion();
  /** Whether the cached rows were compared with the file in this turn of the event loop. */
  let isChecked = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const listeners = createListeners(
    () => {
      seen = dataVersion();
      timer = setInterval(poll, pollInterval);
      unref(timer);
    },
    () => clearInterval(timer),
  );
  function poll() {
    try {
      const version = dataVersion();
      if (version === seen) return;
      seen = version;
    } catch {
      return; // the shop has closed its database; the next statement reports it
    }
    isChecked = false;
    listeners.notifyAll();
  }

  const one = (text: string, values: SqliteValue[]) => {
    const row = rows(text, ...values)[0];
    return row && sql.readRow(row);
  };
  const notified = (row: ReturnType<typeof one>) => {
    if (row) listeners.notify(row.token);
    return row;
  };

  /** Differs after each write to the file: `data_version` counts those of other connections, `total_changes` our own. */
  const lastWrite = () => [dataVersion(), rows('SELECT total_changes() AS changes')[0]?.changes].join(' ');
  // Most status requests come between two writes, and reading the row takes most of their time. A cached row is a few
  // times faster than `lastWrite()`, which therefore runs once in a turn of the event loop, and after each write of this
  // process: a request that is sent after a write of another process arrives later than that.
  const cache = new Map<string, readonly PaymentRow[]>();
  let cachedAt = lastWrite();
  let cachedWrites = writes;
  let checkedAt = 0;
  function dropOutdatedRows(): void {
    if (isChecked && cachedWrites === writes && performance.now() - checkedAt < CHECK_MS) return;
    if (!isChecked) setImmediate(() => (isChecked = false));
    isChecked = true;
    checkedAt = performance.now();
    cachedWrites = writes;
    const now = lastWrite();
    if (now !== cachedAt) cache.clear();
    cachedAt = now;
  }
  function ofOrderByToken(token: string): readonly PaymentRow[] {
    dropOutdatedRows();
    if (cache.size >= CACHE_MAX) cache.clear();
    let found = cache.get(token);
    if (!found) {
      found = freezeDeep(rows(sql.ofOrderByToken, token).map(sql.readRow));
      if (found.length > 0) cache.set(token, found);
    }
    return found;
  }

  return {
    insert: async ({ paymentRef, token, orderRef, method, coin, data, at }) =>
      rows(sql.insert, paymentRef, token, orderRef, method, coin, JSON.stringify(data), at).length > 0,
    setResponse: async (paymentRef, { serviceId, status, data, at }) =>
      notified(one(sql.setResponse, [paymentRef, serviceId, status, JSON.stringify(data), at])),
    release: async (paymentRef, { stage, data, at, onlyUnseen }) =>
      notified(one(sql.release, [paymentRef, stage, JSON.stringify(data), at, onlyUnseen ? 1 : 0])),
    transition: async (paymentRef, given) =>
      notified(
        transaction(() => {
          const raw = rows(sql.transition(given.phase), ...sql.transitionValues(paymentRef, given))[0];
          if (!raw) return undefined;
          run(recordChange, paymentRef);
          return sql.readRow(raw);
        }),
      ),
    updateFacts: async (paymentRef, version, facts, at) =>
      notified(one(sql.updateFacts, [paymentRef, version, at, ...sql.factValues(facts)])),
    byPaymentRef: async (paymentRef) => one(sql.byPaymentRef, [paymentRef]),
    byToken: async (token) => one(sql.byToken, [token]),
    byServiceId: async (serviceId) => rows(sql.byServiceId, serviceId).map(sql.readRow),
    ofOrder: async (orderRef) => rows(sql.ofOrder, orderRef).map(sql.readRow),
    ofOrderByToken: async (token) => ofOrderByToken(token),
    open: async (after, limit) => rows(sql.open, after?.created ?? -1, after?.paymentRef ?? '', limit).map(sql.readRow),
    countOpen: async () => Number(rows(sql.countOpen)[0]?.open),
    latest: async (after, limit) =>
      (after ? rows(sql.latestAfter, limit, after.created, after.paymentRef) : rows(sql.latest, limit)).map(
        sql.readRow,
      ),
    unhandled: async (after, limit) =>
      rows(sql.unhandled, after?.paymentRef ?? '', after?.version ?? 0, limit).map(sql.readChange),
    unhandledOf: async (paymentRef) => rows(sql.unhandledOf, paymentRef).map(sql.readChange),
    markHandled: async (paymentRef, version) => run(sql.markHandled, paymentRef, version),
    leaseChange: async (paymentRef, version, owner, ms) =>
      rows(leaseChange, paymentRef, version, owner, ms, Date.now()).length > 0,
    setCheck: async (paymentRef, kind, at, before) => {
      if (at === null) return rows(sql.removeCheck, paymentRef, kind, before ?? null).length > 0;
      if (before === undefined) return rows(sql.addCheck, paymentRef, kind, at).length > 0;
      return rows(sql.moveCheck, paymentRef, kind, at, before).length > 0;
    },
    addChecks: async (kind, at, since) => run(sql.addChecks, kind, at, since),
    dueChecks: async (kind, at, limit) => rows(sql.dueChecks, kind, at, limit).map(sql.readCheck),
    ...createLimits({
      read: (name) => ({ log: sql.readLog(rows(sql.readLimit, name)[0]) }),
      swap: (...values) => rows(sql.swapLimit, ...values).length > 0,
      forget: (at) => run(forgetLimits, at),
    }),
    subscribe: (token, listener) => {
      // The caller reads the row next, and is notified only of later writes.
      isChecked = false;
      return listeners.subscribe(token, listener);
    },
    migrate: async () => (migration = upToDate() ?? migration),
    check: async () => {
      if (rows(sql.check).length === 0) throw new Error('The payment tables do not exist: call migrate().');
    },
    close: () => clearInterval(timer),
  };
}

/** What the drivers call the path of the file. */
interface NamedDatabase {
  /** node:sqlite */
  readonly location?: () => string | null;
  /** better-sqlite3 */
  readonly name?: string;
  /** bun:sqlite */
  readonly filename?: string;
}

/** Returns the database with errors that name its file. */
function withNamedErrors(db: SqliteDatabase & NamedDatabase) {
  const file = (db.location?.() ?? db.name ?? db.filename) || 'The SQLite database';
  const naming =
    <Values extends unknown[], Result>(call: (...values: Values) => Result) =>
    (...values: Values): Result => {
      try {
        return call(...values);
      } catch (cause) {
        const reason = sqliteReason(cause as Error);
        const error = new Error(`${file}: ${reason}`, { cause });
        throw reason === (cause as Error).message ? error : Object.assign(error, { name: 'StoreError' });
      }
    };
  const prepare = naming((text: string) => db.prepare(text));
  return {
    exec: naming((text: string) => db.exec(text)),
    isInTransaction: naming(() => db.isTransaction ?? db.inTransaction ?? false),
    prepare(text: string) {
      const statement = prepare(text);
      return {
        all: naming((...values: SqliteValue[]) => statement.all(...values)),
        run: naming((...values: SqliteValue[]) => statement.run(...values)),
      };
    },
  };
}

/** Runs the statements of `sql.ts`. Not every driver takes numbered places: `$2` becomes a `?` with the second value. */
function statements(db: SqliteDatabase, beforeWrite: () => void) {
  const prepared = new Map<string, Prepared>();
  const find = (text: string) => {
    let entry = prepared.get(text);
    if (!entry) {
      const places: number[] = [];
      const positional = text.replace(/\$(\d+)/g, (_, place: string) => (places.push(Number(place) - 1), '?'));
      entry = { statement: db.prepare(positional), places, isRead: /^(SELECT|PRAGMA)/.test(text) };
      prepared.set(text, entry);
    }
    return entry;
  };
  const inPlace = (places: readonly number[], values: SqliteValue[]) => places.map((place) => values[place] ?? null);
  return {
    rows: (text: string, ...values: SqliteValue[]) => {
      const { statement, places, isRead } = find(text);
      if (!isRead) beforeWrite();
      return statement.all(...inPlace(places, values)) as sql.SqlRow[];
    },
    run: (text: string, ...values: SqliteValue[]): void => {
      const { statement, places } = find(text);
      beforeWrite();
      statement.run(...inPlace(places, values));
    },
  };
}

interface Prepared {
  readonly statement: ReturnType<SqliteDatabase['prepare']>;
  /** The index of the value for each `?`. */
  readonly places: readonly number[];
  readonly isRead: boolean;
}

function migrate({ rows, run }: ReturnType<typeof statements>): Migration | undefined {
  run(sql.createSchema);
  const version = sql.schemaVersion(rows(sql.readSchema));
  for (const text of sql.pending(version)) run(text);
  return sql.migrationFrom(version);
}
