import type { Method, Phase } from '../../core/index.ts';
import { phases } from '../../core/index.ts';
import { holdsChoice, phasesBefore } from './rules.ts';
import type { Change, PaymentData, PaymentRow, Stage } from './store.ts';

/**
 * The statements of a payment store, as one text for SQLite and PostgreSQL. Values stand as `$1`, `$2`; phases stand as literals, for they are ours.
 * A store runs `move` and `recordChange` in one transaction.
 */

/**
 * Phases and words of this file only: nothing from outside is ever quoted into a statement. PostgreSQL knows no empty
 * list, and nothing is in one of NULL.
 */
const list = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ') || 'NULL';

const OPEN = `stage <> 'released' AND known_phase IN (${list(phases.filter(holdsChoice))})`;

/** One entry a version of the tables; a new version is a new entry, an old one never changes. */
export const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE pay_payments (
      ref TEXT PRIMARY KEY,
      token TEXT NOT NULL UNIQUE,
      service_id TEXT,
      order_ref TEXT NOT NULL,
      method TEXT NOT NULL,
      coin TEXT NOT NULL,
      stage TEXT NOT NULL,
      phase TEXT NOT NULL,
      known_phase TEXT NOT NULL,
      from_phase TEXT NOT NULL,
      status TEXT NOT NULL,
      version INTEGER NOT NULL,
      received TEXT,
      confirmations INTEGER,
      confirmations_required INTEGER,
      expires_at TEXT,
      created BIGINT NOT NULL,
      updated BIGINT NOT NULL,
      data TEXT NOT NULL
    )`,
    // The words are those of version 1: a phase that is added to core later needs a migration.
    `CREATE UNIQUE INDEX pay_open_choice ON pay_payments (order_ref, method, coin) WHERE ${OPEN}`,
    `CREATE INDEX pay_order ON pay_payments (order_ref, created)`,
    `CREATE INDEX pay_service_id ON pay_payments (service_id)`,
    `CREATE TABLE pay_changes (
      ref TEXT NOT NULL REFERENCES pay_payments (ref),
      version INTEGER NOT NULL,
      from_phase TEXT NOT NULL,
      to_phase TEXT NOT NULL,
      status TEXT NOT NULL,
      at BIGINT NOT NULL,
      handled INTEGER NOT NULL,
      PRIMARY KEY (ref, version)
    )`,
    `CREATE INDEX pay_unhandled ON pay_changes (ref, version) WHERE handled = 0`,
  ],
  [
    `CREATE INDEX pay_open ON pay_payments (created, ref) WHERE ${OPEN}`,
    `CREATE INDEX pay_created ON pay_payments (created, ref)`,
    `CREATE TABLE pay_limits (name TEXT PRIMARY KEY, log TEXT NOT NULL, until BIGINT NOT NULL)`,
    `CREATE INDEX pay_limits_until ON pay_limits (until)`,
  ],
];

export const createSchema = `CREATE TABLE IF NOT EXISTS pay_schema (version INTEGER NOT NULL)`;
export const schemaVersion = `SELECT max(version) AS version FROM pay_schema`;

/**
 * What brings tables of this version up to date, in order and in one transaction.
 *
 * @throws Error when they were made by a later release.
 */
export function pending(version: number): readonly string[] {
  if (version > migrations.length)
    throw new Error(`The payment tables are of version ${version}; this release knows ${migrations.length}.`);
  return migrations
    .slice(version)
    .flatMap((texts, index) => [...texts, `INSERT INTO pay_schema (version) VALUES (${version + index + 1})`]);
}

/** Changes nothing, and still has to read, lock and write: whether the database can. */
export const check = `UPDATE pay_schema SET version = version RETURNING version`;

/** ref, token, order, method, coin, data, at */
export const insert = `INSERT INTO pay_payments
  (ref, token, order_ref, method, coin, stage, phase, known_phase, from_phase, status, version, created, updated, data)
  VALUES ($1, $2, $3, $4, $5, 'creating', 'awaiting', 'awaiting', 'awaiting', '', 1, $7, $7, $6)
  ON CONFLICT DO NOTHING RETURNING ref`;

/** ref, service id, status, data, at */
export const attach = `UPDATE pay_payments SET
  service_id = $2,
  stage = CASE stage WHEN 'creating' THEN 'ready' ELSE stage END,
  status = CASE status WHEN '' THEN $3 ELSE status END,
  data = $4, updated = $5
  WHERE ref = $1 AND (service_id IS NULL OR service_id = $2) RETURNING *`;

/** ref, stage, data, at */
export const release = `UPDATE pay_payments SET stage = 'released', data = $3, updated = $4
  WHERE ref = $1 AND stage = $2 AND stage <> 'released' RETURNING *`;

const FACTS = (first: number) => `
  received = coalesce(CAST($${first} AS TEXT), received),
  confirmations = coalesce(CAST($${first + 1} AS INTEGER), confirmations),
  confirmations_required = coalesce(CAST($${first + 2} AS INTEGER), confirmations_required),
  expires_at = coalesce(CAST($${first + 3} AS TEXT), expires_at)`;

/** ref, status, service id or null, at, then the four facts or null. `SET` reads the row as it was before. */
const moveTo = (next: Phase) => `UPDATE pay_payments SET
  from_phase = phase, phase = '${next}', ${next === 'unknown' ? '' : `known_phase = '${next}',`}
  status = $2, service_id = coalesce(service_id, CAST($3 AS TEXT)), updated = $4, ${FACTS(5)},
  version = version + 1
  WHERE ref = $1
  AND (service_id IS NULL OR CAST($3 AS TEXT) IS NULL OR service_id = $3)
  AND known_phase IN (${list(phasesBefore(next))})
  ${next === 'unknown' ? `AND NOT (phase = 'unknown' AND status = $2)` : ''} RETURNING *`;

export const move = Object.fromEntries(phases.map((next) => [next, moveTo(next)])) as Readonly<Record<Phase, string>>;

/** The line of the outbox, from the row that `move` has just written: its table and condition, or another name for it. */
export const recordChange = (moved: string) =>
  `INSERT INTO pay_changes (ref, version, from_phase, to_phase, status, at, handled)
  SELECT ref, version, from_phase, phase, status, updated, 0 FROM ${moved}`;

/** ref, version, at, then the four facts or null */
export const note = `UPDATE pay_payments SET ${FACTS(4)}, updated = $3, version = version + 1
  WHERE ref = $1 AND version = $2 RETURNING *`;

export const byRef = `SELECT * FROM pay_payments WHERE ref = $1`;
export const byToken = `SELECT * FROM pay_payments WHERE token = $1`;
export const byServiceId = `SELECT * FROM pay_payments WHERE service_id = $1 ORDER BY created, ref`;
export const ofOrder = `SELECT * FROM pay_payments WHERE order_ref = $1 ORDER BY created, ref`;

/** created and ref of the cursor (-1 and `''` for the start), limit */
export const open = `SELECT * FROM pay_payments WHERE ${OPEN} AND (created, ref) > ($1, $2)
  ORDER BY created, ref LIMIT $3`;
export const countOpen = `SELECT count(*) AS open FROM pay_payments WHERE ${OPEN}`;
/** limit; then created and ref of the cursor */
export const latest = `SELECT * FROM pay_payments ORDER BY created DESC, ref DESC LIMIT $1`;
export const latestAfter = `SELECT * FROM pay_payments WHERE (created, ref) < ($2, $3)
  ORDER BY created DESC, ref DESC LIMIT $1`;

/** ref and version of the cursor (`''` and 0 for the start), limit */
export const unhandled = `SELECT * FROM pay_changes WHERE handled = 0 AND (ref, version) > ($1, $2)
  ORDER BY ref, version LIMIT $3`;
export const unhandledOf = `SELECT * FROM pay_changes WHERE handled = 0 AND ref = $1 ORDER BY version`;
/** ref, version */
export const markHandled = `UPDATE pay_changes SET handled = 1 WHERE ref = $1 AND version = $2`;

/** name */
export const readLimit = `SELECT log FROM pay_limits WHERE name = $1`;
/** name, log as it was seen (empty for none), log as it is to be, until */
export const swapLimit = `INSERT INTO pay_limits (name, log, until) VALUES ($1, $3, $4)
  ON CONFLICT (name) DO UPDATE SET log = excluded.log, until = excluded.until WHERE pay_limits.log = $2
  RETURNING name`;
/** at */
export const forgetLimits = `DELETE FROM pay_limits WHERE until < $1`;

/** A row as a database hands it out. Drivers differ in whether a BIGINT is a number or text. */
export type SqlRow = Readonly<Record<string, unknown>>;

const numberOr = (value: unknown) => (value === null ? undefined : Number(value));
const textOr = (value: unknown) => (typeof value === 'string' ? value : undefined);

export const readLog = (row: SqlRow | undefined): string => textOr(row?.log) ?? '';

export function readRow(row: SqlRow): PaymentRow {
  return {
    ref: String(row.ref),
    token: String(row.token),
    serviceId: textOr(row.service_id) ?? null,
    order: String(row.order_ref),
    method: row.method as Method,
    coin: row.coin as PaymentRow['coin'],
    stage: row.stage as Stage,
    phase: row.phase as Phase,
    knownPhase: row.known_phase as Phase,
    status: String(row.status),
    version: Number(row.version),
    cryptoAmountReceived: textOr(row.received),
    confirmations: numberOr(row.confirmations),
    confirmationsRequired: numberOr(row.confirmations_required),
    expiresAt: textOr(row.expires_at),
    created: Number(row.created),
    updated: Number(row.updated),
    data: JSON.parse(String(row.data)) as PaymentData,
  };
}

export function readChange(row: SqlRow): Change {
  return {
    ref: String(row.ref),
    version: Number(row.version),
    from: row.from_phase as Phase,
    to: row.to_phase as Phase,
    status: String(row.status),
    at: Number(row.at),
  };
}
