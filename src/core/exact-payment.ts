import { findCoin } from './coin.ts';
import { IDS, instantOf, NEEDED, isOwnUrl, isQrModules, readPayments, unshowableReason } from './payment-fields.ts';
import type { PublicPayment } from './payment.ts';
import { readPng, webUrl } from './web.ts';

type Fields = Readonly<Record<string, unknown>>;
/** Returns the value as it is shown, or `undefined` when this short reader does not handle the value. */
type Reader = (value: unknown, fields: Fields, name: string) => unknown;

/** A decimal number without an exponent and without leading zeros. */
const PLAIN = /^(?:0|[1-9]\d{0,79})(?:\.\d{1,80})?$/;

const text: Reader = (value, _fields, name) =>
  typeof value === 'string' && value && !unshowableReason(name, value) ? value : undefined;

const decimal = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !PLAIN.test(value)) return undefined;
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
};

/** Reads an amount that has no more decimals than the coin. */
const coinAmount: Reader = (value, { cryptoCoin }) => {
  const plain = decimal(value);
  const coin = typeof cryptoCoin === 'string' ? findCoin(cryptoCoin) : undefined;
  const digits = plain?.split('.')[1]?.length ?? 0;
  return coin && digits > coin.decimals ? undefined : plain;
};

const qrModules: Reader = (value) => {
  const { size, bits } = Object(value) as Fields;
  return typeof size === 'number' && isQrModules(size, bits) ? Object.freeze({ size, bits }) : undefined;
};

/** The readers of all fields of a waiting payment. A payment with any other field is read by `parsePayment`. */
const READERS: Readonly<Record<string, Reader>> = {
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
  statusUrl: (value) => (isOwnUrl(value) ? value : undefined),
  version: (value) => (Number.isSafeInteger(value) && (value as number) > 0 ? value : undefined),
  expiresAt: instantOf,
  minimumTransactionCoin: coinAmount,
  phase: (value) => (value === 'awaiting' ? value : undefined),
  qr: qrModules,
  rate: decimal,
  orderRef: text,
  test: (value) => value === true || undefined,
};

/** The statuses of a payment that waits for money (contract 3). */
const WAITING = ['NEW', 'PENDING'];

/**
 * Reads a payment that waits for money, in the form that the backend helper writes. Most payments have this form, so
 * the first view of an element needs only this small reader.
 *
 * @returns The same as `parsePayment`, or `undefined` when only `parsePayment` can read the payment.
 */
export function exactPayment(json: unknown): PublicPayment | undefined {
  const given = recordOf(json);
  if (!given || readPayments.has(given)) return given as PublicPayment | undefined;
  const fields: Fields = { ...given };
  const payment: Record<string, unknown> = WAITING.includes(fields['status'] as string) ? { phase: 'awaiting' } : {};
  for (const [name, value] of Object.entries(fields)) {
    if (!Object.hasOwn(READERS, name)) return undefined;
    if (value === null || value === undefined) continue;
    payment[name] = READERS[name]!(value, fields, name);
    if (payment[name] === undefined) return undefined;
  }
  const [id, other] = IDS.filter((name) => name in payment);
  if (!id || other || ![...NEEDED[id], 'phase'].every((name) => name in payment)) return undefined;
  readPayments.add(Object.freeze(payment));
  return payment as unknown as PublicPayment;
}

function recordOf(json: unknown): object | undefined {
  try {
    const value: unknown = typeof json === 'string' ? JSON.parse(json) : json;
    return typeof value === 'object' && value ? value : undefined;
  } catch {
    return undefined;
  }
}
