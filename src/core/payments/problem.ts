import type { Refusal } from '../result.ts';

/**
 * Every problem of a checkout that a payer can meet. A problem has no text for payers: the elements show a translated
 * message, and the console and the `pay-problem` event give the code and the field to the developer.
 */
export type Problem =
  /** Neither `payment` nor `src` was set on the element. */
  | { readonly code: 'no-payment' }
  /** The given data, or the response of `src`, is not a payment. */
  | { readonly code: 'unreadable-payment'; readonly field: string; readonly reason: string }
  /** A payment for another element: `pay-wallet` was given a `tid`. */
  | { readonly code: 'wrong-method'; readonly field: string }
  /** A coin that contract 2.9 does not list. It can still be paid with the data of the service. */
  | { readonly code: 'unknown-coin'; readonly coin: string }
  /** A status word that is neither in `statusMap` nor in the default map. */
  | { readonly code: 'unknown-status'; readonly status: string }
  /**
   * The shop gives other details for a payment that the payer may already be paying. The element shows them only when
   * the payer asks for them.
   */
  | { readonly code: 'details-changed'; readonly field: string }
  /** The content of the page is not what the element rendered. Nothing can be copied or opened any more. */
  | { readonly code: 'tampered'; readonly field: string }
  /**
   * The status address reports that the payment does not exist (404, 410). `reason` is 'HTTP 404' or
   * 'HTTP 410' when the response does not have the error code of the helper: the path is probably wrong. Otherwise it is
   * empty.
   */
  | { readonly code: 'not-found'; readonly reason: string }
  /**
   * Three requests in a row failed, or one for an order. The state of the money is unknown. `reason` says how the last one
   * failed, such as 'no response' or 'HTTP 500'.
   */
  | { readonly code: 'contact-lost'; readonly reason: string }
  /** No money was seen for seven minutes of polling. Polling goes on. */
  | { readonly code: 'stalled' }
  /** The shop does not know the order (404, 410). `reason` as in `not-found`. */
  | { readonly code: 'unknown-order'; readonly reason: string }
  /** The response of `src` is not an order, or offers no known payment method. */
  | { readonly code: 'unreadable-order'; readonly field: string; readonly reason: string }
  /** Too many requests (429, 503). The request is repeated after this many milliseconds. */
  | { readonly code: 'busy'; readonly after: number }
  /**
   * No payment was created for the payer's choice. `reason` is the backend's error code, with the field of an
   * `invalid-request`: `invalid-request: origin`. It is the HTTP status such as `404` when the response has no code, or
   * `lost` when no response said what was created.
   */
  | { readonly code: 'not-prepared'; readonly reason: string }
  /** The order is already paid, and there is no payment to show for it. */
  | { readonly code: 'already-paid' }
  /** The order can no longer be paid: it is sold out, or the shop's offer has ended. */
  | { readonly code: 'sold-out' };

/** The problems of an order. The others are those of a payment that is shown. */
export type OrderProblem = Extract<
  Problem,
  | { code: 'unknown-order' | 'unreadable-order' | 'busy' | 'contact-lost' | 'already-paid' | 'sold-out' }
  | { code: 'not-prepared' | 'unreadable-payment' | 'no-payment' }
>;

/** The problem of data that is not a payment. */
export const unreadablePayment = ({ field, reason }: Refusal) =>
  ({ code: 'unreadable-payment', field, reason }) as const satisfies Problem;

/** The stable name of a problem, as `pay-problem` carries it. */
export type ProblemCode = Problem['code'];

const RECOVERABLE: ReadonlySet<ProblemCode> = new Set([
  'contact-lost',
  'stalled',
  'unknown-status',
  'unknown-coin',
  'details-changed',
  'busy',
  'not-prepared',
]);

/** Whether the element continues by itself, or after an action of the payer. */
export function isRecoverable({ code }: Problem): boolean {
  return RECOVERABLE.has(code);
}
