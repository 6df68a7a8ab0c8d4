import { CheckoutCard } from '../pay-checkout/checkout-card.ts';
import { PayCheckoutElement } from '../pay-checkout/pay-checkout.ts';
import { register } from '../register.ts';

// The card is part of this module, so that the first paint waits for no other file.
PayCheckoutElement.card = CheckoutCard;
register('pay-checkout', PayCheckoutElement);

/** The type of the element, so that a page that imports only this module has it, too. */
export type { PayCheckoutElement } from '../pay-checkout/pay-checkout.ts';
