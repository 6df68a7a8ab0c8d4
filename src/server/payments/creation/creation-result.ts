import type { PaymentRow } from '../../stores/store.ts';

/** The default of `Retry-After`, in seconds. */
export const RETRY_AFTER_S = 5;

/**
 * The longest creation, in milliseconds. A row that is still being created after this time was left by a crash, and
 * another row may be inserted.
 */
export const CREATION_LIMIT_MS = 60_000;

/** The reason why no payment was created. */
export type CreationErrorCode =
  /** The order does not exist, or this visitor may not see it. */
  | 'unknown-order'
  /**
   * `field` names the invalid part of the request. The HTTP status is 405 for `method`, 403 for `origin`, 415 for
   * `content-type`, and for a `body` 413 when it is too long and 408 when it is too slow.
   */
  | 'invalid-request'
  /** Too many requests at once; `retryAfter` is the time until a retry, in seconds. The HTTP status is 429 for the visitor's own limit. */
  | 'busy'
  /** The order is paid; `payment` is the payment that paid it. */
  | 'already-paid'
  /** The order can no longer be paid. */
  | 'sold-out'
  /** The order's `expiresAt` has passed. */
  | 'offer-expired'
  /** The amount is below the coin's minimum and would never be confirmed (contract 3). */
  | 'below-minimum'
  /** The payment server failed or cannot be reached. */
  | 'service-unavailable'
  /** The shop's own code failed; an event names the reason. */
  | 'internal';

/** The result of a creation that failed with the code of an error of the provider. @param retryAfter - seconds */
export function resultOfFailure(code: string | undefined, retryAfter?: number): CreationResult {
  if (code === 'busy' || code === 'rate-limited') return { error: 'busy', retryAfter: retryAfter ?? RETRY_AFTER_S };
  // A retry would fail, too: the shop has to correct it.
  if (code === 'invalid-request' || code === 'unsupported') return { error: 'internal' };
  return { error: 'service-unavailable', retryAfter };
}

/** The result of the creation of a payment. */
export type CreationResult =
  | { readonly row: PaymentRow; readonly fresh: boolean }
  | {
      readonly error: CreationErrorCode;
      /** With 'invalid-request': `connection` when the client has disconnected. */
      readonly field?: string;
      readonly retryAfter?: number | undefined;
      /** True when the visitor's own limit was reached. */
      readonly limited?: true;
      /** With 'already-paid': the payment that paid the order; `true` when that payment cannot be shown. */
      readonly paid?: PaymentRow | true;
    };
