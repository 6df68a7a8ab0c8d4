/** Where a payment can stand. NEW and PENDING are the contract's (section 3); the rest is not shown. */
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

/** Where a payment stands. */
export type State = (typeof states)[number];

/** States after which nothing comes by itself. */
export const FINAL: readonly State[] = ['PAID', 'OVERPAID', 'FAILED', 'CANCELLED', 'REFUNDED'];

/** The three kinds of payment. */
export type Kind = 'crypto' | 'wallet' | 'localcode';

/** Why a request was refused. */
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

/** Why a request was refused, before it is written as the contract may or may not show it. */
export interface Refusal {
  readonly code: RefusalCode;
  /** One sentence that can be acted upon. */
  readonly reason: string;
  /** The request field at fault, as the contract spells it; `addresses[1].percent` for one inside. */
  readonly field?: string;
  /** Seconds after which the same request may be let in. */
  readonly retryAfter?: number;
}

/** What a webhook tells, before it is given its shape. */
export interface News {
  readonly idKey: 'tid' | 'pid' | 'bid';
  readonly id: string;
  readonly status: string;
  /** Exact decimal text. */
  readonly cryptoAmountReceived?: string;
  readonly confirmations?: number;
  readonly confirmationsRequired?: number;
}
