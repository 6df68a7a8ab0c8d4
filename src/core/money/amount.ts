import { asCoin, type Coin } from '../coins/coin.ts';

/**
 * Exact decimals. An amount stays text from the response to the clipboard: ASCII digits and a decimal point, without
 * exponent, grouping or unit. No calculation uses floating-point numbers.
 */

/** A payable amount of a coin. */
export interface CryptoAmount {
  /** The decimal text that is shown, copied and put into the URI. */
  readonly text: string;
  /** The same amount in the coin's smallest unit. */
  readonly atomic: bigint;
  /** True when digits beyond the coin's decimals were rounded up. */
  readonly rounded: boolean;
}

/**
 * A number as in JSON or as typed by a person. The limits prevent a hostile text from becoming a megabyte of zeros. The
 * plain text of a number with an exponent has up to 179 digits on each side, so `PLAIN` matches it, too.
 */
const PLAIN = /^(\d{1,180})(?:\.(\d{1,180}))?$/;
const SCIENTIFIC = /^(\d{1,80})(?:\.(\d{1,80}))?[eE]([+-]?\d{1,2})$/;

/** A double has at most this many significant digits, so a text with more digits has no floating-point error. */
const DOUBLE_DIGITS = 17;

/** The error of two roundings of a double is at most 1 / 2^51 of the value. */
const NOISE_DIVISOR = 2n ** 51n;

interface Digits {
  /** All digits as one integer. The decimal point is `scale` digits from the right. */
  readonly whole: bigint;
  readonly scale: number;
}

/** Converts a decimal to a number of units of 10^-`scale`. The decimal must not have more than `scale` decimals. */
export function unitsOf(text: string, scale: number): bigint {
  const [integer = '', fraction = ''] = text.split('.');
  return BigInt(integer + fraction.padEnd(scale, '0'));
}

/** The decimal text of a number of units of 10^-`scale`, without insignificant zeros. */
export function textOf(units: bigint, scale: number): string {
  const digits = units.toString().padStart(scale + 1, '0');
  if (scale === 0) return digits;
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '');
}

function digitsOf(value: unknown): Digits | undefined {
  if (typeof value === 'number' ? !Number.isFinite(value) : typeof value !== 'string') return undefined;
  const text = String(value);
  const match = PLAIN.exec(text) ?? SCIENTIFIC.exec(text);
  if (!match) return undefined;
  const [, integer = '', fraction = '', exponent = '0'] = match;
  const scale = fraction.length - Number(exponent);
  const whole = BigInt(integer + fraction);
  return scale >= 0 ? { whole, scale } : { whole: whole * 10n ** BigInt(-scale), scale: 0 };
}

/**
 * The plain decimal text of a number or of its text (`1e-8` gives `0.00000001`); `undefined` for a negative number and
 * for anything else.
 */
export function decimalText(value: unknown): string | undefined {
  const digits = digitsOf(value);
  return digits && textOf(digits.whole, digits.scale);
}

/**
 * The exact payable amount of a coin.
 *
 * A number is read by its shortest decimal text. Digits beyond the coin's decimals are floating-point error when they
 * are within two roundings of a double (0.30000000000000004 gives 0.3). All other extra digits are rounded up, so that
 * the payer never sends less than the requested amount.
 *
 * @throws TypeError when the value is not a finite amount of zero or more, or the coin is not one of the nine.
 */
export function cryptoAmount(value: string | number, coin: string | Coin): CryptoAmount {
  const known = asCoin(coin);
  if (!known) throw new TypeError('coin: not one of the supported symbols');
  const digits = digitsOf(value);
  if (!digits) throw new TypeError(`amount: not a decimal amount of zero or more: ${String(value).slice(0, 40)}`);
  return payable(digits, known);
}

/** The text of `cryptoAmount` for an amount that is plain decimal text. */
export const payableText = (plain: string, coin: Coin): string => payable(digitsOf(plain)!, coin).text;

function payable({ whole, scale }: Digits, { decimals }: Coin): CryptoAmount {
  const spare = scale - decimals;
  if (spare <= 0) {
    const atomic = whole * 10n ** BigInt(-spare);
    return { text: textOf(atomic, decimals), atomic, rounded: false };
  }
  const unit = 10n ** BigInt(spare);
  const below = whole / unit;
  const rest = whole % unit;
  const up = rest > 0n ? 1n : 0n;
  const nearest = rest * 2n >= unit ? below + up : below;
  const off = nearest > below ? unit - rest : rest;
  const noise = whole.toString().length <= DOUBLE_DIGITS && off * NOISE_DIVISOR <= whole;
  const atomic = noise ? nearest : below + up;
  return { text: textOf(atomic, decimals), atomic, rounded: !noise && up === 1n };
}

function aligned(a: string, b: string): [bigint, bigint, number] {
  const left = digitsOf(a);
  const right = digitsOf(b);
  if (!left || !right) throw new TypeError(`amount: not a decimal amount of zero or more: ${left ? b : a}`);
  const scale = Math.max(left.scale, right.scale);
  const raise = ({ whole, scale: own }: Digits) => whole * 10n ** BigInt(scale - own);
  return [raise(left), raise(right), scale];
}

/**
 * Returns -1, 0 or 1 when `a` is less than, equal to or greater than `b`. @throws TypeError when one is not a decimal.
 */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const [left, right] = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns `a` minus `b`, but never less than `0`. @throws TypeError when one of them is not a decimal. */
export function subtractDecimals(a: string, b: string): string {
  const [left, right, scale] = aligned(a, b);
  return left > right ? textOf(left - right, scale) : '0';
}

/** Returns the sum of decimals as text. @throws TypeError when one of them is not a decimal. */
export function addDecimals(values: readonly string[]): string {
  return values.reduce((sum, value) => {
    const [left, right, scale] = aligned(sum, value);
    return textOf(left + right, scale);
  }, '0');
}
