import { checkAddress } from '../../core/address.ts';
import { isRecord } from '../is-record.ts';
import type { LocalcodeAnswer } from './answers.ts';
import type { PreparedLocalcode } from './check-fields.ts';

/** Under which name the mark travels in `meta`. The answer is given to the shop without it. */
export const NONCE_NAME = 'payElementsNonce';

/**
 * The field in which an answer to 4.5 does not match the request, or `undefined` when it matches.
 *
 * 4.5 is a GET, and a cache that goes by the address alone ignores its body: the second shopper would be
 * given the first one's payment. What the service does not echo cannot be compared; a meta that is absent,
 * null or empty counts as not echoed.
 */
export function mismatchedField(answer: LocalcodeAnswer, asked: PreparedLocalcode, nonce: string): string | undefined {
  const { meta, amountText, payoutCryptoCoin, payoutAddress } = answer;
  if (isRecord(meta) && Object.keys(meta).length > 0 && meta[NONCE_NAME] !== nonce) return `meta.${NONCE_NAME}`;
  // As doubles, since that is what the service may keep.
  if (amountText !== undefined && Number(amountText) !== Number(asked.amount)) return 'amount';
  if (typeof payoutCryptoCoin === 'string' && payoutCryptoCoin.toUpperCase() !== asked.payout_crypto_coin)
    return 'payoutCryptoCoin';
  if (typeof payoutAddress === 'string' && !sameRecipient(payoutAddress, asked)) return 'payoutAddress';
  return undefined;
}

/** The answer without the mark. */
export function withoutNonce(answer: LocalcodeAnswer): LocalcodeAnswer {
  if (!isRecord(answer.meta) || !Object.hasOwn(answer.meta, NONCE_NAME)) return answer;
  const { [NONCE_NAME]: _, ...meta } = answer.meta;
  return { ...answer, meta };
}

/** Two spellings of one address (hex digits in another case) are one recipient. */
function sameRecipient(echoed: string, { payout_crypto_coin, payout_address }: PreparedLocalcode): boolean {
  if (echoed === payout_address) return true;
  const [left, right] = [echoed, payout_address].map((address) => checkAddress(payout_crypto_coin, address));
  return left?.ok === true && right?.ok === true && left.canonical === right.canonical;
}
