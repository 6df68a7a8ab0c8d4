import { exactJson } from '../../core/json.ts';
import type { Choice } from '../../core/order-answer.ts';
import { parsePayment } from '../../core/parse-payment.ts';
import type { PublicPayment } from '../../core/payment.ts';
import type { Problem } from '../../core/problem.ts';
import { retryAfterOf } from '../polling/status-update.ts';

/** What came of `POST payments`. Nothing at all where nobody knows whether a payment was made. */
export type Creation =
  | { readonly payment: PublicPayment }
  | { readonly problem: Problem }
  /** It was not done; it may be asked for again in so many milliseconds, where the shop said when. */
  | { readonly busy: true; readonly after: number | undefined }
  | undefined;

/** Where payments are made: beside the orders, so for `/pay/orders/1001` at `/pay/payments`. */
export const paymentsBeside = (order: string): string =>
  new URL('../payments', order.replace(/\/+(?=$|[?#])/, '')).href;

/** The request for a payment. Amount, currency and payout are the shop's to say. */
export const creationRequest = (order: string, { method, coin }: Choice): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ order, method, coin: coin?.symbol }),
});

/** Reads the answer: a payment, or `{ error: { code } }` with the codes of the helper. */
export function readCreation(response: Response | undefined, text: string): Creation {
  if (!response) return undefined;
  const { ok, status } = response;
  if (ok) return readPayment(text);
  const { error, payment } = bodyOf(text);
  const code = error?.code;
  if (code === 'already-paid') return payment ? readPayment(payment) : { problem: { code } };
  if (code === 'sold-out' || code === 'offer-expired') return { problem: { code: 'sold-out' } };
  if (code === 'unknown-order') return { problem: { code } };
  const after = retryAfterOf(response, text);
  if (status === 429 || (status === 503 && after !== undefined)) return { busy: true, after };
  // Below 500 the shop has refused; above, what the helper names was not done.
  if (status >= 500 && code !== 'service-unavailable') return undefined;
  return { problem: { code: 'not-prepared', reason: typeof code === 'string' ? code : `${status}` } };
}

function readPayment(json: unknown): Creation {
  const read = parsePayment(json);
  if (read.ok) return read;
  return { problem: { code: 'unreadable-payment', field: read.field, reason: read.reason } };
}

function bodyOf(text: string): { readonly error?: { readonly code?: unknown }; readonly payment?: unknown } {
  try {
    return Object(exactJson(text)) as object;
  } catch {
    return {}; // a proxy's apology
  }
}
