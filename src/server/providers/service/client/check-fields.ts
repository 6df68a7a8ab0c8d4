import { checkAddress } from '../../../../core/coins/address.ts';
import { compareDecimals, decimalText } from '../../../../core/money/amount.ts';
import { findCoin, type CoinSymbol } from '../../../../core/coins/coin.ts';
import { parsePayout } from '../../../../core/money/payout.ts';
import { webUrl } from '../../../../core/web.ts';
import { isEmailAddress } from '../../../email-address.ts';
import { ServiceError } from './errors.ts';
import type { CryptoFields, LocalcodeFields, WalletFields } from './fields.ts';
import { ExactNumber, writeJson } from './write-json.ts';

/**
 * Validates the fields of a creation before a request is spent on it. Nothing is trimmed or corrected: an address with
 * a trailing space is refused, not sent without the space.
 */

type FieldRecord = Readonly<Record<string, unknown>>;

/** A validated request: its body, and the parts of it that are compared with the response. */
export interface Prepared {
  readonly body: string;
  readonly amount: string;
}

export function checkCrypto(fields: CryptoFields): Prepared {
  const given = present(fields);
  const amount = readAmount(given.amount);
  const currency = readCurrency(given.currency);
  const crypto_coin = readCoin('crypto_coin', given.crypto_coin);
  const payout = parsePayout(given, crypto_coin);
  if (!payout.ok) throw refusal(payout.field, payout.reason);
  const body = { ...given, ...common(given, amount), currency, crypto_coin, ...payout.payout };
  return { amount, body: writeJson(body) };
}

export function checkWallet(fields: WalletFields): Prepared {
  const given = present(fields);
  const amount = readAmount(given.amount);
  const currency = readCurrency(given.currency);
  const { payout_email: email, additional_information: extra } = given;
  if (typeof email !== 'string') throw refusal('payout_email', 'missing or not text');
  if (!isEmailAddress(email)) throw refusal('payout_email', 'not an e-mail address');
  if (extra !== undefined && typeof extra !== 'string') throw refusal('additional_information', 'not text');
  return { amount, body: writeJson({ ...given, ...common(given, amount), currency }) };
}

export interface PreparedLocalcode extends Prepared {
  readonly payout_crypto_coin: CoinSymbol;
  readonly payout_address: string;
}

/** `mark` is added to `meta`, next to the shop's own fields. */
export function checkLocalcode(fields: LocalcodeFields, mark: FieldRecord): PreparedLocalcode {
  const given = present(fields);
  const amount = readAmount(given.amount);
  const payout_crypto_coin = readCoin('payout_crypto_coin', given.payout_crypto_coin);
  const { payout_address } = given;
  if (typeof payout_address !== 'string') throw refusal('payout_address', 'missing or not text');
  const checked = checkAddress(payout_crypto_coin, payout_address);
  if (!checked.ok) throw refusal('payout_address', `not a valid ${payout_crypto_coin} address: ${checked.reason}`);
  const shared = common(given, amount);
  const own = (given.meta ?? {}) as FieldRecord;
  const taken = Object.keys(mark).find((key) => Object.hasOwn(own, key));
  if (taken !== undefined) throw refusal(`meta.${taken}`, 'a name that the client needs for itself');
  const meta = { ...own, ...mark };
  return {
    amount,
    payout_crypto_coin,
    payout_address,
    body: writeJson({ ...given, ...shared, payout_crypto_coin, meta }),
  };
}

export function readCoin(field: string, value: unknown): CoinSymbol {
  const coin = typeof value === 'string' ? findCoin(value) : undefined;
  if (!coin) throw refusal(field, value === undefined ? 'missing' : 'not a supported coin');
  return coin.symbol;
}

function refusal(field: string, reason: string): ServiceError {
  return new ServiceError('invalid-request', `${field}: ${reason}`, { sent: false, field });
}

/** The fields that are neither undefined nor null. @throws TypeError when `fields` is not an object */
function present(fields: unknown): FieldRecord {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new TypeError('fields: an object in the contract’s names is needed');
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}

function readAmount(value: unknown): string {
  if (value === undefined) throw refusal('amount', 'missing');
  const text = decimalText(value);
  if (text === undefined) throw refusal('amount', 'not a decimal number of more than zero');
  if (compareDecimals(text, '0') === 0) throw refusal('amount', 'not above zero');
  return text;
}

function readCurrency(value: unknown): string {
  if (typeof value !== 'string' || !/^[A-Za-z]{3}$/.test(value)) throw refusal('currency', 'not three letters');
  return value;
}

/** Validates the fields that all three creations share. */
function common({ webhook_url, meta }: FieldRecord, amount: string): FieldRecord {
  if (webhook_url !== undefined && !isWebAddress(webhook_url))
    throw refusal('webhook_url', 'not an http or https address');
  if (meta !== undefined) checkMeta(meta);
  return { amount: new ExactNumber(amount) };
}

/** `new URL` ignores spaces and line breaks; the service may not ignore them. */
function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && webUrl(value) !== undefined && !/[\s\p{C}]/u.test(value);
}

function checkMeta(meta: unknown): void {
  if (typeof meta !== 'object' || Array.isArray(meta)) throw refusal('meta', 'not an object');
  let broken: string | undefined;
  try {
    JSON.stringify(meta, (key, value: unknown) => {
      // JSON.stringify writes NaN as null and drops functions without an error.
      if ((typeof value === 'number' && !Number.isFinite(value)) || typeof value === 'function') broken ??= key;
      return value;
    });
  } catch {
    broken ??= '';
  }
  if (broken !== undefined) throw refusal(broken ? `meta.${broken}` : 'meta', 'cannot be written as JSON');
}
