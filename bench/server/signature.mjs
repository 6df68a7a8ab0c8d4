/** The webhook addresses of payments that were put into a store by hand. */
import { createSecrets } from '../../dist/server/webhook/secrets.js';

export const SECRET = 'a secret of at least thirty-two bytes, for load';

const secrets = createSecrets(SECRET);

export const signatureOf = (paymentRef) => secrets.sign(paymentRef);
