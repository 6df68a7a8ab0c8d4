import type { CheckoutErrorCode } from './http.ts';
import type { PaymentRow } from './stores/store.ts';

/** When to come back where nobody said. Seconds. */
export const RETRY_AFTER_S = 5;

/** What came of asking for a payment. */
export type Created =
  | { readonly row: PaymentRow; readonly fresh: boolean }
  | {
      readonly error: CheckoutErrorCode;
      readonly retryAfter?: number | undefined;
      /** It is this visitor's doing, who has had many made. */
      readonly limited?: true;
    };
