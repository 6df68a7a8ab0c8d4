import { checkAddress } from '../../../../core/coins/address.ts';
import { isRecord } from '../../../../core/json.ts';
import type { LocalcodeAnswer } from './answers.ts';
import { ServiceError } from './errors.ts';
import type { ValidLocalcodeFields } from './fields.ts';

/** The name of the nonce in `meta`. It is removed from the response before the shop gets it. */
const NONCE_NAME = 'payElementsNonce';

/**
 * Returns the fields of a request of 4.5 with a nonce in `meta`.
 *
 * @throws ServiceError when `meta` has the name of the nonce
 */
export function withNonce(fields: ValidLocalcodeFields, nonce: string): ValidLocalcodeFields {
  const { meta = {} } = fields;
  if (Object.hasOwn(meta, NONCE_NAME)) {
    const field = `meta.${NONCE_NAME}`;
    throw new ServiceError('invalid-request', `${field}: a name that the client needs for itself`, {
      sent: false,
      field,
    });
  }
  return { ...fields, meta: { ...meta, [NONCE_NAME]: nonce } };
}

/**
 * Returns the field in which a response of 4.5 does not match its request, or `undefined` when it matches.
 *
 * 4.5 is a GET, and a cache whose key is only the URL ignores its body: a second shopper would get the payment of the
 * first one. A field that the service does not return cannot be compared. A meta that is absent, null or empty counts
 * as not returned.
 */
export function mismatchedField(
  answer: LocalcodeAnswer,
  request: ValidLocalcodeFields,
  nonce: string,
): string | undefined {
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
export function withoutNonce(answer: LocalcodeAnswer): LocalcodeAnswer {
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
