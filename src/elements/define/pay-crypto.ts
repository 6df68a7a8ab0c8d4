import { PayCryptoElement } from '../pay-crypto.ts';
import { register } from '../register.ts';

register('pay-crypto', PayCryptoElement);

/** The tag's type comes along, so that a page that only registers it is typed too. */
export type { PayCryptoElement } from '../pay-crypto.ts';
