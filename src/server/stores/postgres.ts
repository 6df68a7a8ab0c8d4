import { ConfigurationError } from '../configuration-error.ts';
import { checkNames, checkObject, readMilliseconds } from '../read-options.ts';
import { createLimits } from './limits.ts';
import { readDriver, type PgPool, type PostgresJs, type PostgresValue, type Query } from './postgres-driver.ts';
import { createPostgresNotifications } from './postgres-notify.ts';
import * as sql from './sql.ts';
import type { Migration, PaymentStore } from './store.ts';

export type { PgClient, PgPool, PostgresJs } from './postgres-driver.ts';

/** How the PostgreSQL store detects writes of other processes. */
export interface PostgresStoreOptions {
  /**
   * True uses LISTEN, which needs one connection while the store is open. Default: true. Set false behind a pooler that
   * assigns a connection for one transaction only (PgBouncer). The payments of open long polls are then polled.
   */
  readonly listen?: boolean;
  /** The polling interval without LISTEN, and while its connection is down, in ms. Default: 1,000. */
  readonly pollInterval?: number;
}

/** Without LISTEN, a long poll is answered at most this long after a write of another process. Milliseconds. */
const POLL_INTERVAL_MS = 1_000;

/** The key of the advisory lock: 'pay_elem' in bytes. It may be any number that no other lock of the database uses. */
const MIGRATION_LOCK = BigInt('0x7061795f656c656d');

/** PostgreSQL's codes for a missing permission and for a read-only connection. */
const NOT_ALLOWED: readonly unknown[] = ['42501', '25006'];

/** PostgreSQL's codes for a conflict of two transactions, after which one must be repeated; and the most attempts. */
const CONFLICTS: readonly unknown[] = ['40001', '40P01'];
const TRIES = 10;

/**
 * Keeps payments in PostgreSQL (tested with 15 and 18), for a shop on one or many machines.
 *
 * Pass a `Pool` of pg or the `sql` of postgres.js; neither is a dependency of this package:
 * `postgresStore(new Pool())`. The tables (`pay_…`) are in the first schema of the connection's search path. The first
 * use creates and migrates them. If the shop's database role may not create tables, call `migrate()` at deployment with
 * another role. Then the shop only checks their version.
 *
 * Long polls in every process are answered after a NOTIFY. The service's rate limit is one row, which uses the
 * database's clock, because the clocks of machines differ. `close()` ends LISTEN and leaves the pool open.
 */
export function postgresStore(pool: PgPool | PostgresJs, options: PostgresStoreOptions = {}): PaymentStore {
  checkObject(options, 'options', '{ listen: false }');
  checkNames(options, ['listen', 'pollInterval'], '', { lookEvery: 'pollInterval' });
  const { listen = true, pollInterval } = options;
  if (typeof listen !== 'boolean') throw new ConfigurationError('listen', 'true or false is needed');
  const driver = readDriver(pool, listen);
  const interval = readMilliseconds('pollInterval', pollInterval, POLL_INTERVAL_MS, 1);
  const notifications = createPostgresNotifications(driver, { useListen: listen, pollInterval: interval });

  let migration: Migration | undefined;
  const migrate = async () => {
    const version = await versionOf(driver.query);
    if (sql.isOutdated(version)) migration = (await driver.transaction(bringUpToDate).catch(explain)) ?? migration;
    else sql.pending(version);
    return migration;
  };
  let upToDate: Promise<unknown> | undefined;
  const ready = () =>
    (upToDate ??= migrate().catch((error: unknown) => {
      upToDate = undefined; // the next use tries again
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
    if (row) notifications.notify(row.token);
    return row;
  };

  const setResponse = notifications.announcing(sql.setResponse);
  const release = notifications.announcing(sql.release);
  const updateFacts = notifications.announcing(sql.updateFacts);
  // Both writes are one statement, so other connections see both or neither.
  const outbox = `c AS (${sql.recordChange('u')}),`;

  return {
    insert: async ({ paymentRef, token, orderRef, method, coin, data, at }) =>
      (await rows(sql.insert, [paymentRef, token, orderRef, method, coin, JSON.stringify(data), at])).length > 0,
    setResponse: (paymentRef, { serviceId, status, data, at }) =>
      write(setResponse, [paymentRef, serviceId, status, JSON.stringify(data), at]),
    release: (paymentRef, { stage, data, at, onlyUnseen }) =>
      write(release, [paymentRef, stage, JSON.stringify(data), at, onlyUnseen ? 1 : 0]),
    transition: (paymentRef, given) =>
      write(notifications.announcing(sql.transition(given.phase), outbox), sql.transitionValues(paymentRef, given)),
    updateFacts: (paymentRef, version, facts, at) =>
      write(updateFacts, [paymentRef, version, at, ...sql.factValues(facts)]),
    byPaymentRef: (paymentRef) => one(sql.byPaymentRef, [paymentRef]),
    byToken: (token) => one(sql.byToken, [token]),
    byServiceId: (serviceId) => many(sql.byServiceId, [serviceId]),
    ofOrder: (orderRef) => many(sql.ofOrder, [orderRef]),
    ofOrderByToken: (token) => many(sql.ofOrderByToken, [token]),
    open: (after, limit) => many(sql.open, [after?.created ?? -1, after?.paymentRef ?? '', limit]),
    countOpen: async () => Number((await rows(sql.countOpen))[0]?.open),
    latest: (after, limit) =>
      after ? many(sql.latestAfter, [limit, after.created, after.paymentRef]) : many(sql.latest, [limit]),
    unhandled: (after, limit) => changes(sql.unhandled, [after?.paymentRef ?? '', after?.version ?? 0, limit]),
    unhandledOf: (paymentRef) => changes(sql.unhandledOf, [paymentRef]),
    markHandled: async (paymentRef, version) => void (await rows(sql.markHandled, [paymentRef, version])),
    leaseChange: async (paymentRef, version, owner, ms) =>
      (await rows(leaseChange, [paymentRef, version, owner, ms])).length > 0,
    setCheck: async (paymentRef, kind, at, before) => {
      if (at === null) return (await rows(sql.removeCheck, [paymentRef, kind, before ?? null])).length > 0;
      if (before === undefined) return (await rows(sql.addCheck, [paymentRef, kind, at])).length > 0;
      return (await rows(sql.moveCheck, [paymentRef, kind, at, before])).length > 0;
    },
    addChecks: async (kind, at, since) => void (await rows(sql.addChecks, [kind, at, since])),
    dueChecks: async (kind, at, limit) => (await rows(sql.dueChecks, [kind, at, limit])).map(sql.readCheck),
    ...createLimits({
      async read(name) {
        const [row] = await rows(readLimit, [name]);
        return { log: sql.readLog(row), at: Math.floor(Number(row?.at)) };
      },
      swap: async (...values) => (await rows(sql.swapLimit, values)).length > 0,
      forget: async (at) => void (await rows(forgetLimits, [Math.floor(at)])),
    }),
    subscribe: (token, listener) => notifications.subscribe(token, listener),
    migrate,
    check: async () => void (await rows(sql.check)),
    close: () => notifications.close(),
  };
}

/** The time of the database in milliseconds since 1970: the clocks of the machines may differ. */
const NOW = 'extract(epoch FROM clock_timestamp()) * 1000';

const readLimit = `SELECT (${sql.readLimit}) AS log, ${NOW} AS at`;

const forgetLimits = sql.forgetLimits(`LEAST(CAST(${NOW} AS BIGINT), CAST($1 AS BIGINT))`);

const leaseChange = sql.leaseChange(`CAST(${NOW} AS BIGINT)`);

const codeOf = (error: unknown) => (error as { readonly code?: unknown } | undefined)?.code;

/** Returns the version of the tables; zeros when there are none. */
async function versionOf(query: Query): Promise<sql.SchemaVersion> {
  const [found] = await query(`SELECT to_regclass('pay_schema') IS NOT NULL AS there`);
  return sql.schemaVersion(found?.there === true ? await query(sql.readSchema) : []);
}

async function bringUpToDate(query: Query): Promise<Migration | undefined> {
  // This overrides the default isolation: after the lock, the tables of the other process must be visible.
  await query('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
  // The lock is held until the transaction ends: a second process then finds the tables that the first has created.
  await query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  // A connection may have cached that the table does not exist. This reads the catalog.
  await query(sql.createSchema);
  const version = sql.schemaVersion(await query(sql.readSchema));
  for (const text of sql.pending(version)) await query(text);
  return sql.migrationFrom(version);
}

function explain(error: unknown): never {
  if (!NOT_ALLOWED.includes(codeOf(error))) throw error;
  const message =
    'The payment tables do not exist, or are of an earlier version: call migrate() of this store as a role that may create tables.';
  throw new Error(message, { cause: error });
}
