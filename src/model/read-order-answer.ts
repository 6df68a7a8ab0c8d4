import { parseJson } from '../core/json.ts';
import { parseOrder, type ShownOrder } from '../core/orders/order-answer.ts';
import type { Problem } from '../core/payments/problem.ts';
import { failureOf, failureWithoutCode, isOk, type Answer } from './request.ts';

export type OrderReading =
  | { readonly order: ShownOrder }
  | { readonly problem: Extract<Problem, { code: 'unknown-order' | 'unreadable-order' }> }
  /** The response says nothing about the order. `retryAfter`: milliseconds that the shop asks to wait. */
  | { readonly failure: string; readonly retryAfter?: number | undefined };

export function readOrderAnswer(answer: Answer): OrderReading {
  const { status, text, retryAfter } = answer;
  if (status === 404 || status === 410)
    return { problem: { code: 'unknown-order', reason: failureWithoutCode(answer) } };
  const body = isOk(answer) ? parseJson(text) : undefined;
  if (body === undefined) return { failure: failureOf(status), retryAfter };
  const read = parseOrder(body);
  if (read.ok) return { order: read.order };
  const { field, reason } = read;
  return { problem: { code: 'unreadable-order', field, reason } };
}
