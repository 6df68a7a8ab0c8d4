import { coins, fiatPrices } from './coins.ts';
import type { CoinSymbol } from './coins.ts';
import { decimalText, placesOf, readDecimal } from '../decimal.ts';
import type { Decimal } from '../decimal.ts';
import { digitsOf, isObject } from '../exact-json.ts';
import type { Json } from '../exact-json.ts';
import type { ContractGaps } from './contract-gaps.ts';
import { refused } from './refused-error.ts';

/** The fields of a request body. */
export type Fields = { readonly [key: string]: Json };

/** The longest whole part and the most decimals of an amount. The contract shows no bounds; these are ours. */
const MOST_AMOUNT_DIGITS = 15;
const MOST_AMOUNT_PLACES = 8;

function text(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw refused(name, 'must be a string');
  return value;
}

/** Reads a number with its exact digits. */
export function number(value: Json | undefined, name: string, { numberText }: ContractGaps): Decimal {
  const digits = numberText && typeof value === 'string' ? value : digitsOf(value);
  if (digits === undefined) throw refused(name, 'must be a number');
  const read = readDecimal(digits);
  if (!read) throw refused(name, 'is out of all bounds');
  return read;
}

export function amount(fields: Fields, contractGaps: ContractGaps): Decimal {
  const value = number(fields['amount'], 'amount', contractGaps);
  if (value.units <= 0n) throw refused('amount', 'must be above 0');
  const [whole = ''] = decimalText(value).split('.');
  if (whole.length > MOST_AMOUNT_DIGITS || placesOf(value) > MOST_AMOUNT_PLACES) {
    throw refused('amount', `has more than ${MOST_AMOUNT_DIGITS} digits, or more than ${MOST_AMOUNT_PLACES} decimals`);
  }
  return value;
}

/** Returns the fiat code in upper case; it may be sent in any letter case. */
export function currency(fields: Fields, { defaultCurrency }: ContractGaps): string {
  const code = (text(fields, 'currency') ?? defaultCurrency).toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) throw refused('currency', 'must be a fiat currency code of three letters');
  if (!Object.hasOwn(fiatPrices, code)) throw refused('currency', 'is a currency the service does not take');
  return code;
}

export function coin(fields: Fields, name: string, contractGaps: ContractGaps): CoinSymbol {
  return coinSymbol(text(fields, name), name, contractGaps);
}

/** Returns the symbol, or throws an error that lists all symbols (contract 2.9). */
export function coinSymbol(sent: string | undefined | null, name: string, { coinCase }: ContractGaps): CoinSymbol {
  const wanted = coinCase === 'any' ? sent?.toUpperCase() : sent;
  const found = coins.find(({ symbol }) => symbol === wanted);
  if (!found) throw refused(name, `must be one of ${coins.map(({ symbol }) => symbol).join(', ')}`);
  return found.symbol;
}

export function webhookUrl(fields: Fields, { maxLength }: ContractGaps): string | undefined {
  const sent = text(fields, 'webhook_url');
  if (sent === undefined) return undefined;
  const url = !/\s/.test(sent) && URL.canParse(sent) ? new URL(sent) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw refused('webhook_url', 'must be an http or https URL');
  if (sent.length > maxLength.url) throw refused('webhook_url', `is longer than ${maxLength.url} characters`);
  return sent;
}

export function email(fields: Fields, name: string, { maxLength }: ContractGaps): string {
  const sent = text(fields, name) ?? '';
  if (sent.length > maxLength.email || !/^[^\s@<>()",;:\\[\]]+@[^\s@.]+(\.[^\s@.]+)+$/.test(sent)) {
    throw refused(name, 'must be an e-mail address');
  }
  return sent;
}

export function additionalInformation(fields: Fields, { maxLength }: ContractGaps): string | null {
  const sent = text(fields, 'additional_information') ?? null;
  if (sent !== null && sent.length > maxLength.text) {
    throw refused('additional_information', `is longer than ${maxLength.text} characters`);
  }
  return sent;
}

/** Returns the free-form object unchanged. */
export function meta(fields: Fields): Fields | undefined {
  const sent = fields['meta'];
  if (sent === undefined) return undefined;
  if (!isObject(sent)) throw refused('meta', 'must be an object');
  return sent;
}

/** Returns a wallet address unchanged when `isValid` accepts it. */
export function address(sent: Json | undefined, name: string, isValid: (text: string) => boolean): string {
  if (typeof sent !== 'string') throw refused(name, 'must be a string');
  if (!isValid(sent)) throw refused(name, 'is no valid wallet address for the coin');
  return sent;
}
