import type { CryptoAnswer, LocalcodeAnswer, WalletAnswer } from './answers.ts';
import { ServiceError } from './errors.ts';
import type { ValidFields, ValidLocalcodeFields } from './fields.ts';
import { readCryptoAnswer, readLocalcodeAnswer, readWalletAnswer, UnreadableAnswer } from './read-answer.ts';
import { mismatchedField, NONCE_NAME, withoutNonce } from './response-match.ts';

/** One request that creates a payment. */
export interface CreationCall<Answer> {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string;
  /** The webhook address: a credential, which is redacted in errors. */
  readonly secret: string | undefined;
  /** @throws UnreadableAnswer */
  readonly read: (text: string) => Answer;
}

/** Contract 4.3. */
export const cryptoCreation = (fields: ValidFields): CreationCall<CryptoAnswer> => ({
  ...{ name: 'createCrypto', method: 'POST', path: '/v1/payments' },
  ...{ body: bodyOf(fields), secret: fields.webhook_url, read: readCryptoAnswer },
});

/** Contract 4.4. */
export const walletCreation = (fields: ValidFields): CreationCall<WalletAnswer> => ({
  ...{ name: 'createWallet', method: 'POST', path: '/v1/wallet/payments' },
  ...{ body: bodyOf(fields), secret: fields.webhook_url, read: readWalletAnswer },
});

/**
 * Contract 4.5: a GET with a body, of which a cache may return the response to another request. So a nonce is added to
 * `meta`, and the response must match.
 *
 * @throws ServiceError when `meta` has the name of the nonce
 */
export function localcodeCreation(fields: ValidLocalcodeFields): CreationCall<LocalcodeAnswer> {
  const { meta = {}, webhook_url: secret } = fields;
  if (Object.hasOwn(meta, NONCE_NAME)) {
    const field = `meta.${NONCE_NAME}`;
    throw new ServiceError('invalid-request', `${field}: a name that the client needs for itself`, {
      sent: false,
      field,
    });
  }
  const nonce = crypto.randomUUID();
  return {
    name: 'createLocalcode',
    method: 'GET',
    path: '/v1/payments/localcode',
    body: bodyOf({ ...fields, meta: { ...meta, [NONCE_NAME]: nonce } }),
    secret,
    read(text) {
      const answer = readLocalcodeAnswer(text);
      const field = mismatchedField(answer, fields, nonce);
      if (field !== undefined) throw new UnreadableAnswer(field, 'does not match this request');
      return withoutNonce(answer);
    },
  };
}

/**
 * The amount is a JSON number with exactly its digits: `JSON.stringify` would write 1234567890.123456789 as
 * 1234567890.1234567.
 */
function bodyOf(fields: ValidFields): string {
  const { amount } = fields;
  if (!/^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(amount)) throw new TypeError('number: plain decimal text is needed');
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const text = name === 'amount' ? amount : JSON.stringify(value);
    return text === undefined ? [] : `${JSON.stringify(name)}:${text}`;
  });
  return `{${parts.join(',')}}`;
}
