import { exactJson, isRecord } from '../json.ts';
import { IDS, NEEDED, parsedPayments, unshowableReason } from './payment-fields.ts';
import type { PublicPayment } from './payment.ts';
import { toPublicPayment } from './public-payment.ts';
import { refuse, type Result } from '../result.ts';

/** Far longer than a payment with the largest picture that is shown. Characters of JSON. */
const JSON_MAX = 1024 * 1024;

/** Fields that are shown on the page unchanged. */
const TEXTS = [...IDS, 'currency', 'cryptoCoin', 'status', 'address', 'note'];

/**
 * Reads a payment that an element was given: JSON text or an object. It is the shop's public payment, the service's
 * `data`, or the service's whole response `{ message, data }` (contract 2.1), as a backend in any language may pass it
 * on.
 *
 * Keeps the public fields only, with amounts as exact decimal text. Invalid data is refused with the name of the field;
 * nothing is thrown. The payment is frozen. Reading it again returns the same object without parsing it.
 */
export function parsePayment(json: unknown): Result<{ readonly payment: PublicPayment }> {
  let value = json;
  if (isRecord(json) && parsedPayments.has(json)) return { ok: true, payment: json as unknown as PublicPayment };
  if (typeof value === 'string') {
    if (value.length > JSON_MAX) return refuse('payment', 'too long');
    try {
      value = exactJson(value);
    } catch {
      return refuse('payment', 'not JSON');
    }
  }
  if (!isRecord(value)) return refuse('payment', 'not an object');
  const fields = unwrap(value);

  const ids = IDS.filter((id) => Object.hasOwn(fields, id) && fields[id] !== null && fields[id] !== undefined);
  const [id] = ids;
  if (!id) return refuse('payment', 'none of tid, pid and bid is there');
  if (ids.length > 1) return refuse('payment', `${ids.join(' and ')} are both there`);

  const payment = toPublicPayment(fields);
  const shown = payment as unknown as Readonly<Record<string, unknown>>;
  for (const name of [id, ...NEEDED[id]]) {
    const text = shown[name];
    if (typeof text !== 'string' || text === '') return refuse(name, name in fields ? 'not readable' : 'missing');
  }
  for (const name of TEXTS) {
    const text = shown[name];
    if (typeof text !== 'string') continue;
    const reason = unshowableReason(name, text);
    if (reason) return refuse(name, reason);
  }
  if (payment.qr) Object.freeze(payment.qr);
  parsedPayments.add(Object.freeze(payment));
  return { ok: true, payment };
}

function unwrap(value: Record<string, unknown>): Record<string, unknown> {
  const data = Object.hasOwn(value, 'data') ? value.data : undefined;
  return isRecord(data) && !IDS.some((id) => Object.hasOwn(value, id)) ? data : value;
}
