import { CryptoCard } from '../pay-crypto/crypto-card.ts';
import { PayCryptoElement } from '../pay-crypto/pay-crypto.ts';
import { register } from '../register.ts';

// The card is part of this module, so that the first paint waits for no other file.
PayCryptoElement.card = CryptoCard;
register('pay-crypto', PayCryptoElement);

/** The type of the element, so that a page that imports only this module has it, too. */
export type { PayCryptoElement } from '../pay-crypto/pay-crypto.ts';
