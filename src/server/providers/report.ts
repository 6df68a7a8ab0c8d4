import type { Phase } from '../../core/index.ts';
import type { ReportSource } from '../observability/report-source.ts';

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
