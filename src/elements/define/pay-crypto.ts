import { PayCryptoElement } from '../pay-crypto.ts';
import { register } from '../register.ts';

register('pay-crypto', PayCryptoElement);
