import { PayWalletElement } from '../pay-wallet/pay-wallet.ts';
import { register } from '../register.ts';

register('pay-wallet', PayWalletElement);

/** The type of the element, so that a page that imports only this module has it, too. */
export type { PayWalletElement };
