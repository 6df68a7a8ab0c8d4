import type { CoinSymbol, Payout, Phase } from '../../core/index.ts';
import type { ClientEvent } from '../client/client-event.ts';
import type { PaymentMeta } from '../creation/order.ts';
import type { ReadWebhook } from '../webhook/read-webhook.ts';

/**
 * A payment server, as five functions: `create`, `readWebhook`, `phaseOf`, `minimumOf` and `usage`. The default is the
 * service of the contract (`createCheckout({ service })`). With another one, the same tags, stores and routes serve another
 * server:
 *
 *     createCheckout({ provider: myServer({ url, key }), secret, publicUrl, order });
 */
export interface PaymentProvider {
  /**
   * Creates a payment. It must not repeat the request unless the server surely made nothing of the first one.
   *
   * @throws ServiceError; its `sent` is false only when the server surely never saw the request
   */
  readonly create: (request: PaymentRequest, options: CreateOptions) => Promise<CreatedPayment>;
  /** Reads the body of a webhook. The option `readWebhook` of `createCheckout` takes its place. */
  readonly readWebhook: ReadWebhook;
  /** The phase of a status, `unknown` for any other. The option `statusMap` of `createCheckout` comes first. */
  readonly phaseOf: (status: string) => Phase;
  /**
   * The smallest amount of a coin that confirms a payment, decimal text in the coin. Absent where there is none.
   *
   * @throws ServiceError
   */
  readonly minimumOf?: (coin: CoinSymbol) => Promise<string>;
  /** How much of the account's requests is used. Absent where requests are not counted. @throws ServiceError */
  readonly usage?: (options: { readonly signal: AbortSignal }) => Promise<readonly Usage[]>;
  /** How many requests may be sent now, for `checkout.health()`. */
  readonly freePermits?: () => Promise<number | undefined>;
  /** Calls the listener for each request and attempt. Gives how to end it. */
  readonly subscribe?: (listener: (event: ClientEvent) => void) => () => void;
}

/** How long a creation may take. */
export interface CreateOptions {
  /** Milliseconds for one request. */
  readonly timeout: number;
  /** Ends the creation, with all its attempts. */
  readonly signal: AbortSignal;
}

interface BaseRequest {
  /** Decimal text. */
  readonly amount: string;
  /** Fiat code in upper case. */
  readonly currency: string;
  /** Where the provider sends its webhooks of this payment. It is a credential: it belongs in no log. */
  readonly webhookUrl: string;
  readonly meta: PaymentMeta | undefined;
}

/** What is to be paid, and where the proceeds go. Checked: amount, coin, addresses and split are sound. */
export type PaymentRequest =
  | (BaseRequest & { readonly method: 'crypto'; readonly coin: CoinSymbol; readonly payout: Payout })
  | (BaseRequest & {
      readonly method: 'wallet';
      readonly payout_email: string;
      readonly additional_information: string | undefined;
    })
  | (BaseRequest & {
      readonly method: 'localcode';
      readonly payout_crypto_coin: CoinSymbol;
      readonly payout_address: string;
    });

/** A payment that the provider has made. */
export interface CreatedPayment {
  /** Names the payment at the provider: what its webhooks call `id`. */
  readonly id: string;
  /** The provider's status, such as `NEW`. */
  readonly status: string;
  /**
   * The payment in the fields of contract 2.6 to 2.8, from which the payer's view is made: `tid`, `address`, `cryptoCoin`
   * and `cryptoAmountExpectedText`; `pid` and `note`; or `bid`. More fields are kept for the shop. Without the webhook
   * address: who reads the database must not be able to send webhooks.
   */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** What a store of the account has used of its requests (contract 2.4). */
export interface Usage {
  /** The provider's name for the store, a UUID. */
  readonly storeId: string;
  /** When the provider said so, and our own calls since. */
  readonly used: number;
  readonly allowed: number;
  /** When the counter was last set back, as the provider said. */
  readonly since?: string;
}
