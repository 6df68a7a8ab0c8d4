import { decimalText, isPhase, phases, type Phase } from '../../core/index.ts';
import { isRecord } from '../../core/json.ts';
import { instantOf } from '../../core/payments/payment-fields.ts';
import { reportSources, type ReportSource } from '../observability/report-source.ts';
import { omitUndefined } from '../omit-undefined.ts';

/**
 * What one source reports about a payment. A fact that the source does not report is absent or undefined.
 *
 *     { source: 'webhook', id: 'tid-1', status: 'PAID', received: '0.00031113', confirmations: 2 }
 */
export interface PaymentReport {
  /** Who reports. The row keeps the source of its last change. */
  readonly source: ReportSource;
  /**
   * The identifier of the payment at the provider; at the contract's service `tid`, `pid` or `bid`. A report with the
   * identifier of another payment changes nothing.
   */
  readonly id?: string | undefined;
  /** The provider's own status word, such as `PENDING`. */
  readonly status?: string | undefined;
  /** The phase, where the source knows what its status means. Otherwise `statusMap` and the provider's `phaseOf` decide. */
  readonly phase?: Phase | undefined;
  /**
   * The amount that has been received so far, in the coin: decimal text such as `'0.00031113'`. Null when an amount was
   * reported that cannot be read: then a coin payment that is reported as paid is `confirming`, with the event
   * `amount-unreadable`.
   */
  readonly received?: string | null | undefined;
  /**
   * True when the source has compared the received amount itself, by its own tolerance and fees, and the time by its own
   * deadline. Then its phase stands, and `received` is for display.
   */
  readonly isJudged?: boolean | undefined;
  /**
   * When the whole received amount was there, as the source knows it, ISO 8601. A report that comes after the end of the
   * offer is compared with the end by this time. Default: the time of the report, which is also the latest that counts.
   */
  readonly receivedAt?: string | undefined;
  /**
   * The amount that is still to be sent, as the provider says, in the coin: decimal text. A payer is shown it while the payment
   * is underpaid. Zero, while it waits for confirmations, means that the provider has accepted what was received.
   */
  readonly due?: string | undefined;
  /** The number of confirmations, a whole number. */
  readonly confirmations?: number | undefined;
  /** The number of confirmations that the payment needs, a whole number. */
  readonly confirmationsRequired?: number | undefined;
  /** The time until which the payment can be paid, ISO 8601. */
  readonly expiresAt?: string | undefined;
  /** The ids of the payment's transactions on the chain. A payer is shown them with the option `explorers`. */
  readonly transactions?: readonly string[] | undefined;
  /** True when the source marks the payment as a test: see the option `allowTestPayments`. */
  readonly test?: boolean | undefined;
}

/** The headers of a webhook. Names may have any letter case. A `Headers` object has this type. */
export interface WebhookHeaders {
  /** Returns the value of a header; null when the webhook has none of this name. */
  readonly get: (name: string) => string | null;
}

/**
 * Parses the body of a webhook into the fields of a report. It returns undefined when the body is unreadable: the
 * response is then a 202, with the event `webhook-unreadable`. After an exception or a rejection the response is a 500,
 * and the service sends the webhook again.
 */
export type ReadWebhook = (
  body: string,
  headers: WebhookHeaders,
) => WebhookReport | undefined | Promise<WebhookReport | undefined>;

/** A report as `readWebhook` returns it: its source is the webhook. */
export type WebhookReport = Omit<PaymentReport, 'source'>;

/** The longest identifier or status, in characters. */
export const TEXT_MAX = 200;

/** No database keeps a zero character or half a character in a text, and no browser shows them. */
const NOT_KEPT = /[\0\p{Cs}]/u;

/** Whether a value can be an identifier or a status. */
export const isWord = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= TEXT_MAX && !NOT_KEPT.test(value);

/**
 * The largest count of confirmations. It is far above the confirmation depth of any chain, and fits a database column.
 */
export const COUNT_MAX = 1_000_000;

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
const isTime = (value: unknown) => instantOf(value) !== undefined;
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
  if (!isRecord(given))
    throw new InvalidReportError(from, from, 'an object must be returned, or undefined when there is no report');
  const fields = Object.keys(CHECKS) as (keyof PaymentReport)[];
  for (const field of Object.keys(given))
    if (!Object.hasOwn(CHECKS, field) && !others.includes(field)) {
      const known = fields.filter((name) => name !== 'source').join(', ');
      throw new InvalidReportError(from, field, `no such field; use ${known}`);
    }
  const values = Object.fromEntries(fields.map((name) => [name, given[name]]));
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
