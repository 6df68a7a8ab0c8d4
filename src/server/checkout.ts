import { isPhase } from '../core/index.ts';
import type { CheckoutOptions } from './checkout-options.ts';
import { createCreationLimit } from './creation-limit.ts';
import { createCreations } from './creation.ts';
import { readBaseUrl } from './client/options.ts';
import { ServiceClient, type ServiceClientOptions } from './client/service-client.ts';
import { createDelivery } from './delivery.ts';
import { createEmit } from './events.ts';
import { fromFetch, outlive, toResponse } from './fetch-request.ts';
import { createHandler } from './handler.ts';
import { createHealth, type Health } from './health.ts';
import type { CheckoutAnswer, CheckoutRequest } from './http.ts';
import { createOrigins } from './origins.ts';
import { createProbeAnswerer } from './probe.ts';
import { createQuotaWatch } from './quota.ts';
import { readCount, readMilliseconds, readPublicUrl } from './read-options.ts';
import { routeOf } from './routes.ts';
import { createSecrets } from './secrets.ts';
import { PER_MINUTE } from './slots.ts';
import { createStatusQuestions, MAX_HELD, MAX_HELD_PER_PAYMENT } from './status.ts';
import { memoryStore } from './stores/memory.ts';
import type { PaymentStore } from './stores/store.ts';
import { createTaker } from './take-word.ts';
import { createWebhookReceiver } from './webhook.ts';

/** How long a question about a payment is held: below every proxy's patience (reference: Akamai's 20 s). Milliseconds. */
const MAX_WAIT_MS = 15_000;

/** How often the outbox is looked through for changes that the shop was not told of. Milliseconds. */
const SWEEP_EVERY_MS = 60_000;

/** What `createCheckout` gives: handlers for every kind of server, the client, and its end. */
export interface Checkout {
  /**
   * `(Request) => Response`, for every web-standard runtime and framework. Workers and their like end what a request
   * began with its answer; hand their context on, and its `waitUntil` keeps `onStatus` going:
   * `fetch: (request, env, context) => checkout.handler(request, context)`.
   */
  readonly handler: (request: Request, context?: unknown) => Promise<Response>;
  /**
   * The same under the names that file routers look for: `export const { GET, POST } = checkout`, and `OPTIONS`
   * where `origins` are listed.
   */
  readonly GET: (request: Request) => Promise<Response>;
  readonly POST: (request: Request) => Promise<Response>;
  readonly OPTIONS: (request: Request) => Promise<Response>;
  /** Needed beside them where the service sends its webhooks as PUT. */
  readonly PUT: (request: Request) => Promise<Response>;
  /** The same without web-standard objects; what adapters are made of. Never rejects. */
  readonly handle: (request: CheckoutRequest) => Promise<CheckoutAnswer>;
  /** Whether a URL or path is one of the checkout's. */
  readonly handles: (url: string) => boolean;
  /** The typed client of all five calls of the service. */
  readonly client: ServiceClient;
  /**
   * Tells the shop of changes it was not told of yet, and looks how much of the account's requests is used when that
   * is due. Runs by itself at the start and on an interval; where no timer lives that long (serverless), by cron.
   */
  readonly sweep: () => Promise<void>;
  /** How the checkout is: plain data for the shop's monitor, cheap to ask for. Never rejects. */
  readonly health: () => Promise<Health>;
  /** Ends timers, answers whoever is held, and resolves when `onStatus` calls that have begun are over. */
  readonly close: () => Promise<void>;
}

/**
 * The merchant's side of a checkout: makes payments at the service, keeps them, hears the service's
 * webhooks, answers the tags, and tells the shop.
 *
 * Routes, below wherever it is mounted: `GET orders/:order`, `POST payments`, `GET payments/:token`,
 * `GET status/:token?since=version`, `POST webhook/:ref/:signature` (or PUT).
 *
 * @throws TypeError when an option is missing or cannot be used; the message names it.
 */
export function createCheckout(options: CheckoutOptions): Checkout {
  if (typeof options !== 'object' || options === null)
    throw new TypeError('options: service, secret, publicUrl and order are needed');
  const { store = memoryStore(), now = Date.now, statuses, confirm, order, onStatus = () => {} } = options;
  const maxWait = readMilliseconds('maxWait', options.maxWait, MAX_WAIT_MS, 0);
  const maxHeld = readCount('maxHeld', options.maxHeld, MAX_HELD);
  const maxHeldPerPayment = readCount('maxHeldPerPayment', options.maxHeldPerPayment, MAX_HELD_PER_PAYMENT);
  const sweepEvery = readMilliseconds('sweepEvery', options.sweepEvery, SWEEP_EVERY_MS, 1);
  const publicUrl = readPublicUrl(options.publicUrl);
  const origins = createOrigins(options.origins, publicUrl);
  const secrets = createSecrets(options.secret);
  if (typeof order !== 'function') throw new TypeError('order: a function is needed');
  for (const [word, phase] of Object.entries(statuses ?? {}))
    if (!isPhase(phase)) throw new TypeError(`statuses.${word}: not a phase`);
  if (!options.client && !options.service) throw new TypeError('service: its address and key are needed, or a client');
  const client = options.client ?? new ServiceClient(countedIn(store, options.service));
  const emit = createEmit(options.onEvent);
  const closing = new AbortController();
  const quota = createQuotaWatch({ client, store, emit, now, closing: closing.signal });

  const delivery = createDelivery(store, onStatus, emit);
  const questions = createStatusQuestions({ store, maxWait, maxHeld, maxHeldPerPayment, emit, now });
  const take = createTaker({ store, delivery, statuses, confirm, emit, now });
  const create = createCreations({ store, client, secrets, take, publicUrl, closing: closing.signal, emit, now });
  const answerProbe = createProbeAnswerer(options.secret, emit);
  const limit = createCreationLimit(options.creations, { store, secrets, publicUrl, emit, now });
  const receive = createWebhookReceiver({ store, secrets, answerProbe, take, statuses, emit, now });
  const answerTo = createHandler({ store, order, create, limit, questions, receive, origins, publicUrl, emit, now });

  const { hear, health } = createHealth({ store, client, questions, quota, now });
  const unsubscribe = [emit, hear, quota.hear].map((listener) => client.subscribe(listener));

  const sweep = async () => void (await Promise.all([delivery.sweep(), quota.look()]));
  let timer: ReturnType<typeof setInterval> | undefined;
  let closed = false;
  /** Some runtimes allow no timer before the first request; there the first request starts it. */
  function start(): void {
    if (timer !== undefined || closed) return;
    try {
      timer = setInterval(() => void sweep(), sweepEvery);
    } catch {
      return;
    }
    (timer as { unref?(): void }).unref?.();
    void sweep();
  }
  start();

  const handle = (request: CheckoutRequest) => {
    start();
    return answerTo(request);
  };
  const handler = async (request: Request, context?: unknown) => {
    const answered = handle(fromFetch(request));
    // The answer too: a client that leaves must not leave a creation half done, and its turn at the service taken.
    outlive(
      context,
      answered.then(() => delivery.settled()),
    );
    return toResponse(await answered, request.method);
  };
  return {
    handler,
    GET: handler,
    POST: handler,
    OPTIONS: handler,
    PUT: handler,
    handle,
    handles: (url) => routeOf(url) !== undefined,
    client,
    sweep,
    health,
    async close() {
      closed = true;
      closing.abort();
      clearInterval(timer);
      questions.close();
      await delivery.close();
      await store.close();
      unsubscribe.forEach((end) => end());
      emit({ type: 'closed' });
    },
  };
}

/** The service counts what all processes of a shop send together, so they count together, in the store. */
function countedIn(store: PaymentStore, service: ServiceClientOptions): ServiceClientOptions {
  const { baseUrl, apiKey, limit = {}, now } = service;
  if (limit.log) return service;
  const { perMinute = PER_MINUTE } = limit;
  return {
    ...service,
    limit: { ...limit, log: store.slotLog({ perMinute, key: `${readBaseUrl(baseUrl)} ${apiKey}`, now }) },
  };
}
