import { settlesOrder } from '../core/payments/settles-order.ts';
import type { Checkout } from './checkout-type.ts';
import { createOrigins } from './http/allowed-origins.ts';
import { createCreationLimit } from './http/creation-limit.ts';
import { createHandler } from './http/handler.ts';
import { createMountCheck } from './http/mount-check.ts';
import { createProbeAnswerer } from './http/probe.ts';
import { createWebhookReceiver } from './http/receive-webhook.ts';
import { isRouteBelow, publicMountOf } from './http/routes.ts';
import { createStatusRequests } from './http/status-requests.ts';
import { completeCheckout, lazyCheckout } from './lazy-checkout.ts';
import { createConsoleLog } from './observability/console-log.ts';
import { createEmit, type Emit } from './observability/events.ts';
import { createHealth } from './observability/health.ts';
import { createQuotaWatch } from './observability/quota.ts';
import { readOptions, type CheckoutOptions, type CheckoutSettings } from './options.ts';
import { createOrderFinder } from './orders/find-order.ts';
import { createOffers } from './orders/offers.ts';
import type { PaymentMeta } from './orders/order.ts';
import { createPayments } from './payments.ts';
import { createReportApplier, type PaymentChain } from './payments/apply-report.ts';
import { createChainChecks, type ChainChecks } from './payments/chain-checks.ts';
import { createChangeHandler } from './payments/change-handler.ts';
import { createChecks } from './payments/checks.ts';
import { createPaymentCreation } from './payments/creation/create-payment.ts';
import { createDelivery, SWEEP_INTERVAL_MS, type Delivery } from './payments/delivery.ts';
import { createEarlyStatusJudge } from './payments/early-status.ts';
import { toPayerView } from './payments/row-views.ts';
import { createSecrets } from './payments/secrets.ts';
import { createSettlements } from './payments/settlement.ts';
import { PER_MINUTE } from './permits.ts';
import { bindProvider } from './providers/own-provider.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { readBaseUrl } from './providers/service/client/options.ts';
import { ServiceClient, type ServiceClientOptions } from './providers/service/client/service-client.ts';
import { readWebhook as readServiceWebhook } from './providers/service/read-webhook.ts';
import { serviceProvider } from './providers/service/service-provider.ts';
import { isLocal } from './read-options.ts';
import type { PaymentRow, PaymentStore } from './stores/store.ts';
import { createTimer } from './timer.ts';
import { limitTime } from './with-timeout.ts';

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

/** What every part of a checkout uses. */
interface Context {
  readonly settings: CheckoutSettings;
  readonly store: PaymentStore;
  readonly provider: PaymentProvider;
  readonly secrets: ReturnType<typeof createSecrets>;
  /** Aborted when the checkout closes. */
  readonly closing: AbortSignal;
  readonly emit: Emit;
  readonly now: () => number;
}

/** Creates a checkout whose clock and interval can be replaced. @throws ConfigurationError */
export function createCheckoutWith(
  options: CheckoutOptions,
  { now = Date.now, sweepInterval = SWEEP_INTERVAL_MS }: CheckoutInternals = {},
): Checkout {
  const settings = readOptions(options);
  const { publicUrl, store, rules, log, developmentOptions } = settings;
  const secrets = createSecrets(settings.secret);
  const client = options.service && serviceClient(options.service, store);
  const provider = options.provider ? bindProvider(options.provider) : serviceProvider(client!);
  const shop = {
    isHandled: options.onPaid !== undefined || options.onStatus !== undefined,
    isLocal: isLocal(publicUrl),
  };
  const emit = createEmit(options.onEvent, log === false ? undefined : createConsoleLog(log, shop));
  const closing = new AbortController();
  const context = { settings, store, provider, secrets, closing: closing.signal, emit, now };

  const lifecycle = createLifecycle(context, sweepInterval);
  const requests = createRequestHandling(context, lifecycle);
  const monitoring = createMonitoring(context, requests, lifecycle.chainChecks);
  for (const option of developmentOptions) emit({ type: 'development-option', option, publicUrl });
  if (options.service && isLocal(publicUrl) && !isLocal(readBaseUrl(options.service.baseUrl, options.service)))
    emit({ type: 'public-url-unreachable', publicUrl });
  Promise.resolve(store.migrate()).then(
    (migration) => migration && emit({ type: 'store-migrated', ...migration }),
    () => {}, // The first use of the store reports it.
  );

  const { delivery, checks, chainChecks } = lifecycle;
  const lookAtChain = async () => {
    try {
      await chainChecks?.round();
    } catch (cause) {
      if (!closing.signal.aborted) emit({ type: 'internal-error', at: 'chain', cause });
    }
  };
  const sweepWith = (deliver: () => Promise<void>) => async () =>
    void (await Promise.all([deliver(), checks.sweep(), lookAtChain(), monitoring.checkQuota()]));
  const sweep = sweepWith(() => delivery.sweep());
  const timer = createTimer(
    sweepInterval,
    sweepWith(() => delivery.sweepDue()),
    sweep,
  );
  timer.start();

  return completeCheckout({
    fetch(given, runtime) {
      timer.start();
      return requests.handler.fetch(given, runtime);
    },
    handle(request) {
      timer.start();
      return requests.handler.handle(request);
    },
    matches: (url) => isRouteBelow(publicMountOf(publicUrl), url),
    get client() {
      if (client) return client;
      throw new TypeError('checkout.client: not available with the option provider');
    },
    payments: requests.payments,
    settles: (payment, order) => settlesOrder(payment, order, rules),
    sweep,
    health: monitoring.health,
    async close() {
      timer.stop();
      closing.abort();
      requests.statusRequests.close();
      await requests.creations.settled();
      await checks.close();
      await delivery.close();
      try {
        await store.close();
      } finally {
        monitoring.close();
        emit({ type: 'closed' });
      }
    },
  });
}

/** The life of a payment after its creation: reports, settlement, and the delivery of changes to the shop. */
function createLifecycle({ settings, store, provider, closing, emit, now }: Context, sweepIntervalMs: number) {
  const { statusMap, onStatus, onPaid, rules, order, chain, verifyPayment } = settings;
  // Three parts need each other: a delivery asks the settlements whether a payment pays its order, and the judge whether a
  // change may be delivered. Both request deliveries, by `deliver`, which is called only when all three exist.
  const deliver: Delivery['deliver'] = (paymentRef) => delivery.deliver(paymentRef);
  const settlements = createSettlements({ store, order, deliver, rules, emit, now });
  // A report of paid is checked on the chain, and what the chain says is a report.
  const paymentChain: PaymentChain | undefined = chain && {
    watches: (row) => chainChecks!.watches(row),
    secondLook: (row, report) => chainChecks!.secondLook(row, report),
  };
  const applyReport = createReportApplier({
    ...{ store, delivery: { deliver }, statusMap, phaseOf: provider.phaseOf },
    ...{ chain: paymentChain, verifyPayment, rules, emit, now },
  });
  const chainChecks: ChainChecks | undefined =
    chain && createChainChecks({ chain, store, rules, applyReport, emit, now, closing });
  const checks = createChecks({ store, provider, applyReport, emit, now });
  const { applyEarlyStatus } = checks;
  const isReady = createEarlyStatusJudge({ applyEarlyStatus, emit, now });
  const handleChange = createChangeHandler({ onStatus, onPaid, settlements, emit });
  const delivery = createDelivery(store, handleChange, emit, { sweepIntervalMs, isReady });
  return { settlements, applyReport, delivery, checks, chainChecks };
}

/** What requests need: orders, creations and their limit, status requests, webhooks. */
function createRequestHandling(
  { settings, store, provider, secrets, closing, emit, now }: Context,
  { settlements, applyReport, delivery, checks }: ReturnType<typeof createLifecycle>,
) {
  const { publicUrl, secret, currencies, longPoll, callbackTimeout, developmentOptions, explorers } = settings;
  const payerView = (row: PaymentRow) => toPayerView(row, `${publicUrl}/status/${row.token}`, now(), explorers);
  const find = createOrderFinder({ order: settings.order, currencies, offers: createOffers(provider, now), emit });
  const limit = createCreationLimit(settings.creationLimit, { store, secrets, publicUrl, callbackTimeout, emit, now });
  const creations = createPaymentCreation({
    store,
    provider,
    secrets,
    find,
    limit,
    settlements,
    applyReport,
    applyEarlyStatus: checks.applyEarlyStatus,
    delivery,
    publicUrl,
    closing,
    emit,
    now,
  });
  const origins = createOrigins(settings.allowedOrigins, publicUrl);
  const statusRequests = createStatusRequests({
    store,
    longPollTimeout: longPoll.timeout,
    maxLongPolls: longPoll.max,
    emit,
    now,
  });
  const { networksOf } = limit;
  const answerProbe = createProbeAnswerer(secret, { networksOf, developmentOptions, emit });
  const readWebhook = settings.readWebhook ?? limitedReader(provider, callbackTimeout);
  const hasOwnReader = settings.readWebhook !== undefined || provider.readWebhook !== readServiceWebhook;
  const webhooks = createWebhookReceiver({
    store,
    secrets,
    answerProbe,
    readWebhook,
    hasOwnReader,
    provider,
    applyReport,
    emit,
  });
  const mountCheck = createMountCheck({ secret, publicUrl, emit });
  const handler = createHandler({
    store,
    find,
    createPayment: creations.createPayment,
    settlements,
    statusRequests,
    webhooks,
    origins,
    mountCheck,
    toPayerView: payerView,
    explorers,
    afterAnswer: () => delivery.settled(),
    emit,
    now,
  });
  return {
    handler,
    statusRequests,
    creations,
    mountCheck,
    payments: createPayments({
      store,
      createPayment: creations.createPayment,
      checks,
      origins,
      toPayerView: payerView,
    }),
  };
}

/** Health and quota, which listen to the events of the provider's client. */
function createMonitoring(
  { settings, store, provider, closing, emit, now }: Context,
  { statusRequests, mountCheck }: ReturnType<typeof createRequestHandling>,
  chainChecks: ChainChecks | undefined,
) {
  const { developmentOptions } = settings;
  const { isMismatched } = mountCheck;
  const quota = createQuotaWatch({ provider, store, emit, now, closing });
  const { onClientEvent, health } = createHealth({
    store,
    provider,
    longPolls: statusRequests,
    quota,
    chainSources: chainChecks?.sources,
    developmentOptions,
    isMismatched,
    now,
  });
  const unsubscribe = [emit, onClientEvent, quota.onClientEvent].flatMap(
    (listener) => provider.subscribe?.(listener) ?? [],
  );
  return { health, checkQuota: quota.check, close: () => unsubscribe.forEach((end) => end()) };
}

const limitedReader = ({ readWebhook }: PaymentProvider, callbackTimeout: number) =>
  readWebhook && limitTime(callbackTimeout, 'readWebhook()', readWebhook);

/** The client of the service. The service limits the requests of all processes together, so the store counts them. */
function serviceClient(service: ServiceClientOptions, store: PaymentStore): ServiceClient {
  const { baseUrl, apiKey, limit: { perMinute = PER_MINUTE } = {} } = service;
  const permitLog = store.permitLog({ perMinute, key: `${readBaseUrl(baseUrl, service)} ${apiKey}` });
  return new ServiceClient(service, { permitLog });
}
