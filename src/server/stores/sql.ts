import type { Method, Phase } from '../../core/index.ts';
import { phases } from '../../core/index.ts';
import { blocksNewPayment, phasesBefore } from './rules.ts';
import type { ReportSource } from '../observability/report-source.ts';
import type {
  Change,
  Check,
  FactsUpdate,
  Migration,
  PaymentData,
  PaymentRow,
  Stage,
  Transition,
  Verification,
} from './store.ts';

/**
 * The statements of a payment store, in one text for SQLite and PostgreSQL. Values are parameters (`$1`, `$2`); phases
 * are literals, because they are constants of this package. A store runs `transition` and `recordChange` in one
 * transaction.
 */

/**
 * Quotes phases and other constants of this file; no external value is quoted into a statement. PostgreSQL has no empty
 * list, so an empty one becomes NULL, which matches no value.
 */
const list = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ') || 'NULL';

const OPEN = `stage <> 'released' AND known_phase IN (${list(phases.filter(blocksNewPayment))})`;

/**
 * `OPEN` as it was for versions 1 and 2 of the tables, written out: a phase that is added to core must not change them. It
 * needs a new entry, which creates both indexes again.
 */
const OPEN_IN_VERSION_1 = `stage <> 'released' AND known_phase IN ('awaiting', 'detected', 'confirming', 'underpaid', 'unmatched', 'unknown')`;

/**
 * One entry for each version of the tables. A new version is a new entry; an entry of a release never changes, so it has no
 * value that is computed from the present phases.
 */
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
    `CREATE UNIQUE INDEX pay_open_choice ON pay_payments (order_ref, method, coin) WHERE ${OPEN_IN_VERSION_1}`,
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
    `CREATE INDEX pay_open ON pay_payments (created, ref) WHERE ${OPEN_IN_VERSION_1}`,
    `CREATE INDEX pay_created ON pay_payments (created, ref)`,
    `CREATE TABLE pay_limits (name TEXT PRIMARY KEY, log TEXT NOT NULL, until BIGINT NOT NULL)`,
    `CREATE INDEX pay_limits_until ON pay_limits (until)`,
  ],
  [
    `ALTER TABLE pay_payments ADD COLUMN test INTEGER`,
    `ALTER TABLE pay_payments ADD COLUMN seen_at BIGINT`,
    // The time when the money of these rows was seen is unknown, so they count as paid in time.
    `UPDATE pay_payments SET seen_at = created
      WHERE known_phase NOT IN ('awaiting', 'expired', 'failed', 'cancelled')`,
    `ALTER TABLE pay_changes ADD COLUMN lease_owner TEXT`,
    `ALTER TABLE pay_changes ADD COLUMN lease_until BIGINT NOT NULL DEFAULT 0`,
  ],
  [`ALTER TABLE pay_payments ADD COLUMN early_status TEXT`],
  [
    // A paid status that arrived early, after another status, had no outbox entry, so it may never have been applied.
    `UPDATE pay_payments SET from_phase = phase, phase = known_phase, status = early_status, version = version + 1
      WHERE early_status IS NOT NULL AND known_phase = 'confirming'`,
    `INSERT INTO pay_changes (ref, version, from_phase, to_phase, status, at, handled)
      SELECT ref, version, from_phase, phase, status, updated, 0 FROM pay_payments
      WHERE early_status IS NOT NULL AND known_phase = 'confirming'`,
  ],
  [`ALTER TABLE pay_payments ADD COLUMN mismatched INTEGER`],
  [
    `ALTER TABLE pay_payments ADD COLUMN covered_at BIGINT`,
    // It is unknown whether these rows had received all of the money; only two phases say that they had not.
    `UPDATE pay_payments SET covered_at = seen_at WHERE known_phase NOT IN ('underpaid', 'unmatched')`,
  ],
  [
    `ALTER TABLE pay_payments ADD COLUMN highest_received TEXT`,
    // Until now \`received\` was the highest amount. The last amount of these rows is unknown.
    `UPDATE pay_payments SET highest_received = received`,
  ],
  [
    `ALTER TABLE pay_schema ADD COLUMN step INTEGER`,
    `ALTER TABLE pay_payments ADD COLUMN source TEXT`,
    `ALTER TABLE pay_payments ADD COLUMN due TEXT`,
    `ALTER TABLE pay_payments ADD COLUMN transactions TEXT`,
    `ALTER TABLE pay_payments ADD COLUMN verification TEXT`,
    `CREATE TABLE pay_checks (
      ref TEXT NOT NULL REFERENCES pay_payments (ref),
      kind TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (ref, kind)
    )`,
    `CREATE INDEX pay_checks_due ON pay_checks (kind, at)`,
  ],
  [`ALTER TABLE pay_payments ADD COLUMN claimed INTEGER`],
];

/**
 * How many migrations the release before this one knows, 0.2. It works with the tables of this release, so that both can run
 * side by side while a shop is updated. A migration that it could not work with must wait for the next release.
 */
const KNOWN_BEFORE = 7;

/**
 * `version`: a release that knows fewer migrations refuses the tables. `step`: how many migrations the tables have, when
 * there are more.
 */
export const createSchema = `CREATE TABLE IF NOT EXISTS pay_schema (version INTEGER NOT NULL)`;
export const readSchema = `SELECT * FROM pay_schema`;

/** How many migrations the tables have, and how many a release must know to use them. */
export interface SchemaVersion {
  readonly applied: number;
  readonly needed: number;
}

export const schemaVersion = (rows: readonly SqlRow[]): SchemaVersion => ({
  applied: Math.max(0, ...rows.map(({ version, step }) => Number(step ?? version))),
  needed: Math.max(0, ...rows.map(({ version }) => Number(version))),
});

/** Whether the tables lack migrations of this release. */
export const isOutdated = ({ applied }: SchemaVersion): boolean => applied < migrations.length;

/** The migration from these tables to those of this release; undefined when there were none, or they are up to date. */
export const migrationFrom = (version: SchemaVersion): Migration | undefined =>
  version.applied > 0 && isOutdated(version) ? { from: version.applied, to: migrations.length } : undefined;

/** What is recorded of a migration. Those that the release before does not know are recorded together: `step` came later. */
function recordMigration(step: number): readonly string[] {
  if (step <= KNOWN_BEFORE) return [`INSERT INTO pay_schema (version) VALUES (${step})`];
  return step < migrations.length ? [] : [`INSERT INTO pay_schema (version, step) VALUES (${KNOWN_BEFORE}, ${step})`];
}

/**
 * Returns the statements that migrate the tables, in order, for one transaction.
 *
 * @throws Error when a later release created the tables, and this one does not work with them
 */
export function pending({ applied, needed }: SchemaVersion): readonly string[] {
  if (needed > migrations.length)
    throw new Error(
      `The payment tables have version ${needed}; this release supports versions up to ${migrations.length}. ` +
        'A newer version of pay-elements created them: use that version here too.',
    );
  return migrations.slice(applied).flatMap((texts, index) => [...texts, ...recordMigration(applied + index + 1)]);
}

/** Changes nothing, but reads, locks and writes, so it fails when the database cannot do so. */
export const check = `UPDATE pay_schema SET version = version RETURNING version`;

/** ref, token, order, method, coin, data, at */
export const insert = `INSERT INTO pay_payments
  (ref, token, order_ref, method, coin, stage, phase, known_phase, from_phase, status, version, created, updated, data)
  VALUES ($1, $2, $3, $4, $5, 'creating', 'awaiting', 'awaiting', 'awaiting', '', 1, $7, $7, $6)
  ON CONFLICT DO NOTHING RETURNING ref`;

/** ref, service id, status, data, at */
export const setResponse = `UPDATE pay_payments SET
  service_id = $2,
  stage = CASE stage WHEN 'creating' THEN 'ready' ELSE stage END,
  status = CASE status WHEN '' THEN $3 ELSE status END,
  data = $4, updated = $5
  WHERE ref = $1 AND (service_id IS NULL OR service_id = $2) RETURNING *`;

/** ref, stage, data, at, 1 to release the row only when no money was seen (`isUnseen`) */
export const release = `UPDATE pay_payments SET stage = 'released', data = $3, updated = $4
  WHERE ref = $1 AND stage = $2 AND stage <> 'released'
  AND (CAST($5 AS INTEGER) = 0 OR (known_phase = 'awaiting' AND seen_at IS NULL)) RETURNING *`;

const FACTS = (first: number) => `
  received = coalesce(CAST($${first} AS TEXT), received),
  confirmations = coalesce(CAST($${first + 1} AS INTEGER), confirmations),
  confirmations_required = coalesce(CAST($${first + 2} AS INTEGER), confirmations_required),
  expires_at = coalesce(expires_at, CAST($${first + 3} AS TEXT)),
  test = coalesce(CAST($${first + 4} AS INTEGER), test),
  seen_at = coalesce(seen_at, CAST($${first + 5} AS BIGINT)),
  early_status = CASE WHEN CAST($${first + 6} AS TEXT) = '' THEN NULL
    ELSE coalesce(early_status, CAST($${first + 6} AS TEXT)) END,
  mismatched = coalesce(CAST($${first + 7} AS INTEGER), mismatched),
  covered_at = CASE WHEN CAST($${first + 8} AS BIGINT) = -1 THEN NULL
    WHEN covered_at < CAST($${first + 8} AS BIGINT) THEN covered_at
    ELSE coalesce(CAST($${first + 8} AS BIGINT), covered_at) END,
  highest_received = coalesce(CAST($${first + 9} AS TEXT), highest_received),
  due = CASE WHEN CAST($${first + 10} AS TEXT) = '' THEN NULL ELSE coalesce(CAST($${first + 10} AS TEXT), due) END,
  transactions = coalesce(CAST($${first + 11} AS TEXT), transactions),
  verification = CASE WHEN CAST($${first + 12} AS TEXT) = '' THEN NULL
    ELSE coalesce(CAST($${first + 12} AS TEXT), verification) END,
  claimed = coalesce(CAST($${first + 13} AS INTEGER), claimed)`;

/**
 * What is stored about the money, removed when it has gone again. A verification to keep, and the mark of a test, are
 * parameters.
 */
const NO_MONEY = `received = NULL, highest_received = NULL, confirmations = NULL, seen_at = NULL, covered_at = NULL,
  due = NULL, transactions = NULL, verification = CAST($7 AS TEXT), test = coalesce(CAST($8 AS INTEGER), test)`;

/**
 * Returns the values of the fourteen parameters of `FACTS`, in order. A removed value is an empty text, 0, or the time -1.
 */
export const factValues = (facts: FactsUpdate): (string | number | null)[] => [
  facts.cryptoAmountReceived ?? null,
  facts.confirmations ?? null,
  facts.confirmationsRequired ?? null,
  facts.expiresAt ?? null,
  facts.test ? 1 : null,
  facts.seenAt ?? null,
  facts.earlyStatus === null ? '' : (facts.earlyStatus ?? null),
  facts.mismatched === undefined ? null : Number(facts.mismatched),
  facts.fullAmountAt === null ? -1 : (facts.fullAmountAt ?? null),
  facts.highestReceived ?? null,
  facts.due === null ? '' : (facts.due ?? null),
  facts.transactions ? JSON.stringify(facts.transactions) : null,
  facts.verification === null ? '' : facts.verification ? JSON.stringify(facts.verification) : null,
  facts.claimed ? 1 : null,
];

/**
 * ref, status, service id or null, at, version, source or null, then the facts. `SET` reads the values before the
 * update.
 */
const step = (phase: string, condition: string, facts = FACTS(7)) => `UPDATE pay_payments SET
  from_phase = phase, ${phase},
  status = $2, service_id = coalesce(service_id, CAST($3 AS TEXT)), updated = $4,
  source = coalesce(CAST($6 AS TEXT), source), ${facts},
  version = version + 1
  WHERE ref = $1 AND version = $5
  AND (service_id IS NULL OR CAST($3 AS TEXT) IS NULL OR service_id = $3)
  ${condition} RETURNING *`;

function transitionTo(next: Phase): string {
  const mayFollow = `AND known_phase IN (${list(phasesBefore(next))})`;
  if (next === 'unknown') return step(`phase = 'unknown'`, `${mayFollow} AND NOT (phase = 'unknown' AND status = $2)`);
  return step(`phase = '${next}', known_phase = '${next}'`, mayFollow, next === 'awaiting' ? NO_MONEY : undefined);
}

const transitions = Object.fromEntries(phases.map((next) => [next, transitionTo(next)])) as Readonly<
  Record<Phase, string>
>;
const stay = step('phase = known_phase', '');

/** Changes the phase, or only the status when there is no phase. */
export const transition = (next: Phase | undefined): string => (next === undefined ? stay : transitions[next]);

/** The values of `transition`. PostgreSQL refuses a value that its statement does not use. */
export const transitionValues = (
  paymentRef: string,
  { phase, status, source, serviceId, facts, at, version }: Transition,
): (string | number | null)[] => [
  paymentRef,
  status,
  serviceId ?? null,
  at,
  version,
  source ?? null,
  ...(phase === 'awaiting'
    ? [facts.verification ? JSON.stringify(facts.verification) : null, facts.test ? 1 : null]
    : factValues(facts)),
];

/**
 * Inserts the outbox entry from the row that `transition` has just written. `moved` is its table and condition, or an
 * alias.
 */
export const recordChange = (moved: string) =>
  `INSERT INTO pay_changes (ref, version, from_phase, to_phase, status, at, handled)
  SELECT ref, version, from_phase, phase, status, updated, 0 FROM ${moved}`;

/** ref, version, at, then the facts */
export const updateFacts = `UPDATE pay_payments SET ${FACTS(4)}, updated = $3, version = version + 1
  WHERE ref = $1 AND version = $2 RETURNING *`;

export const byPaymentRef = `SELECT * FROM pay_payments WHERE ref = $1`;
export const byToken = `SELECT * FROM pay_payments WHERE token = $1`;
export const byServiceId = `SELECT * FROM pay_payments WHERE service_id = $1 ORDER BY created, ref`;
export const ofOrder = `SELECT * FROM pay_payments WHERE order_ref = $1 ORDER BY created, ref`;
export const ofOrderByToken = `SELECT * FROM pay_payments
  WHERE order_ref = (SELECT order_ref FROM pay_payments WHERE token = $1) ORDER BY created, ref`;

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

/** ref, version, owner, ms; `now` is the SQL expression of the time in ms since 1970 */
export const leaseChange = (
  now: string,
): string => `UPDATE pay_changes SET lease_owner = $3, lease_until = ${now} + CAST($4 AS BIGINT)
  WHERE ref = $1 AND version = $2 AND handled = 0 AND (lease_owner = $3 OR lease_until <= ${now})
  AND NOT EXISTS (SELECT 1 FROM pay_changes earlier WHERE earlier.ref = $1 AND earlier.version < $2 AND earlier.handled = 0)
  RETURNING version`;

/** ref, kind, at */
export const addCheck = `INSERT INTO pay_checks (ref, kind, at) VALUES ($1, $2, $3)
  ON CONFLICT (ref, kind) DO UPDATE SET at = excluded.at RETURNING ref`;
/** ref, kind, at, the time before */
export const moveCheck = `UPDATE pay_checks SET at = $3 WHERE ref = $1 AND kind = $2 AND at = $4 RETURNING ref`;
/** ref, kind, the time before or null for any */
export const removeCheck = `DELETE FROM pay_checks WHERE ref = $1 AND kind = $2
  AND (CAST($3 AS BIGINT) IS NULL OR at = $3) RETURNING ref`;
/** kind, at, since */
export const addChecks = `INSERT INTO pay_checks (ref, kind, at)
  SELECT ref, CAST($1 AS TEXT), CAST($2 AS BIGINT) FROM pay_payments WHERE ${OPEN} AND created > $3
  AND NOT EXISTS (SELECT 1 FROM pay_checks known WHERE known.ref = pay_payments.ref AND known.kind = $1)
  ON CONFLICT DO NOTHING`;
/** kind, at, limit */
export const dueChecks = `SELECT ref, at FROM pay_checks WHERE kind = $1 AND at <= $2 ORDER BY at, ref LIMIT $3`;

/** name */
export const readLimit = `SELECT log FROM pay_limits WHERE name = $1`;
/** name, the log that was read (empty for none), the new log, until */
export const swapLimit = `INSERT INTO pay_limits (name, log, until) VALUES ($1, $3, $4)
  ON CONFLICT (name) DO UPDATE SET log = excluded.log, until = excluded.until WHERE pay_limits.log = $2
  RETURNING name`;
/** `at` is the SQL expression of a time in ms since 1970. */
export const forgetLimits = (at: string): string => `DELETE FROM pay_limits WHERE until < ${at}`;

/** A row as the driver returns it. A BIGINT is a number in some drivers and text in others. */
export type SqlRow = Readonly<Record<string, unknown>>;

const jsonOr = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : undefined);
const numberOr = (value: unknown) => (value === null ? undefined : Number(value));
const textOr = (value: unknown) => (typeof value === 'string' ? value : undefined);

export const readLog = (row: SqlRow | undefined): string => textOr(row?.log) ?? '';

export function readRow(row: SqlRow): PaymentRow {
  return {
    paymentRef: String(row.ref),
    token: String(row.token),
    serviceId: textOr(row.service_id) ?? null,
    orderRef: String(row.order_ref),
    method: row.method as Method,
    coin: row.coin as PaymentRow['coin'],
    stage: row.stage as Stage,
    phase: row.phase as Phase,
    knownPhase: row.known_phase as Phase,
    status: String(row.status),
    source: textOr(row.source) as ReportSource | undefined,
    version: Number(row.version),
    cryptoAmountReceived: textOr(row.received),
    highestReceived: textOr(row.highest_received),
    confirmations: numberOr(row.confirmations),
    confirmationsRequired: numberOr(row.confirmations_required),
    expiresAt: textOr(row.expires_at),
    test: Number(row.test) === 1 ? true : undefined,
    seenAt: numberOr(row.seen_at),
    fullAmountAt: numberOr(row.covered_at),
    earlyStatus: textOr(row.early_status),
    claimed: Number(row.claimed) === 1 ? true : undefined,
    mismatched: Number(row.mismatched) === 1 ? true : undefined,
    due: textOr(row.due),
    transactions: jsonOr(row.transactions) as readonly string[] | undefined,
    verification: jsonOr(row.verification) as Verification | undefined,
    created: Number(row.created),
    updated: Number(row.updated),
    data: JSON.parse(String(row.data)) as PaymentData,
  };
}

export function readChange(row: SqlRow): Change {
  return {
    paymentRef: String(row.ref),
    version: Number(row.version),
    from: row.from_phase as Phase,
    to: row.to_phase as Phase,
    status: String(row.status),
    at: Number(row.at),
  };
}

export const readCheck = (row: SqlRow): Check => ({ paymentRef: String(row.ref), at: Number(row.at) });
