import { findCoin } from '../../core/index.ts';
import type { CreatedPayment, PaymentRequest } from '../providers/provider.ts';

/** The fields of contract 2.6 to 2.8 that name a price. Absent or null where the provider does not say. */
interface Price {
  readonly amountText?: unknown;
  readonly currency?: unknown;
  readonly cryptoCoin?: unknown;
}

/**
 * The field in which a created payment names another price than was asked, or `undefined` when none does: a payer would be
 * asked for 20 USD where the order says 20 KWD. What the provider does not say cannot be compared.
 */
export function mismatchedPrice({ answer }: CreatedPayment, asked: PaymentRequest): string | undefined {
  const { amountText, currency, cryptoCoin }: Price = answer;
  // As doubles, since that is what the service may keep.
  if (typeof amountText === 'string' && Number(amountText) !== Number(asked.amount)) return 'amount';
  if (typeof currency === 'string' && currency.toUpperCase() !== asked.currency) return 'currency';
  if (asked.method !== 'crypto' || typeof cryptoCoin !== 'string') return undefined;
  // A name that is not in contract 2.9 may be the right coin.
  const coin = findCoin(cryptoCoin);
  return coin && coin.symbol !== asked.coin ? 'cryptoCoin' : undefined;
}
