import type {
  DuplicatePayment,
  MismatchedPayment,
  OfferedMethod,
  OrderAnswer,
  PublicPayment,
} from '../../core/index.ts';
import type { ReadOrder } from './order.ts';

/** The response of `GET orders/{order}`: what the payer may choose, without the payout addresses. */
export function toOrderAnswer(
  orderRef: string,
  { amount, currency, methods, coins, soldOut, expiresAt }: ReadOrder,
  payments: readonly PublicPayment[],
  paid: PublicPayment | true | undefined,
  mismatchedPayments: readonly MismatchedPayment[],
  duplicatePayments: readonly DuplicatePayment[],
): OrderAnswer {
  const offered = methods.map((method): OfferedMethod => {
    if (method !== 'crypto') return { method };
    return {
      method,
      coins: coins.map(({ coin: { symbol, name, network, ticker } }) => ({ symbol, name, network, ticker })),
    };
  });
  return {
    order: orderRef,
    amount,
    currency,
    methods: offered,
    payments,
    ...(paid === undefined ? {} : { paid }),
    ...(mismatchedPayments.length === 0 ? {} : { mismatchedPayments }),
    ...(duplicatePayments.length === 0 ? {} : { duplicatePayments }),
    ...(soldOut ? { soldOut } : {}),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}
