import type { CoinSymbol, PublicPayment } from '../core/index.ts';
import type { ReadOrder } from './order.ts';

/** How an order can be paid: what `GET orders/:order` answers. */
export interface OrderAnswer {
  /** The shop's name for the order. */
  readonly order: string;
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
  readonly methods: readonly OfferedMethod[];
  /** Payments that were begun and can be gone on with. */
  readonly payments: readonly PublicPayment[];
  /** The payment that paid it; `true` when the shop says that it is paid and no payment here did it. */
  readonly paid?: PublicPayment | true;
  /** True when it can no longer be paid. */
  readonly soldOut?: true;
  /** When the offer ends, ISO 8601. */
  readonly expiresAt?: string;
}

/** A way an order may be paid. */
export type OfferedMethod =
  | { readonly method: 'crypto'; readonly coins: readonly OfferedCoin[] }
  | { readonly method: 'wallet' }
  | { readonly method: 'localcode' };

/** A coin that an order may be paid with, in the words a payer needs to choose it. */
export interface OfferedCoin {
  readonly symbol: CoinSymbol;
  readonly name: string;
  readonly network: string;
  readonly ticker: string;
}

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
