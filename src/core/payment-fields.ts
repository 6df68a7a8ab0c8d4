import { webUrl } from './web.ts';

/** What the fields of a payment must be like, for both readers: `parsePayment` and `exactPayment`. */

/** One of these identifies a payment, and tells which kind it is. */
export const IDS = ['tid', 'pid', 'bid'] as const;

/** What each payment cannot be shown without, beside its id (contract 2.6 to 2.8). */
export const NEEDED = {
  tid: ['status', 'amount', 'currency', 'address', 'cryptoCoin', 'cryptoAmountExpected'],
  pid: ['status', 'amount', 'currency', 'note'],
  bid: ['status', 'amount'],
} as const;

/** Far above any id, word or address, and far below what could hurt a page. Characters. */
const TEXT_MAX = 200;

/** A note may be longer; the contract shows no limit. Characters. */
const NOTE_MAX = 2_000;

/** What turns the text around it, is a control or half a letter. */
const UNPLAIN = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/u;

/** A note is copied byte for byte and may hold nearly all; these no clipboard keeps. */
const NOT_COPIED = /[\0\p{Cs}]/u;

/** An address is plain ASCII without spaces; a look-alike letter or an invisible one must not be shown as one. */
const ADDRESS = /^[\x21-\x7e]+$/;

/** Why a text of a payment, which is written on the page as it came, cannot be shown; `undefined` where it can. */
export function textFault(name: string, text: string): string | undefined {
  const [max, refused] = name === 'note' ? [NOTE_MAX, NOT_COPIED] : [TEXT_MAX, UNPLAIN];
  if (text.length > max) return 'too long';
  if (refused.test(text)) return 'has characters that are not shown';
  return name === 'address' && !ADDRESS.test(text) ? 'not plain text without spaces' : undefined;
}

/** A status address may be relative: the page resolves it. */
export const isOwnUrl = (value: unknown): boolean => webUrl(value, 'https://relative.invalid') !== undefined;

/** A moment as ISO 8601 in UTC. */
export function instantOf(value: unknown): string | undefined {
  const time = typeof value === 'string' && value.length <= 40 ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Whether these are the modules of a QR code: versions 1 to 40 of ISO/IEC 18004 are 21 to 177 wide, four apart. */
export function isQrModules(side: number, bits: unknown): bits is string {
  if (!(side >= 21 && side <= 177 && side % 4 === 1) || typeof bits !== 'string') return false;
  const bytes = Math.ceil((side * side) / 8);
  return bits.length === Math.ceil(bytes / 3) * 4 && /^[A-Za-z0-9+/]+={0,2}$/.test(bits);
}

/** The payments that were read: reading one again gives the same object without any work. */
export const readPayments = new WeakSet<object>();
