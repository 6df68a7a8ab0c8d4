import type { Money, SettlingPayment } from '../core/index.ts';
import type { ServiceClient } from './providers/service/client/service-client.ts';
import type { PaymentMeta } from './orders/order.ts';
import type { Health } from './observability/health.ts';
import type { Payments } from './payments.ts';
import type { FetchArgument } from './http/fetch-request.ts';
import type { CheckoutAnswer, CheckoutRequest } from './http/http.ts';

/** The result of `createCheckout`: handlers for every kind of server, the client, and `close`. */
export interface Checkout<Meta extends object = PaymentMeta> {
  /**
   * The handler `(Request) => Response` for every web-standard runtime and framework. It never rejects. It also accepts
   * the argument that frameworks pass instead of a `Request`: an object with a `request` (SvelteKit, Astro, React
   * Router). Workers and similar runtimes stop all work of a request when its response is sent. Pass their context on,
   * so that its `waitUntil` lets `onStatus` finish:
   * `fetch: (request, env, context) => checkout.fetch(request, context)`.
   */
  readonly fetch: (request: FetchArgument, context?: unknown) => Promise<Response>;
  /**
   * The same handler under the names that file routers look for: `export const { GET, POST } = checkout`. Export
   * `OPTIONS` too when `allowedOrigins` is set.
   */
  readonly GET: (request: FetchArgument) => Promise<Response>;
  /** See `GET`. */
  readonly POST: (request: FetchArgument) => Promise<Response>;
  /** See `GET`. */
  readonly OPTIONS: (request: FetchArgument) => Promise<Response>;
  /** The same handler for PUT. Export it too when the service sends its webhooks as PUT. */
  readonly PUT: (request: FetchArgument) => Promise<Response>;
  /** The same handler without web-standard objects; adapters are built on it. It never rejects. */
  readonly handle: (request: CheckoutRequest) => Promise<CheckoutAnswer>;
  /**
   * True when a URL or path is a route of the checkout, directly below the path of `publicUrl`: `/pay/orders/1001` below
   * `/pay`. False for anything else, and while the options of a lazy checkout cannot be used.
   */
  readonly matches: (url: string) => boolean;
  /**
   * Payments for the shop's own code: create one without browser JavaScript, read one by its reference, read those of
   * an order, or list them.
   */
  readonly payments: Payments<Meta>;
  /**
   * Whether a payment pays an order with the order's present amount and currency: it is `paid` or `overpaid`, has the
   * same amount and currency as the order, and is no test payment, unless `allowTestPayments` is set. Ship goods only
   * when this is true. @throws TypeError that names the field when an amount is not a decimal or a currency is missing
   */
  readonly settles: (payment: SettlingPayment, order: Money) => boolean;
  /** The typed client of all five calls of the service. @throws TypeError with the shop's own `provider` */
  readonly client: ServiceClient;
  /**
   * Delivers unhandled changes to the shop, and checks the use of the account's requests when a check is due. It runs
   * at the start and on an interval (`sweepInterval`). Call it from cron where no timer lives that long (serverless). A call
   * also delivers changes whose next attempt is delayed after failures.
   */
  readonly sweep: () => Promise<void>;
  /** Returns the state of the checkout: plain data for monitoring, cheap to read. It never rejects. */
  readonly health: () => Promise<Health>;
  /** Ends the timers, answers the open long polls, and resolves when the running `onStatus` calls have ended. */
  readonly close: () => Promise<void>;
}
