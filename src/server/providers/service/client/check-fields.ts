import { checkAddress } from '../../../../core/coins/address.ts';
import { compareDecimals, decimalText } from '../../../../core/money/amount.ts';
import { findCoin, type CoinSymbol } from '../../../../core/coins/coin.ts';
import { parsePayout } from '../../../../core/money/payout.ts';
import { webUrl } from '../../../../core/web.ts';
import { isEmailAddress } from '../../../email-address.ts';
import { readMeta } from '../../../read-meta.ts';
import { ServiceError } from './errors.ts';
import type { CryptoFields, LocalcodeFields, ValidFields, ValidLocalcodeFields, WalletFields } from './fields.ts';

/**
 * Validates the fields of a creation before a request is spent on it. Nothing is trimmed or corrected: an address with
 * a trailing space is refused, not sent without the space.
 */

type FieldRecord = Readonly<Record<string, unknown>>;

export function checkCrypto(fields: CryptoFields): ValidFields {
  const given = present(fields);
  const amount = readAmount(given.amount);
  const currency = readCurrency(given.currency);
  const crypto_coin = readCoinField('crypto_coin', given.crypto_coin);
  const payout = parsePayout(given, crypto_coin);
  if (!payout.ok) throw refusal(payout.field, payout.reason);
  return { ...given, ...common(given), amount, currency, crypto_coin, ...payout.payout };
}

export function checkWallet(fields: WalletFields): ValidFields {
  const given = present(fields);
  const amount = readAmount(given.amount);
  const currency = readCurrency(given.currency);
  const { payout_email: email, additional_information: extra } = given;
  if (typeof email !== 'string') throw refusal('payout_email', 'missing or not text');
  if (!isEmailAddress(email)) throw refusal('payout_email', 'not an e-mail address');
  if (extra !== undefined && typeof extra !== 'string') throw refusal('additional_information', 'not text');
  return { ...given, ...common(given), amount, currency };
}

export function checkLocalcode(fields: LocalcodeFields): ValidLocalcodeFields {
  const given = present(fields);
  const amount = readAmount(given.amount);
  const payout_crypto_coin = readCoinField('payout_crypto_coin', given.payout_crypto_coin);
  const { payout_address } = given;
  if (typeof payout_address !== 'string') throw refusal('payout_address', 'missing or not text');
  const checked = checkAddress(payout_crypto_coin, payout_address);
  if (!checked.ok) throw refusal('payout_address', `not a valid ${payout_crypto_coin} address: ${checked.reason}`);
  return { ...given, ...common(given), amount, payout_crypto_coin, payout_address };
}

export function readCoinField(field: string, value: unknown): CoinSymbol {
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

/** The fields that all three creations share. */
function common({ webhook_url, meta }: FieldRecord): Pick<ValidFields, 'webhook_url' | 'meta'> {
  if (webhook_url !== undefined && !isWebAddress(webhook_url))
    throw refusal('webhook_url', 'not an http or https address');
  const read = readMeta(meta);
  if (!read.ok) throw refusal(read.field, read.reason);
  return { webhook_url, meta: read.meta };
}

/** `new URL` ignores spaces and line breaks; the service may not ignore them. */
function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && webUrl(value) !== undefined && !/[\s\p{C}]/u.test(value);
}
