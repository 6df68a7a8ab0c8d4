import { readMilliseconds } from '../read-options.ts';
import { createLimits } from './limits.ts';
import { readDriver, type PgPool, type PostgresJs, type PostgresValue, type Query } from './postgres-driver.ts';
import { createPostgresNews } from './postgres-news.ts';
import * as sql from './sql.ts';
import type { Facts, PaymentStore } from './store.ts';

export type { PgClient, PgPool, PostgresJs } from './postgres-driver.ts';

/** How the PostgreSQL store hears of what other processes wrote. */
export interface PostgresStoreOptions {
  /**
   * Whether to LISTEN, which takes one connection for as long as the store is open. False behind a pooler that
   * gives a connection for one transaction only (PgBouncer): then payments that someone waits for are looked at.
   */
  readonly listen?: boolean;
  /** How often those are looked at without LISTEN, and while its connection is down, in ms. */
  readonly lookEvery?: number;
}

/** Held questions are answered this soon after another process wrote, where nobody listens. Milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** Any number will do that nothing else in the database locks: 'pay_elem' in bytes. */
const MIGRATION_LOCK = BigInt('0x7061795f656c656d');

/** PostgreSQL's codes for a permission that lacks, and for a connection that may only read. */
const NOT_ALLOWED: readonly unknown[] = ['42501', '25006'];

/** Two transactions met and one has to be done again; at most so often. */
const CONFLICTS: readonly unknown[] = ['40001', '40P01'];
const TRIES = 10;

const factValues = (facts: Facts): PostgresValue[] => [
  facts.cryptoAmountReceived ?? null,
  facts.confirmations ?? null,
  facts.confirmationsRequired ?? null,
  facts.expiresAt ?? null,
];

/**
 * Keeps payments in PostgreSQL (tried on 15 and 18), for a shop on one machine or many.
 *
 * A `Pool` of pg or the `sql` of postgres.js is handed in, so neither is a dependency: `postgresStore(new Pool())`.
 * Tables (`pay_…`) stand in the first schema of the connection's search path. They are made and brought up to
 * date at the first use, or before it by `migrate()`: call that where you deploy if the shop itself may not
 * create tables; it then only looks whether they are right.
 *
 * Held questions on every process are woken by NOTIFY. The service's rate limit is one row, counted by the
 * database's clock, for those of many machines differ. `close()` ends the listening; the pool stays the shop's.
 */
export function postgresStore(
  pool: PgPool | PostgresJs,
  { listen = true, lookEvery }: PostgresStoreOptions = {},
): PaymentStore {
  const driver = readDriver(pool, listen);
  const pace = readMilliseconds('lookEvery', lookEvery, LOOK_EVERY_MS, 1);
  const news = createPostgresNews(driver, { listens: listen, lookEvery: pace });

  const migrate = async () => {
    if ((await versionOf(driver.query)) !== sql.migrations.length)
      await driver.transaction(bringUpToDate).catch(explain);
  };
  let upToDate: Promise<void> | undefined;
  const ready = () =>
    (upToDate ??= migrate().catch((error: unknown) => {
      upToDate = undefined; // whoever comes next tries again
      throw error;
    }));

  const rows: Query = async (text, values) => {
    await ready();
    for (let tries = 1; ; tries += 1) {
      try {
        return await driver.query(text, values);
      } catch (error) {
        if (tries === TRIES || !CONFLICTS.includes(codeOf(error))) throw error;
      }
    }
  };
  const one = async (text: string, values: readonly PostgresValue[]) => {
    const row = (await rows(text, values))[0];
    return row && sql.readRow(row);
  };
  const many = async (text: string, values: readonly PostgresValue[]) => (await rows(text, values)).map(sql.readRow);
  const changes = async (text: string, values: readonly PostgresValue[]) =>
    (await rows(text, values)).map(sql.readChange);
  const write = async (text: string, values: readonly PostgresValue[]) => {
    const row = await one(text, values);
    if (row) news.wake(row.token);
    return row;
  };

  const attach = news.announcing(sql.attach);
  const release = news.announcing(sql.release);
  const note = news.announcing(sql.note);
  // Both writes are one statement, and so one step for everybody else.
  const outbox = `c AS (${sql.recordChange('u')}),`;

  return {
    insert: async ({ ref, token, order, method, coin, data, at }) =>
      (await rows(sql.insert, [ref, token, order, method, coin, JSON.stringify(data), at])).length > 0,
    attach: (ref, { serviceId, status, data, at }) => write(attach, [ref, serviceId, status, JSON.stringify(data), at]),
    release: (ref, { stage, data, at }) => write(release, [ref, stage, JSON.stringify(data), at]),
    move: (ref, { phase, status, serviceId, facts, at }) =>
      write(news.announcing(sql.move[phase], outbox), [ref, status, serviceId ?? null, at, ...factValues(facts)]),
    note: (ref, version, facts, at) => write(note, [ref, version, at, ...factValues(facts)]),
    byRef: (ref) => one(sql.byRef, [ref]),
    byToken: (token) => one(sql.byToken, [token]),
    byServiceId: (serviceId) => many(sql.byServiceId, [serviceId]),
    ofOrder: (order) => many(sql.ofOrder, [order]),
    open: (after, limit) => many(sql.open, [after?.created ?? -1, after?.ref ?? '', limit]),
    countOpen: async () => Number((await rows(sql.countOpen))[0]?.open),
    latest: (after, limit) =>
      after ? many(sql.latestAfter, [limit, after.created, after.ref]) : many(sql.latest, [limit]),
    unhandled: (after, limit) => changes(sql.unhandled, [after?.ref ?? '', after?.version ?? 0, limit]),
    unhandledOf: (ref) => changes(sql.unhandledOf, [ref]),
    markHandled: async (ref, version) => void (await rows(sql.markHandled, [ref, version])),
    ...createLimits({
      async read(name) {
        const [row] = await rows(readLimit, [name]);
        return { log: sql.readLog(row), at: Math.floor(Number(row?.at)) };
      },
      swap: async (...values) => (await rows(sql.swapLimit, values)).length > 0,
      forget: async (at) => void (await rows(sql.forgetLimits, [at])),
    }),
    watch: (token, look) => news.watch(token, look),
    wake: (token) => news.wake(token),
    migrate,
    check: async () => void (await rows(sql.check)),
    close: () => news.close(),
  };
}

/** With the database's clock, in milliseconds since 1970. */
const readLimit = `SELECT (${sql.readLimit}) AS log, extract(epoch FROM clock_timestamp()) * 1000 AS at`;

const codeOf = (error: unknown) => (error as { readonly code?: unknown } | undefined)?.code;

/** 0 where there are no tables yet. */
async function versionOf(query: Query): Promise<number> {
  const [found] = await query(`SELECT to_regclass('pay_schema') IS NOT NULL AS there`);
  return found?.there === true ? Number((await query(sql.schemaVersion))[0]?.version ?? 0) : 0;
}

async function bringUpToDate(query: Query): Promise<void> {
  // Whatever the shop's default: who has waited must see what was made meanwhile.
  await query('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
  // Held until the transaction ends: the second process finds what the first has made.
  await query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  // Whether the table is there may be an old answer in a connection's cache. This asks again.
  await query(sql.createSchema);
  const [row] = await query(sql.schemaVersion);
  for (const text of sql.pending(Number(row?.version ?? 0))) await query(text);
}

function explain(error: unknown): never {
  if (!NOT_ALLOWED.includes(codeOf(error))) throw error;
  const message =
    'The payment tables are not up to date: call migrate() of this store as a role that may create tables.';
  throw new Error(message, { cause: error });
}
