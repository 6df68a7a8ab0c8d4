import type { CoinSymbol } from '../../core/index.ts';

/** The payment that the event is about. */
interface OfPayment {
  /** The payment, as `checkout.payments.get` takes it. */
  readonly paymentRef: string;
  /** The name of the order in your shop. */
  readonly orderRef: string;
}

/** What the shop is told about chains, as events of the checkout. */
export type ChainEventData =
  /**
   * The money of a payment is confirmed on the chain, and no webhook has reported it as paid for `webhookWithin`. With
   * `trust: 'webhook'` the payment stays unpaid: look at your account at the service.
   */
  | ({
      readonly type: 'webhook-missing';
      /** The ids of the transactions that paid it. */
      readonly transactions: readonly string[];
    } & OfPayment)
  /**
   * The money of a payment that is paid is no longer on the chain: its transaction was replaced, or its block was
   * reorganised. `received` is what is left. The phase stays, and nothing is shipped twice: check the order. A payment that
   * is not paid has `money-gone` instead.
   */
  | ({ readonly type: 'paid-money-gone'; readonly received: string } & OfPayment)
  /**
   * Several payments have this deposit address, and the transfers to it cannot be told apart by amount and time. None of
   * them is called paid by the chain.
   */
  | ({ readonly type: 'chain-address-shared' } & OfPayment)
  /** A transfer is below the minimum of the coin. It is not counted. */
  | ({
      readonly type: 'chain-dust';
      /** The id of the transfer's transaction. */
      readonly transaction: string;
      /** The amount of the transfer in the coin. Decimal text. */
      readonly amount: string;
    } & OfPayment)
  /**
   * A webhook has reported a payment as paid, and the chain has less money for it, after `decideAfter`. `received` is what
   * the chain has. The payment is not paid: the webhook may be forged.
   */
  | ({ readonly type: 'chain-disagrees'; readonly received: string } & OfPayment)
  /**
   * A webhook has reported a payment as paid, and the chain could not be asked for `decideAfter`. `accepted`: whether the
   * payment was paid without the second look, by the option `whenUnreachable`.
   */
  | ({
      readonly type: 'chain-undecided';
      /** Whether the payment was paid without the second look. */
      readonly accepted: boolean;
    } & OfPayment)
  /**
   * A source does not know the whole history of a payment's address: it has too many transactions, or the payment is older
   * than the blocks that the source has. Other payments are looked at as before.
   */
  | ({
      readonly type: 'chain-history-too-short';
      /** The name of the source. */
      readonly source: string;
    } & OfPayment)
  /**
   * For 15 minutes the pace of a source was used up each time before it had answered about this payment, so the payment is
   * not checked. Raise `requestsPerMinute`, if the server of the source allows it, or add another source of the coin.
   */
  | ({
      readonly type: 'chain-pace-too-low';
      /** The name of the source. */
      readonly source: string;
    } & OfPayment)
  /** A source was asked about an address. */
  | {
      readonly type: 'chain-call-completed';
      /** The name of the source. */
      readonly source: string;
      readonly coin: CoinSymbol;
      /** Milliseconds of the whole call. */
      readonly ms: number;
      /** The code of its `ChainError`, when it could not answer. */
      readonly code?: string;
    }
  /** A source could not answer. `code` is that of its `ChainError`. Emitted once until it answers again. */
  | {
      readonly type: 'chain-unreachable';
      /** The name of the source. */
      readonly source: string;
      readonly coin: CoinSymbol;
      readonly code: string;
    }
  /** A source that could not answer has answered. */
  | {
      readonly type: 'chain-reachable';
      /** The name of the source. */
      readonly source: string;
      readonly coin: CoinSymbol;
    };
