import type { StatusTable } from '../core/index.ts';
import type { ServiceClient, ServiceClientOptions } from './client/service-client.ts';
import type { CreationLimitOptions } from './creation-limit.ts';
import type { OnStatus } from './delivery.ts';
import type { CheckoutEvent } from './events.ts';
import type { FindOrder } from './order.ts';
import type { PaymentStore } from './stores/store.ts';
import type { Confirm } from './take-word.ts';

/** All options of `createCheckout` but the service itself. */
export interface CheckoutBaseOptions {
  /**
   * Signs webhook addresses: at least 32 bytes. To rotate, hand in `[current, previous]` until the last
   * payment made under the previous one has ended.
   */
  readonly secret: string | readonly (string | undefined)[];
  /** Where this handler is mounted, as the service and the browser reach it. https, or http on a loopback host. */
  readonly publicUrl: string;
  /** Where payments are kept. By default in memory, where they end with the process. */
  readonly store?: PaymentStore;
  /** What is to be paid for an order, and where to. Undefined when there is no such order, or not for this payer. */
  readonly order: FindOrder;
  /**
   * Called for every change of a payment's phase, and for each word that nobody knows, at least once and in
   * order. It must be safe to call twice: remember `change.ref` and `change.version`. What rejects is called
   * again by the sweep.
   */
  readonly onStatus?: OnStatus;
  /** The shop's own reading of status words: `{ SETTLED: 'paid' }`. The contract names only NEW and PENDING. */
  readonly statuses?: StatusTable;
  /**
   * Hears of everything that happens, each with a `level`: `(event) => console[event.level](event)`. What it throws
   * or rejects with is swallowed. `pay-elements/server/opentelemetry` makes one.
   */
  readonly onEvent?: (event: CheckoutEvent) => unknown;
  /**
   * A second look before a payment becomes paid or overpaid. False is a decision and is not asked for again;
   * who cannot decide yet throws, and the service is asked to send its news once more.
   */
  readonly confirm?: Confirm;
  /**
   * The longest that a question about a payment is held while there is no news, in ms: 15,000. Waits differ by up to
   * a fifth, so that not all come again at once. 0 where a waiting request costs money (serverless): then each is
   * answered at once, with `after`, the ms until the next question.
   */
  readonly maxWait?: number;
  /** How many questions this process holds at a time: 5,000. More are answered at once, with `after`. */
  readonly maxHeld?: number;
  /** How many of them may be of one payment: 2. When there are more, the oldest is answered, with `after`. */
  readonly maxHeldPerPayment?: number;
  /**
   * Other origins whose pages may read orders and make payments: `['https://www.shop.example']`, compared whole. By
   * default none but the page's own and that of `publicUrl`. Cookies of another origin are not asked for. What a
   * payment's token unlocks may be read from anywhere.
   */
  readonly origins?: readonly string[];
  /**
   * How many payments one visitor may have made, for the service takes few from one shop (contract 8): 5 a minute and
   * 20 an hour, by address. Who asks for more is told when to come back (429). Asking for the same payment again
   * makes none and counts as none. False for no limit.
   */
  readonly creations?: CreationLimitOptions | false;
  /** How often changes that the shop was not told of are tried again, in ms. */
  readonly sweepEvery?: number;
  /** The clock, in ms since 1970. */
  readonly now?: () => number;
}

/** With the service's address and key, or with a client that was made already. */
export type CheckoutOptions = CheckoutBaseOptions &
  (
    | { readonly service: ServiceClientOptions; readonly client?: never }
    | { readonly client: ServiceClient; readonly service?: never }
  );
