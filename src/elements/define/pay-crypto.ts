import { CryptoCard } from '../pay-crypto/crypto-card.ts';
import { PayCryptoElement } from '../pay-crypto/pay-crypto.ts';
import { register } from '../register.ts';

// With the tag, so that its first paint waits for no other file.
PayCryptoElement.card = CryptoCard;
register('pay-crypto', PayCryptoElement);

/** The tag's type comes along, so that a page that only registers it is typed too. */
export type { PayCryptoElement } from '../pay-crypto/pay-crypto.ts';
