import { findCoin, isPaid, isPhase, methods, phases, type CoinSymbol, type StatusTable } from '../core/index.ts';
import { phaseIn } from '../core/payments/phases.ts';
import { readChainOptions, type ChainOptions, type ReadChainOptions } from './chain/chain-options.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { CreationLimitOptions } from './http/creation-limit.ts';
import { MAX_LONG_POLLS } from './http/status-requests.ts';
import { nearest } from './nearest.ts';
import type { LogLevel } from './observability/console-log.ts';
import type { CheckoutEvent, DevelopmentOption } from './observability/events.ts';
import { isCurrency, type FindOrder, type MethodCurrencies, type PaymentMeta } from './orders/order.ts';
import type { VerifyPayment } from './payments/apply-report.ts';
import type { OnPaid } from './payments/change-handler.ts';
import type { OnStatus } from './payments/delivery.ts';
import type { Explorers } from './payments/row-views.ts';
import { readMoneyRules, type AmountTolerance, type MoneyRules } from './payments/money-rules.ts';
import { checkProviderMembers } from './providers/own-provider.ts';
import type { PaymentProvider } from './providers/provider.ts';
import type { ReadWebhook } from './providers/report.ts';
import { checkClientOptions } from './providers/service/client/options.ts';
import type { ServiceClientOptions } from './providers/service/client/service-client.ts';
import {
  checkFunction,
  checkNames,
  checkObject,
  isLocal,
  readCount,
  readMilliseconds,
  readPublicUrl,
  refusePromise,
  readWait,
  SHORTEST_TIMEOUT_MS,
} from './read-options.ts';
import { isPlaceholder } from './payments/secrets.ts';
import { isMemoryStore, memoryStore } from './stores/memory.ts';
import type { PaymentStore } from './stores/store.ts';
import { checkStoreMethods, withTimeouts } from './stores/with-timeouts.ts';
import { limitCallback, limitTime } from './with-timeout.ts';

/**
 * How status requests wait for a change of their payment. One payment has at most two waiting requests in a process:
 * a third one ends the wait of the first.
 */
export interface LongPollOptions {
  /**
   * The longest wait, in ms, from 100 to 20,000: a tag ends a request after 25 s. Default: 15,000. Each wait is shortened
   * by up to a fifth at random, so that not all clients return at the same time. Use 0 where a waiting request costs money
   * (serverless): then each request is answered at once, with `after`, the ms until the next request.
   */
  readonly timeout?: number;
  /**
   * The number of requests that wait in this process, about 30 KiB of memory each. Default: 5,000. Further requests are
   * answered at once, with `after`.
   */
  readonly max?: number;
}

/** All options of `createCheckout` except the service itself. */
export interface CheckoutBaseOptions<Meta extends object = PaymentMeta> {
  /**
   * Signs the webhook addresses: at least 32 bytes. To rotate it, pass `[current, previous]` until the last payment
   * that was created with the previous secret has ended.
   */
  readonly secret: string | undefined | readonly (string | undefined)[];
  /**
   * The address under which this handler is mounted, as the service and the browser reach it: https, or http on a
   * loopback host.
   */
  readonly publicUrl: string | undefined;
  /**
   * The store of the payments: `sqliteStore(db)`, `postgresStore(pool)` or `memoryStore()`. It is required unless
   * `publicUrl` is an address of this machine: there the default keeps the payments in memory, and they are lost when the
   * process ends.
   */
  readonly store?: PaymentStore;
  /**
   * Returns the amount, currency and payout of an order. Returns undefined when the order does not exist, or when this
   * visitor may not see it. It is also called without a request when a payment has become paid, to compare the payment
   * with its order before `onPaid`: a payment that was created for another amount raises the event `payment-mismatch`.
   * The response to the webhook does not wait for this call.
   */
  readonly order: FindOrder<Meta>;
  /**
   * Offers a method only for orders in the listed currencies: `{ wallet: ['USD'] }`. By default a method is offered in
   * every currency. Contract 4.4 mentions a case in which wallet payments accept USD but not EUR; it does not show
   * which case.
   */
  readonly currencies?: MethodCurrencies;
  /**
   * Called for every change of a payment's phase, and for each unknown status. It is called at least once for each
   * change, in order, and not concurrently for one payment, also when several processes share a store: only a call that
   * has not ended after ten minutes, or whose process has lost its lease, is made again beside it. It must be safe to
   * call twice with the same change: remember `change.paymentRef` and `change.version`. `from` and `to` are equal in two
   * cases: a status that means paid arrived before the response to the creation, or the order of a paid payment has its
   * amount and currency again. After a rejection the sweep calls it again. Before you send goods, check
   * `checkout.settles(payment, order)`: a payment keeps the amount that its order had when the payment was created.
   */
  readonly onStatus?: OnStatus<Meta> | undefined;
  /**
   * Called with each payment that is paid or overpaid and that pays its order as `order()` returns it now. Send the
   * goods here, as the example of the type `OnPaid` does. A payment may not match its order when it becomes paid (event
   * `payment-mismatch`) and match it after the order was changed again: then it is called at the next request for the
   * order. It is called at least once for each payment, like `onStatus`, and after it. After a rejection the sweep calls
   * it again.
   */
  readonly onPaid?: OnPaid<Meta> | undefined;
  /**
   * The events that are printed to the console: `warn` (warnings and errors), `debug` (all events) or false (none). The
   * default is `warn` without `onEvent`, and false with it.
   */
  readonly log?: LogLevel;
  /**
   * The time limit of `order`, `verifyPayment`, `creationLimit.visitor` and each call of the store, in ms. Default:
   * 15,000, at least 100. After that the response is a 500, and an `internal-error` event names the call that did not end.
   */
  readonly callbackTimeout?: number;
  /**
   * Maps the statuses of the service to phases: `{ COMPLETED: 'paid' }`. The contract names only NEW and PENDING. The
   * default map contains statuses with one possible meaning, such as PAID; any other status is `unknown`, which never
   * pays an order.
   */
  readonly statusMap?: StatusTable;
  /**
   * The difference between the received and the expected amount with which a payment is still paid, in the coin,
   * because exchanges round. It is decimal text or a number for all coins, or an object by coin:
   * `{ BTC: '0.00000010', ETH: '0.000001' }`. Default: 0. It is 0 for a payment whose expected amount is not larger, so
   * that a payment of nothing is never paid. A payment that the service reports as paid is `underpaid`
   * below the tolerance, with the event `paid-amount-low`, and `overpaid` above it. The received amount is that of the
   * same webhook, or of the last one with an amount. A higher amount before it does not count.
   */
  readonly amountTolerance?: AmountTolerance;
  /**
   * The phase of a payment that is paid, but whose money was not all seen before the offer ended: `'paid'` (default),
   * or `'late'`, which pays no order and leaves the decision to the shop. `change.afterExpiry` is true in both cases.
   * The offer ends at the order's `expiresAt`, or without it at the first `expiresAt` of a webhook. A payment is in time
   * when the received amount, with `amountTolerance`, reached the expected amount before that, and no later webhook had
   * less. When one of these amounts is unknown, a payment is in time when money was seen before the end and no status
   * reported that it was too little or matched no payment.
   */
  readonly afterExpiry?: 'paid' | 'late';
  /**
   * True accepts payments that the service marks as a test, as the sandbox does. Default: false: such a payment never
   * becomes paid, and the event `test-payment` reports it. Use true only where no real goods are sent.
   */
  readonly allowTestPayments?: boolean;
  /**
   * Parses the body of a webhook, whose shape is not shown (contract 6). The default is the built-in `readWebhook`,
   * which finds `tid`, `pid` or `bid` and `status` at the top level or one level down, in JSON or form data:
   *
   *     readWebhook: (body) => {
   *       const { reference, state, amount_received } = JSON.parse(body);
   *       return { id: reference, status: state, received: amount_received };
   *     }
   *
   * It may be asynchronous. When it throws or returns a value that cannot be used, the response is a 500, and an event
   * reports it.
   */
  readonly readWebhook?: ReadWebhook;
  /**
   * Called for every event. Each event has a `level`: `(event) => console[event.level](event)`. Its exceptions and
   * rejections are ignored; the first is printed to the console. Without it, warnings and errors are printed to the
   * console (`log`).
   * `pay-elements/server/opentelemetry` creates such a function.
   */
  readonly onEvent?: (event: CheckoutEvent) => unknown;
  /**
   * Called before a payment becomes paid or overpaid. The result false is final: the payment keeps its phase. With
   * `'later'` the payment is `confirming`, and this function is called again for 24 hours. When it throws, a webhook is
   * answered 500, and the service sends it again.
   */
  readonly verifyPayment?: VerifyPayment<Meta> | undefined;
  /**
   * Looks at the deposit address on its public chain: a second look before a payment becomes paid, early news of money,
   * real confirmations, and an event when a webhook is missing. Its sources are in `pay-elements/server/chain`:
   *
   *     createCheckout({ ...options, chain: { sources: [esplora({ coin: 'BTC', url: process.env.ESPLORA_URL })] } })
   *
   * A coin without a source is treated as without this option. A chain that cannot be reached never means unpaid.
   */
  readonly chain?: ChainOptions | undefined;
  /**
   * The page of a transaction at an explorer, by coin: https, or http on a loopback host. The card and the receipt then link the
   * transactions that the chain has named; for a coin without a chain source, those of BTCPay Server or `readWebhook`:
   *
   *     createCheckout({ ...options, explorers: { BTC: 'https://explorer.example/tx/{transaction}' } })
   *
   * The explorer learns that the payer has opened the page, and not from which shop. Without an explorer for its coin, a
   * payer is shown no transaction.
   */
  readonly explorers?: Partial<Record<CoinSymbol, string>> | undefined;
  /** How long, and how many, status requests wait for a change in this process. */
  readonly longPoll?: LongPollOptions;
  /**
   * Other origins whose pages may read orders and create payments: `['https://www.shop.example']`. Origins are compared
   * as a whole. By default only pages of the shop's own origin and of that of `publicUrl` may. Requests from other origins carry no
   * cookies: name the visitor in the query of the tag's `src`, which `order()` gets in `request.url` of both requests.
   * The routes with a payment's token can be read from any origin.
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * The number of payments that may be created, because the service accepts few requests from one shop (contract 8).
   * Default: 5 a minute and 20 an hour for one visitor, 30 and 200 for all unidentified visitors together, and 400 an
   * hour in all. Above the limit the response says when to retry (429 for a visitor, 503 for the shop). A request for a
   * payment that exists already creates none and does not count. False turns the limit off.
   */
  readonly creationLimit?: CreationLimitOptions | false;
}

/**
 * The options of `createCheckout`: with the address and key of the service, or with another provider.
 */
export type CheckoutOptions<Meta extends object = PaymentMeta> = CheckoutBaseOptions<Meta> &
  (
    | { readonly service: ServiceClientOptions; readonly provider?: never }
    | { readonly provider: PaymentProvider; readonly service?: never }
  );

/** The options of a checkout with their defaults. Functions of the shop end in time. */
export interface CheckoutSettings {
  readonly publicUrl: string;
  readonly secret: CheckoutBaseOptions['secret'];
  readonly store: PaymentStore;
  readonly order: FindOrder;
  readonly readWebhook: ReadWebhook | undefined;
  readonly verifyPayment: VerifyPayment | undefined;
  readonly chain: ReadChainOptions | undefined;
  readonly explorers: Explorers;
  readonly rules: MoneyRules;
  readonly longPoll: Required<LongPollOptions>;
  readonly log: LogLevel;
  readonly onStatus: CheckoutBaseOptions['onStatus'];
  readonly onPaid: CheckoutBaseOptions['onPaid'];
  readonly statusMap: CheckoutBaseOptions['statusMap'];
  readonly currencies: CheckoutBaseOptions['currencies'];
  readonly allowedOrigins: CheckoutBaseOptions['allowedOrigins'];
  readonly creationLimit: CheckoutBaseOptions['creationLimit'];
  /** Options that are only for development, but are used elsewhere. */
  readonly developmentOptions: readonly DevelopmentOption[];
  /** Milliseconds. */
  readonly callbackTimeout: number;
}

/** The longest wait of a long poll: below the timeouts of proxies (Akamai: 20 s). Milliseconds. */
const LONG_POLL_TIMEOUT_MS = 15_000;

/** The longest time that can be set: a tag waits for 5 s more. Milliseconds. */
const LONGEST_POLL_MS = 20_000;

/** The time limit of the shop's functions and of its store. Milliseconds. */
export const CALLBACK_TIMEOUT_MS = 15_000;

/** Checks all options, and fills in the defaults. @throws ConfigurationError that names the option and never contains its value */
export function readOptions(options: CheckoutOptions): CheckoutSettings {
  checkOptions(options);
  const { onEvent, log = onEvent ? false : 'warn', secret, order, readWebhook, verifyPayment } = options;
  const { onStatus, onPaid, statusMap, currencies, allowedOrigins, creationLimit } = options;
  const longPoll = readLongPoll(options.longPoll);
  const callbackTimeout = readMilliseconds(
    'callbackTimeout',
    options.callbackTimeout,
    CALLBACK_TIMEOUT_MS,
    SHORTEST_TIMEOUT_MS,
  );
  const publicUrl = readPublicUrl(options.publicUrl);
  return {
    publicUrl,
    secret,
    store: withTimeouts(storeOf(options, publicUrl), callbackTimeout),
    order: limitTime(callbackTimeout, 'order()', order),
    readWebhook: readWebhook && limitCallback(callbackTimeout, 'readWebhook()', readWebhook),
    verifyPayment: verifyPayment && requireVerdict(verifyPayment, callbackTimeout),
    chain: options.chain && readChainOptions(options.chain),
    explorers: readExplorers(options.explorers),
    rules: readMoneyRules(options),
    longPoll,
    log,
    developmentOptions: findDevelopmentOptions(options, publicUrl),
    callbackTimeout,
    ...{ onStatus, onPaid, statusMap, currencies, allowedOrigins, creationLimit },
  };
}

function readLongPoll(longPoll: LongPollOptions = {}): Required<LongPollOptions> {
  checkObject(longPoll, 'longPoll', '{ timeout: 15_000, max: 5_000 }');
  checkNames(longPoll, ['timeout', 'max'], 'longPoll.');
  return {
    timeout: readWait('longPoll.timeout', longPoll.timeout, LONG_POLL_TIMEOUT_MS, LONGEST_POLL_MS),
    max: readCount('longPoll.max', longPoll.max, MAX_LONG_POLLS),
  };
}

/** An example, for messages. */
const EXPLORER = 'https://explorer.example/tx/{transaction}';

function readExplorers(explorers: CheckoutBaseOptions['explorers'] = {}): Explorers {
  checkObject(explorers, 'explorers', `{ BTC: '${EXPLORER}' }`);
  const byCoin: Partial<Record<CoinSymbol, string>> = {};
  for (const [symbol, template] of Object.entries(explorers)) {
    const coin = findCoin(symbol);
    if (!coin) throw new ConfigurationError(`explorers.${symbol}`, 'not one of the supported coins');
    if (template === undefined) continue;
    if (!isExplorer(template))
      throw new ConfigurationError(
        `explorers.${symbol}`,
        `an https address with {transaction} is needed, such as ${EXPLORER}`,
      );
    byCoin[coin.symbol] = template;
  }
  return byCoin;
}

/** Whether every transaction has a page at this address, on one host. */
function isExplorer(template: unknown): boolean {
  if (typeof template !== 'string' || !template.includes('{transaction}')) return false;
  const [page, other] = ['a', 'b'].map((id) => template.replaceAll('{transaction}', id));
  if (!URL.canParse(page!) || !URL.canParse(other!)) return false;
  const { protocol, origin, username, password } = new URL(page!);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocal(page!));
  return isSafe && !username && !password && new URL(other!).origin === origin;
}

const NAMES = Object.keys({
  service: 0,
  provider: 0,
  secret: 0,
  publicUrl: 0,
  store: 0,
  order: 0,
  currencies: 0,
  onStatus: 0,
  onPaid: 0,
  amountTolerance: 0,
  afterExpiry: 0,
  allowTestPayments: 0,
  readWebhook: 0,
  statusMap: 0,
  onEvent: 0,
  log: 0,
  verifyPayment: 0,
  chain: 0,
  explorers: 0,
  callbackTimeout: 0,
  longPoll: 0,
  allowedOrigins: 0,
  creationLimit: 0,
} satisfies Record<keyof CheckoutBaseOptions | 'service' | 'provider', 0>);

/** Option names of earlier versions, with their present names. */
const RENAMED = {
  statuses: 'statusMap',
  confirm: 'verifyPayment',
  origins: 'allowedOrigins',
  creations: 'creationLimit',
  longPollTimeout: 'longPoll.timeout',
  maxLongPolls: 'longPoll.max',
  maxWait: 'longPoll.timeout',
  maxHeld: 'longPoll.max',
  client: 'provider: serviceProvider(client)',
};

/** Options of other functions and other packages, with what they are here. */
const MEANT = {
  baseUrl: 'service.baseUrl',
  apiKey: 'service.apiKey, or that of btcpay()',
  url: 'publicUrl, or the url of btcpay()',
  storeId: 'that of provider: btcpay()',
  webhookSecret: 'secret, or the webhookSecret of btcpay()',
  webhookUrl: 'publicUrl, below which webhooks arrive',
  callbackUrl: 'publicUrl, below which webhooks arrive',
  onPayment: 'onPaid',
  onSuccess: 'onPaid',
  currency: 'the currency that order() returns, or currencies, which limits methods',
  rateLimit: 'creationLimit',
  cors: 'allowedOrigins',
  sources: 'chain.sources',
  confirmations: 'chain.confirmations',
  trust: 'chain.trust',
};

/**
 * Checks the names and types of all options, also of those that are used later. Ranges are checked where an option is
 * used: numbers, addresses and secrets have their own parsers.
 *
 * @throws ConfigurationError that names the option and never contains its value
 */
function checkOptions(options: CheckoutOptions): void {
  refusePromise(options, 'options');
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new ConfigurationError(
      'options',
      'an object with service or provider, secret, publicUrl and order is needed',
    );
  checkOptionNames(options);
  checkService(options);
  const { store, order, currencies, statusMap, allowTestPayments, log } = options;
  if (store !== undefined) checkStoreMethods(store);
  if (order === undefined)
    throw new ConfigurationError(
      'order',
      'a function is needed that returns the amount, currency and payout of an order',
      'option-missing',
    );
  for (const name of ['order', 'onStatus', 'onPaid', 'onEvent', 'verifyPayment', 'readWebhook'] as const)
    checkFunction(options[name], name);
  // It is a function, as its result is. Called with an event, it would throw each time.
  if (options.onEvent?.name === 'openTelemetry')
    throw new ConfigurationError('onEvent', 'call it: openTelemetry({ store })');
  if (allowTestPayments !== undefined && typeof allowTestPayments !== 'boolean')
    throw new ConfigurationError('allowTestPayments', 'true or false is needed');
  if (log !== undefined && log !== false && log !== 'warn' && log !== 'debug')
    throw new ConfigurationError('log', "'warn', 'debug' or false is needed");
  if (statusMap !== undefined) checkStatusMap(statusMap, options.provider?.name);
  if (currencies !== undefined) checkCurrencies(currencies);
}

/** @throws ConfigurationError that names an option that does not exist, and the one that was probably meant */
export function checkOptionNames(options: Partial<CheckoutOptions>): void {
  checkNames(options, NAMES, '', RENAMED, MEANT);
}

function checkService(options: CheckoutOptions): void {
  const { service, provider } = options;
  if (provider !== undefined) {
    if (service !== undefined)
      throw new ConfigurationError('provider', 'give either service or provider, not both', 'option-conflict');
    checkProviderMembers(provider);
    for (const name of provider.unusedOptions ?? [])
      if (options[name] !== undefined)
        throw new ConfigurationError(
          name,
          `has no effect with provider ${provider.name}: leave it out`,
          'option-conflict',
        );
    return;
  }
  if (service === undefined)
    throw new ConfigurationError(
      'service',
      'an object with baseUrl and apiKey is needed, or a provider such as btcpay()',
      'option-missing',
    );
  const { create, createCrypto } = Object(service) as { readonly create?: unknown; readonly createCrypto?: unknown };
  if (typeof createCrypto === 'function')
    throw new ConfigurationError('service', 'its options are needed, not a ServiceClient: { baseUrl, apiKey }');
  if (typeof create === 'function')
    throw new ConfigurationError(
      'service',
      'a provider was given: write provider in place of service',
      'option-conflict',
    );
  checkClientOptions(service, 'service.');
}

/** The statuses that the service gives a payment that it has just created (contract 3). */
const CREATED_STATUSES = ['NEW', 'PENDING'];

/** @param provider the name of the provider; undefined for the service. Another provider has words of its own. */
function checkStatusMap(statusMap: StatusTable, provider = 'service'): void {
  checkObject(statusMap, 'statusMap', "{ SETTLED: 'paid' }");
  for (const [word, phase] of Object.entries(statusMap)) {
    if (!isPhase(phase)) {
      const meant = nearest(String(phase), phases);
      const swapped = isPhase(word) ? `; the other way round: { ${String(phase)}: '${word}' }` : '';
      const hint = meant === undefined ? swapped : `; did you mean ${meant}?`;
      throw new ConfigurationError(`statusMap.${word}`, `one of ${phases.join(', ')} is needed${hint}`);
    }
    const created = CREATED_STATUSES.find((status) => phaseIn({ [word]: phase }, status));
    if (provider === 'service' && created && isPaid(phase))
      throw new ConfigurationError(
        `statusMap.${word}`,
        `${created} is the status of a payment that was just created: it cannot mean ${phase}`,
      );
  }
}

function checkCurrencies(currencies: MethodCurrencies): void {
  checkObject(currencies, 'currencies', "{ wallet: ['USD'] }");
  for (const [method, codes] of Object.entries(currencies)) {
    if (!methods.some((known) => known === method))
      throw new ConfigurationError(`currencies.${method}`, `no such method; use ${methods.join(', ')}`);
    if (codes === undefined) continue;
    if (!Array.isArray(codes)) throw new ConfigurationError(`currencies.${method}`, `a list such as ['USD'] is needed`);
    for (const [index, code] of codes.entries())
      if (!isCurrency(code))
        throw new ConfigurationError(`currencies.${method}[${index}]`, `not a code of three letters`);
  }
}

/** Rejects when `verifyPayment` returns something else than a verdict, as after a forgotten `return`. */
function requireVerdict(verifyPayment: VerifyPayment, callbackTimeout: number): VerifyPayment {
  const verify = limitCallback(callbackTimeout, 'verifyPayment()', verifyPayment);
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

/**
 * Finds options that are only for development, where `publicUrl` is not an address of this machine: a memory store, which
 * is also the default, `allowTestPayments`, and a placeholder as the secret.
 */
export function findDevelopmentOptions(
  { store, allowTestPayments, secret }: Partial<Pick<CheckoutOptions, 'store' | 'allowTestPayments' | 'secret'>>,
  publicUrl: string,
): readonly DevelopmentOption[] {
  if (isLocal(publicUrl)) return [];
  return [
    ...(store === undefined || isMemoryStore(store) ? (['store'] as const) : []),
    ...(allowTestPayments ? (['allowTestPayments'] as const) : []),
    ...([secret].flat().some(isPlaceholder) ? (['secret'] as const) : []),
  ];
}
