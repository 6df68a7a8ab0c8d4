import { isJson } from '../core/json.ts';
import { parseOrder, type ShownOrder } from '../core/orders/order-answer.ts';
import type { Problem } from '../core/payments/problem.ts';
import type { PagePorts } from './ports.ts';
import type { Answer } from './request.ts';
import { failureOf, retryAfterOf } from './status-update.ts';

export type OrderReading =
  | { readonly order: ShownOrder }
  | { readonly problem: Extract<Problem, { code: 'unknown-order' | 'unreadable-order' }> }
  /** The response says nothing about the order. `retryAfter`: milliseconds that the shop asks to wait. */
  | { readonly failure: string; readonly retryAfter?: number | undefined };

export function readOrder(answer: Answer | undefined, ports: Pick<PagePorts, 'date'>): OrderReading {
  if (!answer) return { failure: failureOf(0) };
  const { response, text } = answer;
  const { ok, status } = response;
  if (status === 404 || status === 410) return { problem: { code: 'unknown-order' } };
  if (!ok || !isJson(text)) return { failure: failureOf(status), retryAfter: retryAfterOf(answer, ports) };
  const read = parseOrder(text);
  if (read.ok) return { order: read.order };
  return { problem: { code: 'unreadable-order', field: read.field, reason: read.reason } };
}
