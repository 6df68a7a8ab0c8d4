import { onMessagesChange } from '../../i18n/load-messages.ts';
import type { PayableCrypto } from '../../view/payable-view.ts';
import type { Card } from '../card/card.ts';

/**
 * Another way to pay the payment of a `<pay-crypto>`: a template at the end of its fields. It is called at every render
 * of a payment that can be paid, with the texts that are shown, copied and linked.
 *
 * Content that changes by itself must be a custom element in the template. It must stop everything that it has started
 * when it is disconnected. Its clicks pass the integrity check of `<pay-crypto>`. The selectors of `expected-nodes.ts`
 * must match nothing in it.
 */
export type PaymentOption = (view: PayableCrypto, card: Card) => unknown;

/** The payment options that optional modules have added (`pay-elements/wallets/evm`). */
export const paymentOptions: PaymentOption[] = [];

/** Adds a payment option, also to the elements that are already on the page. */
export function addPaymentOption(option: PaymentOption): void {
  paymentOptions.push(option);
  for (const notify of onMessagesChange) notify();
}
