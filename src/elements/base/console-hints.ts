import { findCoin } from '../../core/coins/coin.ts';
import type { ModelEvent, PaymentModel } from '../../model/payment-model.ts';
import { warnOnce } from './warn-once.ts';

/** What is reported to the developer of the page. A problem is one that a payer meets. */
export type Reported = Extract<ModelEvent, { type: 'problem' | 'doubt' }>;

/** An element, as far as a hint needs it. `<pay-checkout>` has neither a payment nor its model. */
interface Host extends Element {
  readonly src: string;
  readonly payment?: unknown;
  readonly model?: PaymentModel;
}

/** What is wrong with a field of a payment that is shown. */
function doubtText(field: string, { model }: Host): string {
  const { cryptoCoin = '' } = model!.snapshot.payment as { cryptoCoin?: string };
  if (field === 'address')
    return `address is ${findCoin(cryptoCoin)?.chainId ? 'not ' : ''}one of Ethereum (0x…), but cryptoCoin is ${cryptoCoin}`;
  return `${field} is not readable`;
}

/** What is probably the reason of a problem. */
function problemText(reason: string, { src, payment, model }: Host): string | undefined {
  if (reason === 'not JSON' && typeof payment === 'string')
    return 'payment: set the property, or write " as &quot; in the attribute';
  if (!/^HTTP 4(04|10)|^unexp/.test(reason)) return undefined;
  return `${src || model?.snapshot.polling?.url}: ${reason}. Is its path right?`;
}

/** Tells the developer of the page what is probably wrong in a payment, once, or with an address. */
export function printHint(element: Element, event: Reported): void {
  const host = element as Host;
  if (event.type === 'doubt') {
    warnOnce(host, `payment: ${doubtText(event.field, host)}`);
    return;
  }
  const { code, reason = '' } = event.problem as { code: string; reason?: string };
  const text = code === 'wrong-method' ? 'use the tag of its method' : problemText(reason, host);
  if (text) console.info(`${host.localName}: ${text}`);
}
