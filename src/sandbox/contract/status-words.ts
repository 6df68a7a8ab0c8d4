/** The states of a payment. NEW and PENDING are in the contract (section 3); the others are not shown there. */
export const states = [
  'NEW',
  'PENDING',
  'CONFIRMING',
  'UNDERPAID',
  'OVERPAID',
  'PAID',
  'UNMATCHED',
  'EXPIRED',
  'LATE',
  'FAILED',
  'CANCELLED',
  'REFUNDED',
] as const;

/** The state of a payment. */
export type State = (typeof states)[number];

/** States that do not change by themselves. */
export const FINAL: readonly State[] = ['PAID', 'OVERPAID', 'FAILED', 'CANCELLED', 'REFUNDED'];

/** The three kinds of payment. */
export type Kind = 'crypto' | 'wallet' | 'localcode';

/** The reason why a request was refused. */
export type RefusalCode =
  | 'bad_json'
  | 'invalid_request'
  | 'rejected'
  | 'unauthorized'
  | 'not_found'
  | 'method_not_allowed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'quota_exhausted';

/** A refused request before its error response is serialized. */
export interface Refusal {
  /** The kind of refusal. Its HTTP status is in the setting `refusalStatus`. */
  readonly code: RefusalCode;
  /** One sentence that says how to correct the request. */
  readonly reason: string;
  /** The invalid request field, as the contract writes it; `addresses[1].percent` for a nested field. */
  readonly field?: string;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter?: number;
}

/** The content of a webhook, before it is serialized. */
export interface StatusUpdate {
  /** The name under which the webhook has the id. */
  readonly idKey: 'tid' | 'pid' | 'bid';
  /** The identifier of the payment. */
  readonly id: string;
  /** The status word, by the setting `statusWords`. */
  readonly status: string;
  /** Exact decimal text. */
  readonly cryptoAmountReceived?: string;
  /** Absent without received money, and while the payment is underpaid. */
  readonly confirmations?: number;
  /** Absent when `confirmations` is. */
  readonly confirmationsRequired?: number;
}
