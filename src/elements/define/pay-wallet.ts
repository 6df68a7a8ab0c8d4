import { PayWalletElement } from '../pay-wallet.ts';
import { register } from '../register.ts';

register('pay-wallet', PayWalletElement);

/** The tag's type comes along, so that a page that only registers it is typed too. */
export type { PayWalletElement } from '../pay-wallet.ts';
