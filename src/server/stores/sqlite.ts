import { createLimits } from './limits.ts';
import type { Facts, PaymentStore } from './store.ts';
import * as sql from './sql.ts';
import { createWatchers } from './watchers.ts';

type SqliteValue = string | number | null;

/** What is used of a database: `DatabaseSync` of node:sqlite, and the `Database` of better-sqlite3 and bun:sqlite. */
export interface SqliteDatabase {
  exec(text: string): unknown;
  prepare(text: string): {
    all(...values: SqliteValue[]): unknown[];
    run(...values: SqliteValue[]): unknown;
  };
}

/** How the SQLite store looks for what other processes wrote. */
export interface SqliteStoreOptions {
  /** How often another process's changes are looked for while someone waits for news, in ms. */
  readonly lookEvery?: number;
}

/** Held questions are answered this soon after another process on the same file wrote, in ms. */
const LOOK_EVERY_MS = 1_000;

const recordChange = sql.recordChange('pay_payments WHERE ref = $1');

const factValues = (facts: Facts): SqliteValue[] => [
  facts.cryptoAmountReceived ?? null,
  facts.confirmations ?? null,
  facts.confirmationsRequired ?? null,
  facts.expiresAt ?? null,
];

/**
 * Keeps payments in a SQLite file: durable, several processes on one machine may share it.
 *
 * The database is handed in, so no driver is a dependency:
 * `sqliteStore(new DatabaseSync('payments.db'))`. Give it a connection of its own, for its transactions
 * must not fall into the shop's. Tables (`pay_…`) are made on opening and brought up to date.
 *
 * @throws Error when the tables were made by a later version of this package.
 */
export function sqliteStore(db: SqliteDatabase, { lookEvery = LOOK_EVERY_MS }: SqliteStoreOptions = {}): PaymentStore {
  if (typeof db?.exec !== 'function' || typeof db.prepare !== 'function')
    throw new TypeError('db: a SQLite database of node:sqlite, better-sqlite3 or bun:sqlite is needed');
  // FULL: a payment that was acknowledged must survive a power cut.
  for (const pragma of ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL']) db.exec(`PRAGMA ${pragma}`);

  const { rows, run } = statements(db);
  const transaction = <T>(work: () => T): T => {
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      try {
        db.exec('ROLLBACK');
      } catch {
        // SQLite has rolled back by itself (a full disk); what went wrong first is what counts.
      }
      throw error;
    }
  };
  const upToDate = () => transaction(() => migrate(rows, run));
  upToDate();

  // SQLite tells a connection that another one has written, by a number that is cheap to read.
  const dataVersion = () => rows('PRAGMA data_version')[0]?.data_version;
  let seen = dataVersion();
  let timer: ReturnType<typeof setInterval> | undefined;
  const watchers = createWatchers(
    () => {
      seen = dataVersion();
      timer = setInterval(lookAgain, lookEvery);
      (timer as { unref?(): void }).unref?.();
    },
    () => clearInterval(timer),
  );
  function lookAgain() {
    try {
      const version = dataVersion();
      if (version === seen) return;
      seen = version;
    } catch {
      return; // the shop has closed its database; whoever asks it next is told
    }
    watchers.wakeAll();
  }

  const one = (text: string, values: SqliteValue[]) => {
    const row = rows(text, ...values)[0];
    return row && sql.readRow(row);
  };
  const woken = (row: ReturnType<typeof one>) => {
    if (row) watchers.wake(row.token);
    return row;
  };

  return {
    insert: async ({ ref, token, order, method, coin, data, at }) =>
      rows(sql.insert, ref, token, order, method, coin, JSON.stringify(data), at).length > 0,
    attach: async (ref, { serviceId, status, data, at }) =>
      woken(one(sql.attach, [ref, serviceId, status, JSON.stringify(data), at])),
    release: async (ref, { stage, data, at }) => woken(one(sql.release, [ref, stage, JSON.stringify(data), at])),
    move: async (ref, { phase, status, serviceId, facts, at }) =>
      woken(
        transaction(() => {
          const raw = rows(sql.move[phase], ref, status, serviceId ?? null, at, ...factValues(facts))[0];
          if (!raw) return undefined;
          run(recordChange, ref);
          return sql.readRow(raw);
        }),
      ),
    note: async (ref, version, facts, at) => woken(one(sql.note, [ref, version, at, ...factValues(facts)])),
    byRef: async (ref) => one(sql.byRef, [ref]),
    byToken: async (token) => one(sql.byToken, [token]),
    byServiceId: async (serviceId) => rows(sql.byServiceId, serviceId).map(sql.readRow),
    ofOrder: async (order) => rows(sql.ofOrder, order).map(sql.readRow),
    open: async (after, limit) => rows(sql.open, after?.created ?? -1, after?.ref ?? '', limit).map(sql.readRow),
    countOpen: async () => Number(rows(sql.countOpen)[0]?.open),
    latest: async (after, limit) =>
      (after ? rows(sql.latestAfter, limit, after.created, after.ref) : rows(sql.latest, limit)).map(sql.readRow),
    unhandled: async (after, limit) =>
      rows(sql.unhandled, after?.ref ?? '', after?.version ?? 0, limit).map(sql.readChange),
    unhandledOf: async (ref) => rows(sql.unhandledOf, ref).map(sql.readChange),
    markHandled: async (ref, version) => run(sql.markHandled, ref, version),
    ...createLimits({
      read: (name) => ({ log: sql.readLog(rows(sql.readLimit, name)[0]) }),
      swap: (...values) => rows(sql.swapLimit, ...values).length > 0,
      forget: (at) => run(sql.forgetLimits, at),
    }),
    watch: (token, look) => watchers.watch(token, look),
    wake: (token) => watchers.wake(token),
    migrate: async () => upToDate(),
    check: async () => {
      if (rows(sql.check).length === 0) throw new Error('The payment tables are not there: call migrate().');
    },
    close: () => clearInterval(timer),
  };
}

/** Runs the shared texts: `$2` becomes a `?` with the second value, since not every driver takes numbered ones. */
function statements(db: SqliteDatabase) {
  const prepared = new Map<string, { statement: ReturnType<SqliteDatabase['prepare']>; places: readonly number[] }>();
  const find = (text: string) => {
    let entry = prepared.get(text);
    if (!entry) {
      const places: number[] = [];
      const positional = text.replace(/\$(\d+)/g, (_, place: string) => (places.push(Number(place) - 1), '?'));
      entry = { statement: db.prepare(positional), places };
      prepared.set(text, entry);
    }
    return entry;
  };
  const inPlace = (places: readonly number[], values: SqliteValue[]) => places.map((place) => values[place] ?? null);
  return {
    rows: (text: string, ...values: SqliteValue[]) => {
      const { statement, places } = find(text);
      return statement.all(...inPlace(places, values)) as sql.SqlRow[];
    },
    run: (text: string, ...values: SqliteValue[]): void => {
      const { statement, places } = find(text);
      statement.run(...inPlace(places, values));
    },
  };
}

type Statements = ReturnType<typeof statements>;

function migrate(rows: Statements['rows'], run: Statements['run']): void {
  run(sql.createSchema);
  const version = Number(rows(sql.schemaVersion)[0]?.version ?? 0);
  for (const text of sql.pending(version)) run(text);
}
