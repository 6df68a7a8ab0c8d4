import type { CheckoutErrorCode } from '../../http/http.ts';
import type { PaymentRow } from '../../stores/store.ts';

/** The default of `Retry-After`, in seconds. */
export const RETRY_AFTER_S = 5;

/**
 * The longest creation, in milliseconds. A row that is still being created after this time was left by a crash, and
 * another row may be inserted.
 */
export const CREATION_LIMIT_MS = 60_000;

/** The result of the creation of a payment. */
export type CreationResult =
  | { readonly row: PaymentRow; readonly fresh: boolean }
  | {
      readonly error: CheckoutErrorCode;
      /** With 'invalid-request': `connection` when the client has disconnected. */
      readonly field?: string;
      readonly retryAfter?: number | undefined;
      /** True when the visitor's own limit was reached. */
      readonly limited?: true;
      /** With 'already-paid': the payment that paid the order, if it can be shown. */
      readonly paidBy?: PaymentRow | undefined;
    };
