import { decimalText, isPhase, phases } from '../../core/index.ts';
import { instantOf } from '../../core/payments/payment-fields.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { reportSources, type ReportSource } from '../observability/report-source.ts';
import { COUNT_MAX, isWord, TEXT_MAX, type PaymentReport } from '../providers/report.ts';

/** A function of the shop or of a provider returned a report that cannot be used. */
export class InvalidReportError extends Error {
  override readonly name = 'InvalidReportError';
  readonly field: string;
  readonly reason: string;

  /** @param from the function: `readWebhook` */
  constructor(from: string, field: string, reason: string) {
    super(`${from}: ${field}: ${reason}`);
    this.field = field;
    this.reason = reason;
  }
}

/** The most transactions of a report. */
const TRANSACTIONS_MAX = 100;

const TEXT = `a text of 1 to ${TEXT_MAX} whole characters is needed`;
const COUNT = `a whole number from 0 to ${COUNT_MAX} is needed`;
export const NEEDS_TIME = "a time in ISO 8601 is needed, such as '2026-01-31T12:00:00Z'";

const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= COUNT_MAX;
export const isTime = (value: unknown) => instantOf(value) !== undefined;
const isDecimal = (value: unknown) => typeof value === 'string' && decimalText(value) !== undefined;

/** The check of each field of a `PaymentReport`, and the reason when it fails. */
const CHECKS: Readonly<Record<keyof PaymentReport, readonly [holds: (value: unknown) => boolean, reason: string]>> = {
  source: [(value) => reportSources.some((source) => source === value), `one of ${reportSources.join(', ')} is needed`],
  id: [isWord, TEXT],
  status: [isWord, TEXT],
  phase: [isPhase, `one of ${phases.join(', ')} is needed`],
  received: [
    (value) => value === null || isDecimal(value),
    "decimal text such as '0.00031113' is needed, or null for an amount that cannot be read",
  ],
  receivedAt: [isTime, NEEDS_TIME],
  isJudged: [(value) => typeof value === 'boolean', 'true or false is needed'],
  due: [isDecimal, "decimal text such as '0.00031113' is needed"],
  confirmations: [isCount, COUNT],
  confirmationsRequired: [isCount, COUNT],
  expiresAt: [isTime, NEEDS_TIME],
  transactions: [
    (value) => Array.isArray(value) && value.length <= TRANSACTIONS_MAX && value.every(isWord),
    `a list of up to ${TRANSACTIONS_MAX} ids is needed`,
  ],
  test: [(value) => typeof value === 'boolean', 'true or false is needed'],
};

/** What a report is read from. */
export interface ReadReportOptions {
  /** The function that returned it, for the error. */
  readonly from: string;
  /** Its source. It replaces that of the report. */
  readonly source: ReportSource;
  /** Further fields that the function may return; they are left out. */
  readonly others?: readonly string[];
}

/** Validates a report, and brings its texts into one form. @throws InvalidReportError */
export function readReport(given: unknown, { from, source, others = [] }: ReadReportOptions): PaymentReport {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new InvalidReportError(from, from, 'an object must be returned, or undefined when there is no report');
  const fields = Object.keys(CHECKS) as (keyof PaymentReport)[];
  for (const field of Object.keys(given))
    if (!Object.hasOwn(CHECKS, field) && !others.includes(field)) {
      const known = fields.filter((name) => name !== 'source').join(', ');
      throw new InvalidReportError(from, field, `no such field; use ${known}`);
    }
  const values = Object.fromEntries(fields.map((name) => [name, (given as Partial<PaymentReport>)[name]]));
  const report = { ...values, source } as PaymentReport;
  for (const name of fields) {
    const [holds, reason] = CHECKS[name];
    if (report[name] !== undefined && !holds(report[name])) throw new InvalidReportError(from, name, reason);
  }
  const { id, status, received, receivedAt, due, expiresAt, test } = report;
  return omitUndefined({
    ...report,
    id: id?.trim(),
    status: status?.trim(),
    received: received === null ? null : decimalText(received),
    due: decimalText(due),
    receivedAt: instantOf(receivedAt),
    expiresAt: instantOf(expiresAt),
    test: test === true ? true : undefined,
  });
}
