import { ConfigurationError } from '../configuration-error.ts';
import { fromBase64Url, toBase64Url } from '../base64url.ts';
import { isRandomText } from '../random-text.ts';

/** The shortest secret, in bytes. A shorter one could be guessed, and SHA-256 uses 32 bytes in full. */
const SECRET_MIN_BYTES = 32;

/**
 * The prefix of signed texts. It binds a signature to its purpose: no other use of the secret signs texts with this
 * prefix.
 */
const WEBHOOK = 'pay-elements webhook v1\0';

/** The same for `keyedHash`. */
const HASH = 'pay-elements hidden name v1\0';

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

/** Signs and verifies webhook addresses, and derives keyed hashes. */
export interface Secrets {
  /** Signs with the current secret. */
  sign(paymentRef: string): Promise<string>;
  /** Verifies with any of the secrets, in constant time. Malformed input is rejected without reading the store. */
  verify(paymentRef: string, signature: string): Promise<boolean>;
  /**
   * Returns a one-way hash for values that must not be stored in plain text. It is equal in every process with this
   * secret.
   */
  keyedHash(text: string): Promise<string>;
}

/**
 * The service documents no signature of its webhooks (contract 6), so the address is the credential:
 * `webhook/{paymentRef}/{HMAC-SHA256(secret, purpose + paymentRef)}`. Two secrets allow a rotation: the first one
 * signs, and both are accepted in verification.
 *
 * @param purpose the prefix of signed texts, for other uses
 * @throws ConfigurationError when a secret is missing or shorter than 32 bytes
 */
export function createSecrets(
  secret: string | undefined | readonly (string | undefined)[],
  purpose = WEBHOOK,
): Secrets {
  if (secret === undefined)
    throw new ConfigurationError('secret', 'is PAY_SECRET set? Make one: openssl rand -hex 32', 'option-missing');
  if (typeof secret !== 'string' && !Array.isArray(secret))
    throw new ConfigurationError('secret', 'text is needed, or a list with the current and the previous one');
  const [current, ...previous] = typeof secret === 'string' ? [secret] : (secret as readonly (string | undefined)[]);
  // The previous secret must not replace a missing current one: after the rotation such an address would be rejected.
  if (current === undefined)
    throw new ConfigurationError(
      'secret',
      'the current one is missing: is PAY_SECRET set? Make one: openssl rand -hex 32',
    );
  const given = [current, ...previous.filter((one) => one !== undefined)];
  const keys = given.map((one, index) => {
    const bytes = typeof one === 'string' ? new TextEncoder().encode(one) : new Uint8Array();
    if (bytes.length < SECRET_MIN_BYTES)
      throw new ConfigurationError(
        Array.isArray(secret) ? `secret[${index}]` : 'secret',
        `at least ${SECRET_MIN_BYTES} bytes of text are needed. Make one: openssl rand -hex 32`,
      );
    // The key is imported at its first use: some runtimes allow no asynchronous work outside a request.
    let key: Promise<CryptoKey> | undefined;
    return () => (key ??= crypto.subtle.importKey('raw', bytes, HMAC, false, ['sign', 'verify']));
  });
  const message = (paymentRef: string) => new TextEncoder().encode(purpose + paymentRef);
  const hmac = async (bytes: Uint8Array<ArrayBuffer>) =>
    toBase64Url(new Uint8Array(await crypto.subtle.sign(HMAC, await keys[0]!(), bytes)));

  return {
    sign: (paymentRef) => hmac(message(paymentRef)),
    async verify(paymentRef, signature) {
      if (!isRandomText(paymentRef)) return false;
      const bytes = fromBase64Url(signature);
      if (!bytes) return false;
      // Every secret is tried, so that the duration does not reveal which one matched.
      const fits = await Promise.all(
        keys.map(async (key) => crypto.subtle.verify(HMAC, await key(), bytes, message(paymentRef))),
      );
      return fits.includes(true);
    },
    // 128 bits: collisions are not a practical concern.
    keyedHash: async (text) => (await hmac(new TextEncoder().encode(HASH + text))).slice(0, 22),
  };
}

/** Whether a secret is one that a person has typed: it has a word of such a text, or few different characters. */
export const isPlaceholder = (secret: unknown): boolean =>
  typeof secret === 'string' &&
  secret !== '' &&
  (/change[-_ ]?(me|it|this)|replace[-_ ]?(me|this)|placeholder|your[-_ ]/i.test(secret) || new Set(secret).size < 8);
