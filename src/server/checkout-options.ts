import type { StatusTable } from '../core/index.ts';
import type { ServiceClient, ServiceClientOptions } from './client/service-client.ts';
import type { CreationLimitOptions } from './rate-limit/creation-limit.ts';
import type { OnStatus } from './status/delivery.ts';
import type { OnPaid } from './status/tell-shop.ts';
import type { CheckoutEvent } from './observability/events.ts';
import type { Log } from './observability/console-log.ts';
import type { FindOrder, MethodCurrencies, PaymentMeta } from './creation/order.ts';
import type { PaymentProvider } from './providers/provider.ts';
import type { PaymentStore } from './stores/store.ts';
import type { VerifyPayment } from './status/apply-status.ts';
import type { AmountTolerance } from './status/money-rules.ts';
import type { ReadWebhook } from './webhook/read-webhook.ts';

/** All options of `createCheckout` but the service itself. */
export interface CheckoutBaseOptions<Meta extends object = PaymentMeta> {
  /**
   * Signs webhook addresses: at least 32 bytes. To rotate, pass `[current, previous]` until the last
   * payment created under the previous one has ended.
   */
  readonly secret: string | undefined | readonly (string | undefined)[];
  /** Where this handler is mounted, as the service and the browser reach it. https, or http on a loopback host. */
  readonly publicUrl: string | undefined;
  /** Where payments are kept. By default in memory, where they end with the process. */
  readonly store?: PaymentStore;
  /**
   * What is to be paid for an order, and where to. Undefined when there is no such order, or not for this visitor. It is
   * also called without a request when a payment has become paid, to compare the two before `onPaid`: a payment that was
   * made for another amount raises the event `payment-mismatch`. No webhook waits for it.
   */
  readonly order: FindOrder<Meta>;
  /**
   * Offers a method only for orders in these currencies: `{ wallet: ['USD'] }`. By default in all. Contract 4.4 says of
   * wallet payments that a case exists in which USD applies and EUR cannot be sent; which one is not shown.
   */
  readonly currencies?: MethodCurrencies;
  /**
   * Called for every change of a payment's phase, and for each unknown status, at least once, in order, and
   * never two calls at the same time for one payment, also with several processes on a store. It must be safe to call
   * twice: remember `change.paymentRef` and `change.version`. `from` and `to` are
   * equal when a status that means paid arrived before the creation was answered, and when the order of a paid payment has
   * its amount and currency again. After a rejection the sweep calls it again. Before you send goods, check
   * `settlesOrder(payment, order)`: a payment keeps the amount that its order had when the payment was created.
   */
  readonly onStatus?: OnStatus<Meta> | undefined;
  /**
   * Called with each payment that is paid or overpaid and pays its order as `order()` says it is now: the place to send
   * goods. For a payment that did not pay its order when it was paid (event `payment-mismatch`), and does since the order was
   * changed again, it is called at the next request for the order. At least once for each payment, like `onStatus`, and
   * after it. After a rejection the sweep calls it again.
   */
  readonly onPaid?: OnPaid<Meta> | undefined;
  /**
   * What is printed to the console: `warn` (warnings and errors), `debug` (everything) or false. By default `warn` where
   * there is no `onEvent`, and nothing where there is one.
   */
  readonly log?: Log;
  /**
   * How long `order`, `verifyPayment`, `creationLimit.visitor` and each call of the store may take, in ms: 15,000. After
   * that the request is answered 500, and an `internal-error` event names what did not end.
   */
  readonly callbackTimeout?: number;
  /**
   * The shop's own map of statuses: `{ COMPLETED: 'paid' }`. The contract names only NEW and PENDING. The default map has
   * statuses with one possible meaning, such as PAID; any other status is `unknown`, which never pays an order.
   */
  readonly statusMap?: StatusTable;
  /**
   * How far a received amount may differ from the expected one and still be paid, in the coin, because exchanges round:
   * decimal text or a number for all coins, or by coin: `{ BTC: '0.00000010', ETH: '0.000001' }`. Default: 0. A payment
   * that the service calls paid is `underpaid` below that, with the event `paid-amount-low`, and `overpaid` above it.
   */
  readonly amountTolerance?: AmountTolerance;
  /**
   * What a payment becomes that is paid although not all of its money was seen before the order's `expiresAt`: `'paid'`
   * (default), or `'late'`, which pays nothing and leaves it to the shop. `change.afterExpiry` is true in both cases. A
   * payment is in time when the received amount, with `amountTolerance`, reached the expected one before `expiresAt`; where
   * one of them is not known, when money was seen before, and no status reported that it was too little or matched no payment.
   */
  readonly afterExpiry?: 'paid' | 'late';
  /**
   * Whether payments that the service marks as a test, as the sandbox does, can be paid. Default: false: such a payment
   * never becomes paid, and the event `test-payment` says so. True only where no real goods are sent.
   */
  readonly allowTestPayments?: boolean;
  /**
   * Reads the body of a webhook, whose shape is not shown (contract 6). By default the built-in `readWebhook`, which
   * finds `tid`, `pid` or `bid` and `status` at the top or one level down, as JSON or as a form:
   *
   *     readWebhook: (body) => {
   *       const { reference, state, amount_received } = JSON.parse(body);
   *       return { id: reference, status: state, received: amount_received };
   *     }
   *
   * May be asynchronous. When it throws or returns content that cannot be used, the answer is 500, and an event reports it.
   */
  readonly readWebhook?: ReadWebhook;
  /**
   * Called for every event, each with a `level`: `(event) => console[event.level](event)`. What it throws
   * or rejects with is dropped. Without it, warnings and errors are printed to the console (`log`).
   * `pay-elements/server/opentelemetry` creates one.
   */
  readonly onEvent?: (event: CheckoutEvent) => unknown;
  /**
   * Called before a payment becomes paid or overpaid. False is final: the payment stays as it is. To decide later, throw:
   * the service then sends the webhook again.
   */
  readonly verifyPayment?: VerifyPayment<Meta> | undefined;
  /**
   * The longest that a status request waits for a change, in ms: 15,000. The waits differ by up to a fifth, so that not all
   * clients return at once. Use 0 where a waiting request costs money (serverless): then each is answered at once, with
   * `after`, the ms until the next request.
   */
  readonly longPollTimeout?: number;
  /** How many long polls this process keeps open: 5,000. More are answered at once, with `after`. */
  readonly maxLongPolls?: number;
  /** How many of them may be of one payment: 2. When there are more, the oldest is answered, with `after`. */
  readonly maxLongPollsPerPayment?: number;
  /**
   * Other origins whose pages may read orders and make payments: `['https://www.shop.example']`, compared whole. By
   * default none but the page's own and that of `publicUrl`. Requests of other origins carry no cookies. The
   * routes of a payment's token can be read from any origin.
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * How many payments may be made, because the service takes few requests from one shop (contract 8): 5 a minute and 20
   * an hour for one visitor, 30 and 200 for all unidentified visitors together, 400 an hour in all. Beyond
   * that the answer says when to retry (429 for a visitor, 503 for the shop). Requesting the same payment again makes
   * none and counts as none. False for no limit.
   */
  readonly creationLimit?: CreationLimitOptions | false;
  /** How often `onStatus` is called again for changes that it has not handled, in ms. */
  readonly sweepInterval?: number;
  /** The clock, in ms since 1970. */
  readonly now?: () => number;
}

/** With the service's address and key, with a client that was made already, or with another provider than the service. */
export type CheckoutOptions<Meta extends object = PaymentMeta> = CheckoutBaseOptions<Meta> &
  (
    | { readonly service: ServiceClientOptions; readonly client?: never; readonly provider?: never }
    | { readonly client: ServiceClient; readonly service?: never; readonly provider?: never }
    | { readonly provider: PaymentProvider; readonly service?: never; readonly client?: never }
  );
