import { isJson } from '../core/json.ts';
import { parseOrder, type ShownOrder } from '../core/orders/order-answer.ts';
import type { Problem } from '../core/payments/problem.ts';
import type { PagePorts } from './ports.ts';
import type { Answer } from './request.ts';
import { retryAfterOf } from './status-update.ts';

export type OrderReading =
  | { readonly order: ShownOrder }
  | { readonly problem: Extract<Problem, { code: 'unknown-order' | 'unreadable-order' }> }
  /** The response says nothing about the order. `retryAfter`: milliseconds that the shop asks to wait. */
  | { readonly retryAfter: number | undefined };

export function readOrder(answer: Answer | undefined, ports: Pick<PagePorts, 'date'>): OrderReading {
  if (!answer) return { retryAfter: undefined };
  const { response, text } = answer;
  if (response.status === 404 || response.status === 410) return { problem: { code: 'unknown-order' } };
  if (!response.ok || !isJson(text)) return { retryAfter: retryAfterOf(answer, ports) };
  const read = parseOrder(text);
  if (read.ok) return { order: read.order };
  return { problem: { code: 'unreadable-order', field: read.field, reason: read.reason } };
}
