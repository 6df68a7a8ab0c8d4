import { checkOptions } from './check-options.ts';
import type { CheckoutOptions } from './checkout-options.ts';
import type { Checkout } from './checkout-type.ts';
import { findDevelopmentOptions } from './development-options.ts';
import { createCreationLimit } from './http/creation-limit.ts';
import { createBeginPayment } from './payments/creation/begin-payment.ts';
import type { PaymentMeta } from './orders/order.ts';
import { createOffers } from './orders/offers.ts';
import { createOrderFinder } from './orders/find-order.ts';
import { lazyCheckout } from './lazy-checkout.ts';
import { createPayments } from './payments.ts';
import { createCreations } from './payments/creation/create-payment.ts';
import { readBaseUrl } from './providers/service/client/options.ts';
import { ServiceClient, type ServiceClientOptions } from './providers/service/client/service-client.ts';
import { createEarlyStatusJudge } from './payments/early-status.ts';
import { createChecks } from './payments/checks.ts';
import { createDelivery, SWEEP_INTERVAL_MS, type Delivery } from './payments/delivery.ts';
import { createConsoleLog } from './observability/console-log.ts';
import { createEmit } from './observability/events.ts';
import { fromFetch, waitUntil, toResponse, type FetchArgument } from './http/fetch-request.ts';
import { createHandler } from './http/handler.ts';
import { createMountCheck } from './http/mount-check.ts';
import { createHealth } from './observability/health.ts';
import { errorAnswer, type CheckoutAnswer, type CheckoutRequest } from './http/http.ts';
import { createOrigins } from './http/allowed-origins.ts';
import { settlesOrder } from '../core/payments/settles-order.ts';
import { phaseIn } from '../core/payments/status-words.ts';
import { serviceProvider } from './providers/service/service-provider.ts';
import { createProbeAnswerer } from './http/probe.ts';
import { createQuotaWatch } from './observability/quota.ts';
import { ConfigurationError } from './configuration-error.ts';
import { checkNames, checkObject, isLocal, readCount, readMilliseconds, readPublicUrl } from './read-options.ts';
import { isRouteBelow, publicMountOf } from './http/routes.ts';
import { createSecrets } from './payments/secrets.ts';
import { PER_MINUTE } from './permits.ts';
import { createStatusRequests, MAX_LONG_POLLS } from './http/status-requests.ts';
import { memoryStore } from './stores/memory.ts';
import type { PaymentRow, PaymentStore } from './stores/store.ts';
import { toPayerView } from './payments/payment-view.ts';
import { readMoneyRules } from './payments/money-rules.ts';
import { createSettlements } from './payments/settlement.ts';
import { withTimeouts } from './stores/with-timeouts.ts';
import { createChangeHandler } from './payments/change-handler.ts';
import { createReportApplier, type VerifyPayment } from './payments/apply-report.ts';
import { limitTime } from './with-timeout.ts';
import { createWebhookReceiver } from './http/receive-webhook.ts';

/** The longest wait of a long poll: below the timeouts of proxies (Akamai: 20 s). Milliseconds. */
const LONG_POLL_TIMEOUT_MS = 15_000;

/** The time limit of the shop's functions and of its store. Milliseconds. */
const CALLBACK_TIMEOUT_MS = 15_000;

/**
 * The backend helper: creates payments at the service, stores them, receives the service's webhooks, answers the tags,
 * and calls the shop's `onStatus` and `onPaid`.
 *
 * Routes, below wherever it is mounted: `GET orders/:order`, `POST payments`, `GET payments/:token`,
 * `GET status/:token?since=version`, `POST webhook/:paymentRef/:signature` (or PUT).
 *
 * If `options` is a function, it is called at the first request, so that a build needs no secrets. Wrong options are then
 * reported by the first request only: it is answered with 500, and the console shows the reason.
 *
 * @throws ConfigurationError when an option is missing or cannot be used; the message names it and says what to do
 */
export function createCheckout<Meta extends object = PaymentMeta>(
  options: CheckoutOptions<Meta> | (() => CheckoutOptions<Meta>),
): Checkout<Meta> {
  // The type of `meta` is the shop's. Here it is JSON that is stored and returned.
  const make = (given: CheckoutOptions<Meta>) => createCheckoutWith(given as unknown as CheckoutOptions);
  const checkout: unknown = typeof options === 'function' ? lazyCheckout(() => make(options())) : make(options);
  return checkout as Checkout<Meta>;
}

/** What tests and `pay-elements/testing` replace. */
export interface CheckoutInternals {
  /** Returns the time, in ms since 1970. */
  readonly now?: (() => number) | undefined;
  /** The interval at which this process looks for changes that no process has handled, in ms. */
  readonly sweepInterval?: number | undefined;
}

/** Creates a checkout whose clock and interval can be replaced. @throws ConfigurationError */
export function createCheckoutWith(
  options: CheckoutOptions,
  { now = Date.now, sweepInterval = SWEEP_INTERVAL_MS }: CheckoutInternals = {},
): Checkout {
  checkOptions(options);
  const { statusMap, order, currencies, onStatus, onPaid } = options;
  const { onEvent, log = onEvent ? false : 'warn' } = options;
  const { longPoll = {} } = options;
  checkObject(longPoll, 'longPoll', '{ timeout: 15_000, max: 5_000 }');
  checkNames(longPoll, ['timeout', 'max'], 'longPoll.');
  const longPollTimeout = readMilliseconds('longPoll.timeout', longPoll.timeout, LONG_POLL_TIMEOUT_MS, 0);
  const maxLongPolls = readCount('longPoll.max', longPoll.max, MAX_LONG_POLLS);
  const callbackTimeout = readMilliseconds('callbackTimeout', options.callbackTimeout, CALLBACK_TIMEOUT_MS, 1);
  const publicUrl = readPublicUrl(options.publicUrl);
  const origins = createOrigins(options.allowedOrigins, publicUrl);
  const secrets = createSecrets(options.secret);
  const store = withTimeouts(storeOf(options, publicUrl), callbackTimeout);
  const client = options.service && serviceClient(options.service, store);
  const provider = options.provider ?? serviceProvider(client!);
  const emit = createEmit(onEvent, log === false ? undefined : createConsoleLog(log));
  const verifyPayment = options.verifyPayment && requireVerdict(options.verifyPayment, callbackTimeout);
  const rules = readMoneyRules(options);
  const developmentOptions = findDevelopmentOptions(options, publicUrl);
  for (const option of developmentOptions) emit({ type: 'development-option', option, publicUrl });
  const closing = new AbortController();
  const quota = createQuotaWatch({ provider, store, emit, now, closing: closing.signal });

  const findOrder = limitTime(callbackTimeout, 'order()', order);
  const deliver: Delivery['deliver'] = (paymentRef) => delivery.deliver(paymentRef);
  const settlements = createSettlements({ store, order: findOrder, deliver, rules, emit, now });
  const handleChange = createChangeHandler({ onStatus, onPaid, settlements, emit });
  const delivery = createDelivery(store, handleChange, emit, {
    sweepIntervalMs: sweepInterval,
    isReady: (...given) => judgeEarlyStatus(...given),
  });
  const statusRequests = createStatusRequests({
    store,
    longPollTimeout,
    maxLongPolls,
    emit,
    now,
  });
  const applyReport = createReportApplier({
    store,
    delivery,
    phaseOf: (status) => phaseIn(statusMap, status) ?? provider.phaseOf(status),
    verifyPayment,
    rules,
    emit,
    now,
  });
  const judgeEarlyStatus = createEarlyStatusJudge({ applyReport, emit, now });
  const find = createOrderFinder({ order: findOrder, currencies, offers: createOffers(provider, now), emit });
  const view = (row: PaymentRow) => toPayerView(row, `${publicUrl}/status/${row.token}`, now());
  const create = createCreations({
    store,
    provider,
    secrets,
    applyReport,
    delivery,
    rules,
    publicUrl,
    closing: closing.signal,
    emit,
    now,
  });
  const limit = createCreationLimit(options.creationLimit, { store, secrets, publicUrl, callbackTimeout, emit, now });
  const { networksOf } = limit;
  const answerProbe = createProbeAnswerer(options.secret, { networksOf, developmentOptions, emit });
  const reader = options.readWebhook ?? provider.readWebhook;
  const readWebhook = reader && limitTime(callbackTimeout, 'readWebhook()', reader);
  const webhooks = createWebhookReceiver({ store, secrets, answerProbe, readWebhook, provider, applyReport, emit });
  const begin = createBeginPayment({ store, find, create, limit, settlements, now });
  const checks = createChecks({ store, provider, applyReport, emit, now });
  const payments = createPayments({ store, begin, checks, origins, view });
  const mountCheck = createMountCheck({ secret: options.secret, publicUrl, emit });
  const answerTo = createHandler({
    store,
    find,
    begin,
    settlements,
    statusRequests,
    webhooks,
    origins,
    mountCheck,
    view,
    emit,
    now,
  });

  const { onClientEvent: watchHealth, health } = createHealth({
    store,
    provider,
    longPolls: statusRequests,
    quota,
    developmentOptions,
    isMismatched: mountCheck.isMismatched,
    now,
  });
  const unsubscribe = [emit, watchHealth, quota.onClientEvent].flatMap(
    (listener) => provider.subscribe?.(listener) ?? [],
  );

  const sweep = async () => void (await Promise.all([delivery.sweep(), checks.sweep(), quota.check()]));
  const sweepDue = async () => void (await Promise.all([delivery.sweepDue(), checks.sweep(), quota.check()]));
  let timer: ReturnType<typeof setInterval> | undefined;
  let closed = false;
  /** Some runtimes allow no timer before the first request; there the first request starts it. */
  function start(): void {
    if (timer !== undefined || closed) return;
    try {
      timer = setInterval(() => void sweepDue(), sweepInterval);
    } catch {
      return;
    }
    (timer as { unref?(): void }).unref?.();
    void sweep();
  }
  start();

  /** An unexpected exception becomes a 500 and an event: no request may end the process. */
  function failed(cause: unknown): CheckoutAnswer {
    emit({ type: 'internal-error', at: 'handler', cause });
    return errorAnswer('internal');
  }

  async function handle(request: CheckoutRequest): Promise<CheckoutAnswer> {
    try {
      start();
      return await answerTo(request);
    } catch (cause) {
      return failed(cause);
    }
  }

  async function fetch(given: FetchArgument, context?: unknown): Promise<Response> {
    try {
      const request = fromFetch(given);
      const answered = handle(request);
      // Includes the answer: a client that disconnects must not stop a creation halfway, with its permit at the service used.
      waitUntil(
        context,
        answered.then(() => delivery.settled()),
      );
      return toResponse(await answered, request.method);
    } catch (cause) {
      return toResponse(failed(cause), 'GET');
    }
  }
  return {
    fetch,
    GET: fetch,
    POST: fetch,
    OPTIONS: fetch,
    PUT: fetch,
    handle,
    matches: (url) => isRouteBelow(publicMountOf(publicUrl), url),
    get client() {
      if (client) return client;
      throw new TypeError('checkout.client: not available with the option provider');
    },
    payments,
    settles: (payment, order) => settlesOrder(payment, order, rules),
    sweep,
    health,
    async close() {
      closed = true;
      closing.abort();
      clearInterval(timer);
      statusRequests.close();
      await checks.close();
      await delivery.close();
      try {
        await store.close();
      } finally {
        unsubscribe.forEach((end) => end());
        emit({ type: 'closed' });
      }
    },
  };
}

/** Rejects when `verifyPayment` returns something else than a verdict, as after a forgotten `return`. */
function requireVerdict(verifyPayment: VerifyPayment, callbackTimeout: number): VerifyPayment {
  const verify = limitTime(callbackTimeout, 'verifyPayment()', verifyPayment);
  return async (...given) => {
    const verdict: unknown = await verify(...given);
    if (typeof verdict === 'boolean' || verdict === 'later') return verdict;
    throw new TypeError("verifyPayment(): true, false or 'later' is needed");
  };
}

/**
 * The store of the payments. Without one they are kept in memory, on the developer's machine only: the service cannot be
 * asked for a payment again, so elsewhere a restart would lose payments for which money may arrive.
 *
 * @throws ConfigurationError that names the stores
 */
function storeOf({ store }: CheckoutOptions, publicUrl: string): PaymentStore {
  if (store) return store;
  if (isLocal(publicUrl)) return memoryStore();
  throw new ConfigurationError(
    'store',
    'publicUrl is not an address of this machine, so the payments must be kept. Set sqliteStore(new DatabaseSync(file)) or postgresStore(pool); memoryStore() loses them when the process ends',
    'option-missing',
  );
}

/** The client of the service. The service limits the requests of all processes together, so the store counts them. */
function serviceClient(service: ServiceClientOptions, store: PaymentStore): ServiceClient {
  const { baseUrl, apiKey, limit: { perMinute = PER_MINUTE } = {} } = service;
  const permitLog = store.permitLog({ perMinute, key: `${readBaseUrl(baseUrl, service)} ${apiKey}` });
  return new ServiceClient(service, { permitLog });
}
