import type { ServiceClient } from './client/service-client.ts';
import type { PaymentMeta } from './creation/order.ts';
import type { Health } from './observability/health.ts';
import type { Payments } from './payments.ts';
import type { FetchArgument } from './routes/fetch-request.ts';
import type { CheckoutAnswer, CheckoutRequest } from './routes/http.ts';

/** What `createCheckout` gives: handlers for every kind of server, the client, and its end. */
export interface Checkout<Meta extends object = PaymentMeta> {
  /**
   * `(Request) => Response`, for every web-standard runtime and framework. Never rejects. Also takes what frameworks pass
   * instead of a `Request`: an object with a `request` (SvelteKit, Astro, React Router). Workers and their like end what a request
   * began with its answer; hand their context on, and its `waitUntil` keeps `onStatus` going:
   * `fetch: (request, env, context) => checkout.handler(request, context)`.
   */
  readonly handler: (request: FetchArgument, context?: unknown) => Promise<Response>;
  /**
   * The same under the names that file routers look for: `export const { GET, POST } = checkout`, and `OPTIONS`
   * where `allowedOrigins` are listed.
   */
  readonly GET: (request: FetchArgument) => Promise<Response>;
  readonly POST: (request: FetchArgument) => Promise<Response>;
  readonly OPTIONS: (request: FetchArgument) => Promise<Response>;
  /** Needed beside them where the service sends its webhooks as PUT. */
  readonly PUT: (request: FetchArgument) => Promise<Response>;
  /** The same without web-standard objects; what adapters are made of. Never rejects. */
  readonly handle: (request: CheckoutRequest) => Promise<CheckoutAnswer>;
  /** Whether a URL or path is one of the checkout's. */
  readonly handles: (url: string) => boolean;
  /** Payments for the shop's own code: made without a browser's script, read one by one, by order, or as a list. */
  readonly payments: Payments<Meta>;
  /** The typed client of all five calls of the service. @throws TypeError with a `provider` of the shop's own */
  readonly client: ServiceClient;
  /**
   * Delivers unhandled changes to the shop, and checks how much of the account's requests is used when that
   * is due. Runs by itself at the start and on an interval; where no timer lives that long (serverless), by cron.
   */
  readonly sweep: () => Promise<void>;
  /** The state of the checkout: plain data for monitoring, cheap to read. Never rejects. */
  readonly health: () => Promise<Health>;
  /** Ends timers, answers open long polls, and resolves when `onStatus` calls that have begun are over. */
  readonly close: () => Promise<void>;
}
