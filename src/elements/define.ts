/** Registers the four tags, each unless somebody did. */
import './define/pay-crypto.ts';
import './define/pay-wallet.ts';
import './define/pay-localcode.ts';
import './define/pay-checkout.ts';
