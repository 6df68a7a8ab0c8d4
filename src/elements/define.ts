import { PayCheckoutElement } from './pay-checkout/pay-checkout.ts';
import { PayCryptoElement } from './pay-crypto/pay-crypto.ts';
import { PayLocalcodeElement } from './pay-localcode/pay-localcode.ts';
import { PayWalletElement } from './pay-wallet/pay-wallet.ts';
import { register } from './register.ts';

/**
 * Registers the four elements, each unless its name is taken. A card is loaded with the first element that needs it.
 */
register('pay-crypto', PayCryptoElement);
register('pay-wallet', PayWalletElement);
register('pay-localcode', PayLocalcodeElement);
register('pay-checkout', PayCheckoutElement);
