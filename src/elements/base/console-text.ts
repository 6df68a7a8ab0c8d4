import { findCoin } from '../../core/coins/coin.ts';
import type { Problem } from '../../core/payments/problem.ts';
import type { ModelEvent, PaymentModel } from '../../model/payment-model.ts';
import { warnOnce } from './warn-once.ts';

/** What is reported to the developer of the page. A problem is one that a payer meets. */
export type Reported = Extract<ModelEvent, { type: 'problem' | 'doubt' }>;

/** An element, as far as its text needs it. `<pay-checkout>` has neither a payment nor its model. */
interface Host extends Element {
  readonly src: string;
  readonly payment?: unknown;
  readonly model?: PaymentModel;
  /** Set when a `<pay-checkout>` is around it, which asks for the order. */
  readonly announce?: unknown;
}

/** What the developer can do about a problem. */
function adviceOf(problem: Problem, { payment }: Host): string | undefined {
  if (problem.code === 'wrong-method') return 'missing, so use the tag of its method';
  if (!('reason' in problem)) return undefined;
  if (/^HTTP 4(04|10)/.test(problem.reason)) return 'the path is probably wrong';
  if (problem.reason === 'unexpected response') return 'no JSON, so the path is probably wrong';
  const isText = problem.reason === 'not JSON' && typeof payment === 'string';
  return isText ? `payment="${payment.slice(0, 20)}": set the property, or " as &quot; in the attribute` : undefined;
}

/** `pay-crypto: unreadable-payment (status): missing, src="/pay/payments/1"`. */
function lineOf(host: Host, problem: Problem): string {
  const { code, ...details } = problem;
  const [named, ...rest] = Object.values<string | number>(details);
  const { localName, src, model } = host;
  const text = [`${localName}: ${code}${named ? ` (${named})` : ''}`, ...rest, adviceOf(problem, host)];
  const address = src || model?.snapshot.polling?.url;
  return text.filter(Boolean).join(': ') + (address ? `, ${src ? 'src' : 'statusUrl'}="${address}"` : '');
}

/** What is wrong with a field of a payment. */
function doubtText(field: string, { model, announce }: Host): string | undefined {
  const { cryptoCoin = '' } = model!.snapshot.payment as { cryptoCoin?: string };
  if (field === 'address')
    return `address is ${findCoin(cryptoCoin)?.chainId ? 'not ' : ''}one of Ethereum (0x…), but cryptoCoin is ${cryptoCoin}`;
  if (field !== 'statusUrl') return `${field} is not readable`;
  return announce ? undefined : 'without a usable statusUrl it is never updated: set src or status-url';
}

/**
 * Tells the developer of the page what a payer meets, and, once, what is probably wrong in a payment. Data that cannot
 * be used is an error. Everything else may be the payer's connection, or go away by itself.
 */
export function printEvent(element: Element, event: Reported): void {
  const host = element as Host;
  if (event.type === 'doubt') {
    const text = doubtText(event.field, host);
    if (text) warnOnce(host, `payment: ${text}`);
    return;
  }
  const { problem } = event;
  // `attribute-check.ts` names the missing attributes, unless a payment is set soon after.
  if (problem.code !== 'no-payment') console['field' in problem ? 'error' : 'info'](lineOf(host, problem), problem);
}
