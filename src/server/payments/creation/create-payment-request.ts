import { findCoin, methods, type CoinSymbol, type Method, type Result } from '../../../core/index.ts';
import { refuse } from '../../../core/result.ts';

/** The request of a browser. The shop provides amount and payout. */
export interface CreatePaymentRequest {
  readonly orderRef: string;
  readonly method: Method;
  readonly coin?: CoinSymbol;
}

/** The longest `orderRef`, in characters. */
const ORDER_MAX = 200;

/**
 * True when a text can be the reference of an order. Control characters and lone surrogates are refused, because some
 * databases cannot store them.
 */
export const isOrderRef = (text: string): boolean =>
  text !== '' && text.length <= ORDER_MAX && !/[\p{Cc}\p{Cs}]/u.test(text);

/** Parses the body of `POST payments`. Other fields are ignored. */
export function readCreatePaymentRequest(body: string): Result<CreatePaymentRequest> {
  let fields: unknown;
  try {
    fields = JSON.parse(body);
  } catch {
    return refuse('body', 'not JSON');
  }
  return readPaymentFields(fields);
}

/** Validates fields that are already parsed. */
export function readPaymentFields(fields: unknown): Result<CreatePaymentRequest> {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return refuse('body', 'not an object');
  const { order: orderRef, method, coin } = fields as Partial<Record<string, unknown>>;
  if (typeof orderRef !== 'string' || !isOrderRef(orderRef)) return refuse('order', 'not a name');
  const known = methods.find((one) => one === method);
  if (!known) return refuse('method', 'not a method');
  if (coin === undefined || coin === null) return { ok: true, orderRef, method: known };
  const found = typeof coin === 'string' ? findCoin(coin) : undefined;
  return found ? { ok: true, orderRef, method: known, coin: found.symbol } : refuse('coin', 'not a coin');
}
