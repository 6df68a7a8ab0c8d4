import { PayCryptoElement } from '../pay-crypto/pay-crypto.ts';
import { register } from '../register.ts';

register('pay-crypto', PayCryptoElement);

/** The type of the element, so that a page that imports only this module has it, too. */
export type { PayCryptoElement };
