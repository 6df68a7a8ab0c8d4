import { PayCheckoutElement } from '../pay-checkout/pay-checkout.ts';
import { register } from '../register.ts';

register('pay-checkout', PayCheckoutElement);

/** The tag's type comes along, so that a page that only registers it is typed too. */
export type { PayCheckoutElement } from '../pay-checkout/pay-checkout.ts';
