import { WalletCard } from '../pay-wallet/wallet-card.ts';
import { PayWalletElement } from '../pay-wallet/pay-wallet.ts';
import { register } from '../register.ts';

// The card is part of this module, so that the first paint waits for no other file.
PayWalletElement.card = WalletCard;
register('pay-wallet', PayWalletElement);

/** The type of the element, so that a page that imports only this module has it, too. */
export type { PayWalletElement } from '../pay-wallet/pay-wallet.ts';
