/** Signs the webhook addresses of payments that were added to a store directly. */
import { createSecrets } from '../../src/server/payments/secrets.ts';

export const SECRET = 'a secret of at least thirty-two bytes, for load';

const secrets = createSecrets(SECRET);

export const signatureOf = (paymentRef) => secrets.sign(paymentRef);
