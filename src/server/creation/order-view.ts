import type { OfferedMethod, OrderAnswer, PublicPayment } from '../core/index.ts';
import type { ReadOrder } from './order.ts';

/** What may be chosen, and nothing of where the proceeds go. */
export function toOrderAnswer(
  ref: string,
  { amount, currency, methods, coins, soldOut, expiresAt }: ReadOrder,
  payments: readonly PublicPayment[],
  paid: PublicPayment | true | undefined,
): OrderAnswer {
  const offered = methods.map((method): OfferedMethod => {
    if (method !== 'crypto') return { method };
    return {
      method,
      coins: coins.map(({ coin: { symbol, name, network, ticker } }) => ({ symbol, name, network, ticker })),
    };
  });
  return {
    order: ref,
    amount,
    currency,
    methods: offered,
    payments,
    ...(paid === undefined ? {} : { paid }),
    ...(soldOut ? { soldOut } : {}),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}
