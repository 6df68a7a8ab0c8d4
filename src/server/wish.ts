import { findCoin, methods, type CoinSymbol, type Method, type Result } from '../core/index.ts';
import { refuse } from '../core/result.ts';

/** What a browser asks for. Only names: what they cost and where it goes is the shop's to say. */
export interface Wish {
  readonly order: string;
  readonly method: Method;
  readonly coin?: CoinSymbol;
}

/** Longer than any name a shop gives an order. Characters. */
const ORDER_MAX = 200;

/** Whether a text can name an order. Control characters and halves of letters are in no name, and some databases keep neither. */
export const isOrderName = (text: string): boolean =>
  text !== '' && text.length <= ORDER_MAX && !/[\p{Cc}\p{Cs}]/u.test(text);

/** Reads the body of `POST payments`. Fields that are not named here are not looked at. */
export function readWish(body: string): Result<Wish> {
  let fields: unknown;
  try {
    fields = JSON.parse(body);
  } catch {
    return refuse('body', 'not JSON');
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return refuse('body', 'not an object');
  const { order, method, coin } = fields as Partial<Record<string, unknown>>;
  if (typeof order !== 'string' || !isOrderName(order)) return refuse('order', 'not a name');
  const known = methods.find((one) => one === method);
  if (!known) return refuse('method', 'not a method');
  if (coin === undefined || coin === null) return { ok: true, order, method: known };
  const found = typeof coin === 'string' ? findCoin(coin) : undefined;
  return found ? { ok: true, order, method: known, coin: found.symbol } : refuse('coin', 'not a coin');
}
