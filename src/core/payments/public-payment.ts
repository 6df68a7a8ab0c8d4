import { compareDecimals, decimalText, payableText, subtractDecimals } from '../money/amount.ts';
import { findCoin } from '../coins/coin.ts';
import { isRecord, recordOf } from '../json.ts';
import {
  instantOf,
  isOwnUrl,
  isQrModules,
  isTransactionId,
  SHOWN_TRANSACTIONS_MAX,
  UNPLAIN,
} from './payment-fields.ts';
import type { CryptoPayment, KnownByShop, PublicPayment } from './payment.ts';
import { isPhase, readPhase } from './phases.ts';
import { refuse, type Result } from '../result.ts';
import { readPng, webUrl } from '../web.ts';

/** A payment has exactly one of these fields. It identifies the payment and shows its kind. */
const IDS = ['tid', 'pid', 'bid'] as const;

/** The required fields of each kind of payment besides its id (contract 2.6 to 2.8). */
const NEEDED = {
  tid: ['status', 'amount', 'currency', 'address', 'cryptoCoin', 'cryptoAmountExpected'],
  pid: ['status', 'amount', 'currency', 'note'],
  bid: ['status', 'amount'],
} as const;

/** Far longer than any id, status or address, and far too short to harm a page. Characters. */
const TEXT_MAX = 200;

/** A note may be longer; the contract states no limit. Characters. */
const NOTE_MAX = 2_000;

/** A note is copied byte for byte and may have almost any character. No clipboard keeps these. */
const NOT_COPIED = /[\0\p{Cs}]/u;

/** An address is ASCII without spaces. A look-alike or invisible character must not be shown as part of an address. */
const ADDRESS = /^[\x21-\x7e]+$/;

/** The reason why a text of a payment cannot be shown unchanged; `undefined` when it can. */
function unshowableReason(name: string, text: string): string | undefined {
  const [max, refused] = name === 'note' ? [NOTE_MAX, NOT_COPIED] : [TEXT_MAX, UNPLAIN];
  if (text.length > max) return 'too long';
  if (refused.test(text)) return 'has characters that are not shown';
  return name === 'address' && !ADDRESS.test(text) ? 'not plain text without spaces' : undefined;
}

type Reader = (value: unknown, fields: Readonly<Record<string, unknown>>) => unknown;

const text: Reader = (value) => (typeof value === 'string' ? value : undefined);
const count: Reader = (value) => {
  const number = Number(decimalText(value));
  return Number.isSafeInteger(number) ? number : undefined;
};
const decimal: Reader = (value) => decimalText(value);

/** An amount with at most the decimals of its coin (`cryptoAmount`). For an unknown coin, the amount is unchanged. */
const coinAmount: Reader = (value, { cryptoCoin }) => {
  const plain = decimalText(value);
  const coin = typeof cryptoCoin === 'string' ? findCoin(cryptoCoin) : undefined;
  return plain !== undefined && coin ? payableText(plain, coin) : plain;
};

const ownUrl: Reader = (value) => (isOwnUrl(value) ? value : undefined);

const isTrue: Reader = (value) => (value === true ? true : undefined);

const qrModules: Reader = (value) => {
  const { size, bits } = Object(value) as Partial<Record<string, unknown>>;
  const side = Number(decimalText(size));
  return isQrModules(side, bits) ? { size: side, bits } : undefined;
};

/** The transactions with a readable id and a web address; `undefined` when there are none. */
const transactions: Reader = (value) => {
  const readable = [value].flat().flatMap((each) => {
    const { id, url } = Object(each) as Partial<Record<string, unknown>>;
    return isTransactionId(id) && webUrl(url) ? [{ id, url: webUrl(url) }] : [];
  });
  return readable.length ? readable.slice(0, SHOWN_TRANSACTIONS_MAX) : undefined;
};

/** The name of a field of any kind of payment. */
type PublicField = PublicPayment extends infer Payment ? (Payment extends unknown ? keyof Payment : never) : never;

/**
 * The fields that may be sent to a browser, each with its reader. Other fields are never sent, such as `webhookUrl`,
 * `meta`, `payoutEmail`, `payoutAddress`, `splitPayoutAddresses`, `additionalInformation` and keys.
 */
const PUBLIC: Readonly<Record<Exclude<PublicField, 'phase'>, Reader>> = {
  tid: text,
  pid: text,
  bid: text,
  address: text,
  qrCodeBase64: readPng,
  currency: text,
  amount: decimal,
  cryptoCoin: text,
  cryptoAmountExpected: coinAmount,
  note: text,
  status: text,
  hostedUrl: (value) => webUrl(value),
  statusUrl: ownUrl,
  version: count,
  expiresAt: instantOf,
  minimumTransactionCoin: coinAmount,
  cryptoAmountReceived: coinAmount,
  cryptoAmountDue: coinAmount,
  confirmations: count,
  confirmationsRequired: count,
  qr: qrModules,
  rate: decimal,
  orderRef: (value) => (typeof value === 'string' && !unshowableReason('orderRef', value) ? value : undefined),
  paidAt: instantOf,
  moneyGone: isTrue,
  transactions,
  test: isTrue,
};

/**
 * The names of all fields of a `PublicPayment`.
 *
 * @internal
 */
export const publicFields = () => [...Object.keys(PUBLIC), 'phase'] as readonly PublicField[];

/** The exact text of a field if there is one, else its value. The typed client keeps exact digits in `<name>Text`. */
const exactOf = (fields: Readonly<Record<string, unknown>>, name: string) => fields[`${name}Text`] ?? fields[name];

/** The missing part of an underpaid payment. */
type Missing =
  | { readonly kind: 'rest'; readonly rest: string }
  /** The missing amount is below the smallest amount that confirms (contract 3). A payer who sends it loses it. */
  | { readonly kind: 'too-small' }
  /** Nothing is missing: the whole amount has arrived. */
  | { readonly kind: 'none' }
  /** The missing amount is unknown, because the shop reports no received amount. */
  | { readonly kind: 'unknown' };

/** Whether an amount is below the smallest one that confirms (contract 4.2). A payer who sends it loses it. */
export const isTooSmall = ({ minimumTransactionCoin: least }: CryptoPayment, due: string): boolean =>
  least !== undefined && compareDecimals(due, least) < 0;

/** What is missing of a payment in a coin. */
export function missingOf(payment: CryptoPayment): Missing {
  const { cryptoAmountExpected: expected, cryptoAmountReceived: received, cryptoAmountDue: due } = payment;
  if (due === undefined && received === undefined) return { kind: 'unknown' };
  // What the payment server says counts: it may add the network fee of another transaction.
  const rest = due ?? subtractDecimals(expected, received!);
  if (rest === '0') return { kind: 'none' };
  return isTooSmall(payment, rest) ? { kind: 'too-small' } : { kind: 'rest', rest };
}

/** Whether the whole amount has arrived: the payer has nothing left to send, and waits for the confirmations. */
const isNothingMissing = (shown: Readonly<Record<string, unknown>>): boolean =>
  shown.cryptoAmountExpected !== undefined && missingOf(shown as unknown as CryptoPayment).kind === 'none';

/**
 * Returns the fields of a payment that a browser may see, from an allow-list. Every amount is exact decimal text.
 *
 * Fields that are missing or malformed are left out. `parsePayment` reports which fields an element requires.
 *
 * @param data - The service's `data`, or a payment that is already public.
 * @param known - Fields that the shop adds. They take precedence over `data`.
 */
export function toPublicPayment(data: object, known: KnownByShop = {}): PublicPayment {
  if (typeof data !== 'object' || data === null) throw new TypeError('data: a payment object is needed');
  return readPublic(data, known);
}

function readPublic(data: object, known: KnownByShop = {}): PublicPayment {
  const own = (from: object, name: string) =>
    Object.hasOwn(from, name) ? (from as Record<string, unknown>)[name] : undefined;
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(PUBLIC)) {
    const exact = `${name}Text`;
    const from = (own(known, name) ?? own(known, exact)) ? known : data;
    for (const key of [name, exact]) fields[key] = own(from, key) ?? undefined;
  }

  const shown: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(PUBLIC)) {
    const value = read(exactOf(fields, name), fields);
    if (value !== undefined) shown[name] = value;
  }
  const phase = own(known, 'phase') ?? own(data, 'phase');
  shown.phase = readPhase(phase, shown.status);
  if (shown.phase === 'underpaid' && isNothingMissing(shown)) shown.phase = 'confirming';
  return shown as unknown as PublicPayment;
}

/** Far longer than a payment with the largest picture that is shown. Characters of JSON. */
const JSON_MAX = 1024 * 1024;

/** Payments that were already read. Reading one again returns the same object without parsing it. */
const parsedPayments = new WeakSet<object>();

/** Fields that are shown on the page unchanged, beside the identifier. */
const TEXTS = ['currency', 'cryptoCoin', 'status', 'address', 'note'];

/**
 * Reads a payment that an element was given: JSON text or an object. It is the shop's public payment, the service's
 * `data`, or the service's whole response `{ message, data }` (contract 2.1), as a backend in any language may pass it
 * on.
 *
 * Keeps the public fields only, with amounts as exact decimal text. Invalid data is refused with the name of the field;
 * nothing is thrown. The payment is frozen. Reading it again returns the same object without parsing it.
 */
export function parsePayment(json: unknown): Result<{ readonly payment: PublicPayment }> {
  if (parsedPayments.has(json as object)) return { ok: true, payment: json as PublicPayment };
  if (typeof json === 'string' && json.length > JSON_MAX) return refuse('payment', 'too long');
  const value = recordOf(json);
  if (typeof value === 'string') return refuse('payment', value);
  const fields = unwrap(value);

  const ids = IDS.filter((id) => Object.hasOwn(fields, id) && fields[id] !== null && fields[id] !== undefined);
  const [id] = ids;
  if (!id) {
    const isAwaited = value instanceof Promise || 'json' in value;
    if ('methods' in value) return refuse('payment', 'it is an order, for <pay-checkout>');
    return refuse('payment', isAwaited ? 'await its data' : 'none of tid, pid and bid is there');
  }
  if (ids.length > 1) return refuse('payment', `${ids.join(' and ')} are both there`);

  const payment = readPublic(fields);
  const shown = payment as unknown as Readonly<Record<string, unknown>>;
  for (const name of [id, ...NEEDED[id]]) {
    const text = shown[name];
    if (typeof text !== 'string' || text === '') return refuse(name, name in fields ? 'not readable' : 'missing');
  }
  for (const name of [id, ...TEXTS]) {
    const text = shown[name];
    if (typeof text !== 'string') continue;
    const reason = unshowableReason(name, text);
    if (reason) return refuse(name, reason);
  }
  Object.freeze(payment.qr);
  parsedPayments.add(Object.freeze(payment));
  return { ok: true, payment };
}

/**
 * The field that is probably wrong in a payment that can be shown, for its developer; `undefined` when none is.
 *
 * @param json - What the payment was read from.
 */
export function doubtOf(payment: PublicPayment, json: unknown): string | undefined {
  const fields = unwrap(recordOf(json) as Record<string, unknown>);
  const coin = 'tid' in payment && findCoin(payment.cryptoCoin);
  if (coin && payment.address.startsWith('0x') !== !!coin.chainId) return 'address';
  if (fields.phase && !isPhase(fields.phase)) return 'phase';
  // The contract does not show the content of the image.
  return Object.keys(PUBLIC).find((name) => fields[name] && !(name in payment) && name !== 'qrCodeBase64');
}

function unwrap(value: Record<string, unknown>): Record<string, unknown> {
  const data = Object.hasOwn(value, 'data') ? value.data : undefined;
  return isRecord(data) && !IDS.some((id) => Object.hasOwn(value, id)) ? data : value;
}

/** The URL of the hosted page in data that is not a readable payment, so that the payer still has a way to pay. */
export function hostedUrlIn(raw: unknown): string | undefined {
  try {
    const value = (typeof raw === 'string' ? JSON.parse(raw) : raw) as {
      hostedUrl?: unknown;
      data?: { hostedUrl?: unknown };
    };
    return webUrl(value.hostedUrl ?? value.data?.hostedUrl);
  } catch {
    return undefined;
  }
}
