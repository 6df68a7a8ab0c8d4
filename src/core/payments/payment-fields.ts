import { webUrl } from '../web.ts';

/** Control characters, unpaired surrogates and characters that change the text direction. They are not shown. */
export const UNPLAIN = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/u;

/** The most transactions that a payer is shown. Anybody can send more of them to an address. */
export const SHOWN_TRANSACTIONS_MAX = 10;

/** Whether a value is the id of a transaction, as the chains of all coins have it. It needs no encoding in a URL. */
export const isTransactionId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9A-Za-z]{1,128}$/.test(value);

/** Whether a value is a web address. It may be relative, as a status address may be: the page resolves it. */
export const isOwnUrl = (value: unknown): boolean => webUrl(value, 'https://relative.invalid') !== undefined;

/**
 * A day in ISO 8601, or a clock time and its zone: `12:00:00Z`, `12:00 GMT`, `12:00:00.000+01:00`, `12:00:00+00`. A day has
 * no space around it: with one, `Date` reads it in the time zone of this machine.
 */
const ZONED = /^\d{4}-\d\d-\d\d$|\d:\d\d(:\d\d(\.\d+)?)?\s*(Z|UTC|GMT|(GMT|UTC)?[+-]\d\d(:?\d\d)?)(\s*\(.*\))?\s*$/i;

/**
 * Whether a text that `Date` can read names its time zone, or is a day, which is in UTC. `Date` reads other texts in the time
 * zone of this machine, so they would be another moment on another machine.
 */
export const isZoned = (text: string): boolean => ZONED.test(text);

/** A date and time as ISO 8601 in UTC; `undefined` for any other value, and for a time without a time zone. */
export function instantOf(value: unknown): string | undefined {
  const time = typeof value === 'string' && value.length <= 40 && isZoned(value) ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/**
 * Whether these are the modules of a QR code. Versions 1 to 40 of ISO/IEC 18004 are 21 to 177 modules wide, in steps of
 * four.
 */
export function isQrModules(side: number, bits: unknown): bits is string {
  if (!(side >= 21 && side <= 177 && side % 4 === 1) || typeof bits !== 'string') return false;
  const bytes = Math.ceil((side * side) / 8);
  return bits.length === Math.ceil(bytes / 3) * 4 && /^[A-Za-z0-9+/]+={0,2}$/.test(bits);
}
