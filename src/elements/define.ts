import { PayCheckoutElement } from './pay-checkout/pay-checkout.ts';
import { PayCryptoElement } from './pay-crypto/pay-crypto.ts';
import { PayLocalcodeElement } from './pay-localcode/pay-localcode.ts';
import { PayWalletElement } from './pay-wallet/pay-wallet.ts';
import { register } from './register.ts';

/** Registers the four tags, each unless somebody did. Their cards are loaded with the first tag that is made. */
register('pay-crypto', PayCryptoElement);
register('pay-wallet', PayWalletElement);
register('pay-localcode', PayLocalcodeElement);
register('pay-checkout', PayCheckoutElement);
