import type { CheckoutErrorCode } from '../routes/http.ts';
import type { PaymentRow } from '../stores/store.ts';

/** The default of `Retry-After`. Seconds. */
export const RETRY_AFTER_S = 5;

/** A row that is still being created after this long was left by a crash, and another may be inserted. Milliseconds. */
export const CREATION_LIMIT_MS = 60_000;

/** What came of asking for a payment. */
export type CreationResult =
  | { readonly row: PaymentRow; readonly fresh: boolean }
  | {
      readonly error: CheckoutErrorCode;
      /** With 'invalid-request': `connection`, for a client that has left. */
      readonly field?: string;
      readonly retryAfter?: number | undefined;
      /** True when the visitor's own limit was reached. */
      readonly limited?: true;
      /** With 'already-paid': the payment that paid the order, if it can be shown. */
      readonly paidBy?: PaymentRow | undefined;
    };
