import { onMessagesChange } from '../../i18n/load-messages.ts';
import type { PayableCrypto } from '../../view/payable-view.ts';
import type { CardContext } from '../shared/card-context.ts';

/**
 * Another way to pay what a `<pay-crypto>` shows: a template for the end of its fields. Called with every rendering of a
 * payment that can be paid, with the texts that are shown, copied and linked.
 *
 * What changes inside it by itself is a custom element in the template, which ends with the card what it has started. Its
 * clicks pass the integrity check of the tag. The selectors of `expected-nodes.ts` must find nothing in it.
 */
export type PaymentOption = (view: PayableCrypto, card: CardContext) => unknown;

/** The ways to pay that optional modules have added (`pay-elements/wallets/evm`). */
export const paymentOptions: PaymentOption[] = [];

/** Adds a way to pay, also to the tags that are on the page. */
export function addPaymentOption(option: PaymentOption): void {
  paymentOptions.push(option);
  for (const notify of onMessagesChange) notify();
}
