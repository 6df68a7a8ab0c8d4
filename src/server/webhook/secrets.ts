import { fromBase64Url, toBase64Url } from './base64url.ts';

/** Below this a secret can be guessed; it is also what SHA-256 makes full use of. */
const SECRET_MIN_BYTES = 32;

/** 128 bits cannot be guessed or met twice: 22 characters of base64url. */
const RANDOM_BYTES = 16;
const RANDOM_TEXT = /^[A-Za-z0-9_-]{22}$/;

/** SHA-256 in base64url. */
const SIGNATURE_LENGTH = 43;

/** Binds a signature to its use: the same secret signs nothing else with these bytes in front. */
const WEBHOOK = 'pay-elements webhook v1\0';

/** The same for names that are hidden. */
const HIDING = 'pay-elements hidden name v1\0';

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

/** Signs and checks webhook addresses, and makes what cannot be guessed. */
export interface Secrets {
  /** By the current secret. */
  sign(ref: string): Promise<string>;
  /** By any of the secrets, in constant time. Junk is told apart without asking the store. */
  verify(ref: string, signature: string): Promise<boolean>;
  /** Another name for what must not be written down: the same in every process with this secret, and never told back. */
  hide(text: string): Promise<string>;
}

/**
 * The service documents no signature on its webhooks (contract 6), so the address is the credential:
 * `webhook/{ref}/{HMAC-SHA256(secret, purpose + ref)}`. Two secrets serve a rotation: the first signs,
 * both are believed.
 *
 * @param purpose other bytes in front, for other uses
 * @throws TypeError when a secret is missing or shorter than 32 bytes.
 */
export function createSecrets(secret: string | readonly (string | undefined)[], purpose = WEBHOOK): Secrets {
  const [current, ...previous] = typeof secret === 'string' ? [secret] : [...(secret ?? [])];
  // Not the previous one in its place: an address signed by it would be believed by nobody after the rotation.
  if (current === undefined) throw new TypeError('secret: the current one is missing');
  const given = [current, ...previous.filter((one) => one !== undefined)];
  const keys = given.map((one, index) => {
    const bytes = typeof one === 'string' ? new TextEncoder().encode(one) : new Uint8Array();
    if (bytes.length < SECRET_MIN_BYTES)
      throw new TypeError(`secret[${index}]: at least ${SECRET_MIN_BYTES} bytes of text are needed`);
    // Imported at first use: some runtimes allow no work outside a request.
    let key: Promise<CryptoKey> | undefined;
    return () => (key ??= crypto.subtle.importKey('raw', bytes, HMAC, false, ['sign', 'verify']));
  });
  const message = (ref: string) => new TextEncoder().encode(purpose + ref);
  const hmac = async (bytes: Uint8Array<ArrayBuffer>) =>
    toBase64Url(new Uint8Array(await crypto.subtle.sign(HMAC, await keys[0]!(), bytes)));

  return {
    sign: (ref) => hmac(message(ref)),
    async verify(ref, signature) {
      if (!isRandomText(ref) || signature.length !== SIGNATURE_LENGTH) return false;
      const bytes = fromBase64Url(signature);
      if (!bytes) return false;
      // Every secret is tried, so that the time taken does not tell which one fits.
      const fits = await Promise.all(
        keys.map(async (key) => crypto.subtle.verify(HMAC, await key(), bytes, message(ref))),
      );
      return fits.includes(true);
    },
    // 128 bits will do: nobody meets twice.
    hide: async (text) => (await hmac(new TextEncoder().encode(HIDING + text))).slice(0, 22),
  };
}

/** 128 random bits as text: a payment's `ref` or `token`. */
export const randomText = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));

/** Whether a text could be one of ours, before anyone looks it up. */
export const isRandomText = (text: string): boolean => RANDOM_TEXT.test(text);
