import type { CoinSymbol, Method, Payout, Phase } from '../../core/index.ts';
import type { PaymentReport, ReadWebhook, WebhookHeaders } from './report.ts';
import type { ClientEvent } from '../observability/client-event.ts';
import type { Usage } from '../observability/quota.ts';

/** The name of a provider, in the address of its account webhook. */
export const PROVIDER_NAME = /^[a-z][a-z0-9-]{0,30}$/;

/**
 * A payment server, described by functions: `name`, `create` and `phaseOf` are required, and `readWebhook`,
 * `readAccountWebhook` or `read`, so that the checkout learns what happens to a payment. The default is the service of
 * the contract (`createCheckout({ service })`). With another provider, the same tags, stores and routes work with
 * another server:
 *
 *     createCheckout({ provider: myServer({ url, key }), secret, publicUrl, store, order });
 *
 * All functions throw `ProviderError`. `docs/providers.md` has a complete example.
 */
export interface PaymentProvider {
  /**
   * The name of the provider, in events, in `checkout.health()` and in the address of its account webhook: a lower-case
   * letter, then up to 30 lower-case letters, digits or hyphens.
   */
  readonly name: string;
  /**
   * Where the money goes. `order`, the default: `order()` names payout addresses. `account`: to the provider's own wallet
   * or account; `order()` names no payout, and only `crypto` payments are offered.
   */
  readonly payouts?: 'order' | 'account' | undefined;
  /**
   * Returns the coins that can be offered now. Only for `payouts: 'account'`; without it, `order()` names the coins. The
   * checkout keeps the result for a minute. @throws ProviderError
   */
  readonly offers?: ((options: CallOptions) => Promise<Offers>) | undefined;
  /**
   * Creates a payment. It must not repeat the request unless the first one certainly created no payment, or the server
   * creates one payment for each `paymentRef`.
   *
   * @throws ProviderError; its `sent` is false only when the server certainly did not receive the request
   */
  readonly create: (request: CreationRequest, options: CallOptions) => Promise<CreatedPayment>;
  /**
   * Parses the webhooks of a server that sends those of each payment to an address of its own (`webhookUrl`). The address
   * is signed. The option `readWebhook` of `createCheckout` replaces it.
   */
  readonly readWebhook?: ReadWebhook | undefined;
  /**
   * Reads the webhooks of a server that has one address for the whole account: `POST {publicUrl}/webhook/{name}`. It
   * checks the signature over the raw bytes before it parses anything.
   *
   * - `forged`: no valid signature. The response is a 404, with the event `webhook-rejected`.
   * - `ignored`: nothing about a payment. The response is a 200.
   * - A list: each report is applied to its payment. The response is a 200.
   * - After a rejection the response is a 500, so that the server sends the webhook again.
   */
  readonly readAccountWebhook?:
    | ((request: AccountWebhook, options: CallOptions) => Promise<'forged' | 'ignored' | readonly AccountReport[]>)
    | undefined;
  /**
   * Returns the phase of a status, `unknown` for any other status. The option `statusMap` of `createCheckout` takes
   * precedence. It is called for reports without a `phase`.
   */
  readonly phaseOf: (status: string) => Phase;
  /**
   * Asks the server for the present state of a payment; undefined when the server does not know it. With it, lost webhooks
   * heal: open payments are read from time to time, and `checkout.payments.refresh` reads one at once.
   *
   * @throws ProviderError
   */
  readonly read?: ((payment: ReadablePayment, options: CallOptions) => Promise<PaymentReport | undefined>) | undefined;
  /** How many payments are read in a minute, by all processes on one store together. Default: 30. */
  readonly readsPerMinute?: number | undefined;
  /**
   * The options of `createCheckout` that have no effect with this provider, because its reports have their phase, or
   * because it has no webhooks of one payment. `createCheckout` refuses them.
   */
  readonly unusedOptions?: readonly ('readWebhook' | 'statusMap')[] | undefined;
  /**
   * Returns the smallest amount of a coin that the server confirms, as decimal text in the coin. Omit it when there is
   * no minimum, and when `create` returns it. @throws ProviderError
   */
  readonly minimumOf?: ((coin: CoinSymbol) => Promise<string>) | undefined;
  /** Returns the used requests of the account. Omit it when requests are not counted. @throws ProviderError */
  readonly usage?: ((options: Pick<CallOptions, 'signal'>) => Promise<readonly Usage[]>) | undefined;
  /** Returns the number of requests that may be sent now, for `checkout.health()`. */
  readonly freePermits?: (() => Promise<number | undefined>) | undefined;
  /**
   * Checks the server, the key and the account, for the command `pay-elements doctor`: one finding for each thing that was
   * checked. It creates and changes nothing. @throws ProviderError
   */
  readonly check?: ((options: CheckOptions) => Promise<readonly ProviderFinding[]>) | undefined;
  /** Calls the listener for each event of a request. Returns a function that ends the subscription. */
  readonly subscribe?: ((listener: (event: ClientEvent) => void) => () => void) | undefined;
}

/** The limits of a call of the provider. */
export interface CallOptions {
  /** The time limit of one request, in milliseconds. */
  readonly timeout: number;
  /** Aborts the call, with all its attempts. */
  readonly signal: AbortSignal;
}

/** The limits of a check, and where the shop is. */
export interface CheckOptions extends CallOptions {
  /** The public URL of the checkout, without a trailing slash; undefined when it is not known. */
  readonly publicUrl: string | undefined;
}

/** The result of one check of a provider. */
export interface ProviderFinding {
  /** What was checked, in kebab-case: `key`. */
  readonly check: string;
  /** `problem`: correct it before you take payments. `warning`: check it later. `skipped`: it could not be checked. */
  readonly state: 'ok' | 'warning' | 'problem' | 'skipped';
  /** The result, in plain words. It contains no key. */
  readonly message: string;
  /** The recommended action. */
  readonly fix?: string | undefined;
}

/** What a provider with `payouts: 'account'` can offer now. */
export interface Offers {
  /** The coins that can be offered. */
  readonly coins: readonly CoinSymbol[];
}

/** What the creation of every method has. */
interface BaseRequest {
  /** The payment's own reference, unique and random. A server that keeps it finds the payment again after a lost answer. */
  readonly paymentRef: string;
  /** The shop's reference of the order. */
  readonly orderRef: string;
  /** Decimal text. */
  readonly amount: string;
  /** Fiat code in upper case. */
  readonly currency: string;
  /** The address to which the provider sends the webhooks of this payment. It is a credential: do not log it. */
  readonly webhookUrl: string;
  /** The free-form object from `order()`, for the provider; undefined when there is none. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** When the shop's offer ends, ISO 8601. */
  readonly expiresAt?: string | undefined;
}

/** The requested payment and its payout. Amount, coin, addresses and split are validated. */
export type CreationRequest = BaseRequest &
  (
    | {
        readonly method: 'crypto';
        readonly coin: CoinSymbol;
        /** Undefined with `payouts: 'account'`. */
        readonly payout: Payout | undefined;
      }
    | {
        readonly method: 'wallet';
        readonly payoutEmail: string;
        readonly additionalInformation: string | undefined;
      }
    | {
        readonly method: 'localcode';
        readonly payoutCoin: CoinSymbol;
        readonly payoutAddress: string;
      }
  );

/** A payment that the provider has created. */
export interface CreatedPayment {
  /** The identifier of the payment at the provider. Its webhooks contain it as `id`. */
  readonly id: string;
  /** The provider's status, such as `NEW`. */
  readonly status: string;
  /** The phase, when it is not that of `phaseOf(status)`. */
  readonly phase?: Phase | undefined;
  /** Crypto: the address to pay to. Required there. */
  readonly destination?: string | undefined;
  /** Crypto: the exact amount to pay, in the coin, decimal text. Required there. */
  readonly amount?: string | undefined;
  /** Wallet: the text that the note of the transfer must contain. Required there. */
  readonly note?: string | undefined;
  /** A page of the provider on which the payment can be made, https. */
  readonly hostedUrl?: string | undefined;
  /** A QR code as a PNG image, base64. */
  readonly qrImage?: string | undefined;
  /**
   * When the provider's offer ends, ISO 8601. The payer is shown this time, or the shop's own `expiresAt` when it is earlier. The
   * shop's takes precedence in its rule `afterExpiry`.
   */
  readonly expiresAt?: string | undefined;
  /** Crypto: the smallest amount that the provider confirms, in the coin, decimal text. */
  readonly minimum?: string | undefined;
  /** True when no real money can be paid. */
  readonly test?: boolean | undefined;
  /**
   * Further fields for the shop, as `payment.answer`. Never shown to a payer. They must not contain the webhook address:
   * a reader of the database must not be able to send webhooks.
   */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** The request of an account webhook. */
export interface AccountWebhook {
  /** The body, byte for byte. */
  readonly body: Uint8Array;
  /** The headers, among them the signature of the body. */
  readonly headers: WebhookHeaders;
}

/** A report that names its payment. */
export interface AccountReport extends PaymentReport {
  /** The identifier of the payment at the provider. A report of a payment that is not stored changes nothing. */
  readonly id: string;
  /** The payment's own reference, when the server keeps it: it finds a payment whose creation was never answered. */
  readonly paymentRef?: string | undefined;
}

/** The payment that `read` is asked for. */
export interface ReadablePayment {
  /** The reference of the payment. */
  readonly paymentRef: string;
  /** The shop's reference of the order. */
  readonly orderRef: string;
  /** The provider's id; undefined when its creation was never answered. */
  readonly id: string | undefined;
  /** The method of payment. */
  readonly method: Method;
  /** Empty for methods without a choice of coin. */
  readonly coin: CoinSymbol | '';
  /** The order's amount at the creation, decimal text. */
  readonly amount: string;
  /** Fiat code of three letters. */
  readonly currency: string;
  /** Milliseconds since 1970. */
  readonly created: number;
}
