import { PayCryptoElement } from '../pay-crypto/pay-crypto.ts';
import { PayLocalcodeElement } from '../pay-localcode/pay-localcode.ts';
import { PayWalletElement } from '../pay-wallet/pay-wallet.ts';
import { register } from '../register.ts';

/** Registers the elements that show a payment, each unless its name is taken. */
export function registerTags(): void {
  register('pay-crypto', PayCryptoElement);
  register('pay-wallet', PayWalletElement);
  register('pay-localcode', PayLocalcodeElement);
}
