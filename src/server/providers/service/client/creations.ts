import { checkAddress } from '../../../../core/coins/address.ts';
import { isRecord } from '../../../../core/json.ts';
import type { CryptoAnswer, LocalcodeAnswer, WalletAnswer } from './answers.ts';
import { ServiceError } from './errors.ts';
import type { ValidFields, ValidLocalcodeFields } from './fields.ts';
import { readCryptoAnswer, readLocalcodeAnswer, readWalletAnswer, UnreadableAnswer } from './read-answer.ts';

/** The name of the nonce in `meta`. It is removed from the response before the shop gets it. */
const NONCE_NAME = 'payElementsNonce';

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
 * Returns the field in which a response of 4.5 does not match its request, or `undefined` when it matches.
 *
 * 4.5 is a GET, and a cache whose key is only the URL ignores its body: a second shopper would get the payment of the
 * first one. A field that the service does not return cannot be compared. A meta that is absent, null or empty counts
 * as not returned.
 */
function mismatchedField(answer: LocalcodeAnswer, request: ValidLocalcodeFields, nonce: string): string | undefined {
  const { meta, amountText, payoutCryptoCoin, payoutAddress } = answer;
  if (isRecord(meta) && Object.keys(meta).length > 0 && meta[NONCE_NAME] !== nonce) return `meta.${NONCE_NAME}`;
  // The amounts are compared as doubles, because the service may store doubles.
  if (amountText !== undefined && Number(amountText) !== Number(request.amount)) return 'amount';
  if (typeof payoutCryptoCoin === 'string' && payoutCryptoCoin.toUpperCase() !== request.payout_crypto_coin)
    return 'payoutCryptoCoin';
  if (typeof payoutAddress === 'string' && !sameRecipient(payoutAddress, request)) return 'payoutAddress';
  return undefined;
}

/** Returns the response without the nonce. */
function withoutNonce(answer: LocalcodeAnswer): LocalcodeAnswer {
  if (!isRecord(answer.meta) || !Object.hasOwn(answer.meta, NONCE_NAME)) return answer;
  const { [NONCE_NAME]: _, ...meta } = answer.meta;
  return { ...answer, meta };
}

/** Two spellings of one address (hex digits in another letter case) are the same recipient. */
function sameRecipient(echoed: string, { payout_crypto_coin, payout_address }: ValidLocalcodeFields): boolean {
  if (echoed === payout_address) return true;
  const [left, right] = [echoed, payout_address].map((address) => checkAddress(payout_crypto_coin, address));
  return left?.ok === true && right?.ok === true && left.canonical === right.canonical;
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
