/** The webhook addresses of payments that were put into a store by hand. */
import { createSecrets } from '../../dist/server/secrets.js';

export const SECRET = 'a secret of at least thirty-two bytes, for load';

const secrets = createSecrets(SECRET);

export const signatureOf = (ref) => secrets.sign(ref);
