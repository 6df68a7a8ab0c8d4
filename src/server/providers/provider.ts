import type { CoinSymbol, Payout, Phase } from '../../core/index.ts';
import type { ClientEvent } from './service/client/client-event.ts';
import type { ReadWebhook } from './report.ts';

/**
 * A payment server, described by functions: `create`, `readWebhook` and `phaseOf` are required. The default is the
 * service of the contract (`createCheckout({ service })`). With another provider, the same tags, stores and routes work
 * with another server:
 *
 *     createCheckout({ provider: myServer({ url, key }), secret, publicUrl, order });
 */
export interface PaymentProvider {
  /**
   * Creates a payment. It must not repeat the request unless the first one certainly created no payment.
   *
   * @throws ServiceError; its `sent` is false only when the server certainly did not receive the request
   */
  readonly create: (request: PaymentRequest, options: CreateOptions) => Promise<CreatedPayment>;
  /** Parses the body of a webhook. The option `readWebhook` of `createCheckout` replaces it. */
  readonly readWebhook: ReadWebhook;
  /**
   * Returns the phase of a status, `unknown` for any other status. The option `statusMap` of `createCheckout` takes
   * precedence.
   */
  readonly phaseOf: (status: string) => Phase;
  /**
   * Returns the smallest amount of a coin that the server confirms, as decimal text in the coin. Omit it when there is
   * no minimum.
   *
   * @throws ServiceError
   */
  readonly minimumOf?: (coin: CoinSymbol) => Promise<string>;
  /** Returns the used requests of the account. Omit it when requests are not counted. @throws ServiceError */
  readonly usage?: (options: { readonly signal: AbortSignal }) => Promise<readonly Usage[]>;
  /** Returns the number of requests that may be sent now, for `checkout.health()`. */
  readonly freePermits?: () => Promise<number | undefined>;
  /** Calls the listener for each event of a request. Returns a function that ends the subscription. */
  readonly subscribe?: (listener: (event: ClientEvent) => void) => () => void;
}

/** The limits of a creation. */
export interface CreateOptions {
  /** The time limit of one request, in milliseconds. */
  readonly timeout: number;
  /** Aborts the creation, with all its attempts. */
  readonly signal: AbortSignal;
}

interface BaseRequest {
  /** Decimal text. */
  readonly amount: string;
  /** Fiat code in upper case. */
  readonly currency: string;
  /** The address to which the provider sends the webhooks of this payment. It is a credential: do not log it. */
  readonly webhookUrl: string;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

/** The requested payment and its payout. Amount, coin, addresses and split are validated. */
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

/** A payment that the provider has created. */
export interface CreatedPayment {
  /** The identifier of the payment at the provider. Its webhooks contain it as `id`. */
  readonly id: string;
  /** The provider's status, such as `NEW`. */
  readonly status: string;
  /**
   * The payment in the fields of contract 2.6 to 2.8, from which the payer's view is created: `tid`, `address`,
   * `cryptoCoin` and `cryptoAmountExpectedText`; `pid` and `note`; or `bid`. Further fields are kept for the shop. It
   * must not contain the webhook address: a reader of the database must not be able to send webhooks.
   */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** The used requests of one store of the account (contract 2.4). */
export interface Usage {
  /** The provider's id of the store, a UUID. */
  readonly storeId: string;
  /** The usage that the provider reported, plus our own calls since then. */
  readonly used: number;
  readonly allowed: number;
  /** The time of the last reset of the counter, as the provider reported it. */
  readonly since?: string;
}
