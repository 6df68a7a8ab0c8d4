import { PayCheckoutElement } from '../pay-checkout/pay-checkout.ts';
import { register } from '../register.ts';

register('pay-checkout', PayCheckoutElement);

/** The type of the element, so that a page that imports only this module has it, too. */
export type { PayCheckoutElement };
