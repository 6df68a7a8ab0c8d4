import { PayCheckoutElement } from './pay-checkout/pay-checkout.ts';
import { PayCryptoElement } from './pay-crypto/pay-crypto.ts';
import { PayLocalcodeElement } from './pay-localcode/pay-localcode.ts';
import { PayWalletElement } from './pay-wallet/pay-wallet.ts';
import { register } from './register.ts';

/**
 * Registers the four elements, each unless its name is taken. All of them are part of this module.
 */
register('pay-crypto', PayCryptoElement);
register('pay-wallet', PayWalletElement);
register('pay-localcode', PayLocalcodeElement);
register('pay-checkout', PayCheckoutElement);

/** The types of the elements, so that a page that imports only this module has them, too. */
export type { PayCheckoutElement, PayCryptoElement, PayLocalcodeElement, PayWalletElement };
