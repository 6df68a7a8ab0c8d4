import { parseJson } from '../core/json.ts';
import type { Choice } from '../core/orders/order-answer.ts';
import { parsePayment } from '../core/payments/public-payment.ts';
import type { PublicPayment } from '../core/payments/payment.ts';
import { unreadablePayment, type OrderProblem } from '../core/payments/problem.ts';
import { isOk, type Answer } from './request.ts';

/** The result of `POST payments`; `undefined` when it is unknown whether a payment was created. */
export type Creation =
  | { readonly payment: PublicPayment }
  | { readonly problem: OrderProblem }
  /** No payment was created. The request may be repeated after this many milliseconds, if the shop gave a time. */
  | { readonly busy: true; readonly after: number | undefined }
  | undefined;

/**
 * The URL that creates payments, relative to that of the order: `/pay/payments?k=token` for `/pay/orders/1001?k=token`.
 * The query may name the session, because a page of another origin sends no cookies.
 */
export function paymentsBeside(order: string): string {
  const { search } = new URL(order);
  const url = new URL('../payments', order.replace(/\/+(?=$|[?#])/, ''));
  url.search = search;
  return url.href;
}

/** The request that creates a payment. Amount, currency and payout are set by the shop's backend. */
export const creationRequest = (order: string, { method, coin }: Choice): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ order, method, coin: coin?.symbol }),
});

interface ErrorBody {
  readonly error?: { readonly code?: unknown; readonly field?: unknown };
  readonly payment?: unknown;
}

/** Reads the response: a payment, or `{ error: { code } }` with the error codes of the backend helper. */
export function readCreation(answer: Answer): Creation {
  const { status, text, retryAfter: after } = answer;
  if (status === 0) return undefined;
  if (isOk(answer)) return readPayment(text);
  const { error, payment } = Object(parseJson(text)) as ErrorBody;
  const code = error?.code;
  if (code === 'already-paid') return payment ? readPayment(payment) : { problem: { code } };
  if (code === 'sold-out' || code === 'offer-expired') return { problem: { code: 'sold-out' } };
  if (code === 'unknown-order') return { problem: { code, reason: '' } };
  if (status === 429 || (status === 503 && after !== undefined)) return { busy: true, after };
  // A status below 500 is a refusal. From 500, only the helper's `service-unavailable` proves that nothing was created.
  if (status >= 500 && code !== 'service-unavailable') return undefined;
  return { problem: { code: 'not-prepared', reason: reasonOf(error ?? {}, status) } };
}

function reasonOf({ code, field }: NonNullable<ErrorBody['error']>, status: number): string {
  if (code === 'invalid-request' && typeof field === 'string') return `${code}: ${field}`;
  return typeof code === 'string' ? code : `${status}`;
}

function readPayment(json: unknown): Creation {
  const read = parsePayment(json);
  return read.ok ? read : { problem: unreadablePayment(read) };
}
