import { findCoin } from '../../../core/index.ts';
import type { CreationRequest } from '../provider.ts';

/** The fields of contract 2.6 to 2.8 that contain a price. A field is absent or null when the service does not return it. */
interface Price {
  readonly amountText?: unknown;
  readonly currency?: unknown;
  readonly cryptoCoin?: unknown;
}

/**
 * Returns the field in which a created payment has another price than requested, or `undefined` when the prices match.
 * Without this check, a payment could be for 20 USD when the order is for 20 KWD. A field that the service does not
 * return cannot be compared.
 */
export function mismatchedPrice(answer: object, request: CreationRequest): string | undefined {
  const { amountText, currency, cryptoCoin }: Price = answer;
  // The amounts are compared as doubles, because the service may store doubles.
  if (typeof amountText === 'string' && Number(amountText) !== Number(request.amount)) return 'amount';
  if (typeof currency === 'string' && currency.toUpperCase() !== request.currency) return 'currency';
  if (request.method !== 'crypto' || typeof cryptoCoin !== 'string') return undefined;
  // A coin name that is not in contract 2.9 may be the right coin.
  const coin = findCoin(cryptoCoin);
  return coin && coin.symbol !== request.coin ? 'cryptoCoin' : undefined;
}
