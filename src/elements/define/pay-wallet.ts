import { WalletCard } from '../pay-wallet/wallet-card.ts';
import { PayWalletElement } from '../pay-wallet/pay-wallet.ts';
import { register } from '../register.ts';

// With the tag, so that its first paint waits for no other file.
PayWalletElement.card = WalletCard;
register('pay-wallet', PayWalletElement);

/** The tag's type comes along, so that a page that only registers it is typed too. */
export type { PayWalletElement } from '../pay-wallet/pay-wallet.ts';
