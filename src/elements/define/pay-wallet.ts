import { PayWalletElement } from '../pay-wallet.ts';
import { register } from '../register.ts';

register('pay-wallet', PayWalletElement);
