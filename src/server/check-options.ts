import { isPhase, methods, phases, type StatusTable } from '../core/index.ts';
import { isCurrency, type MethodCurrencies } from './orders/order.ts';
import { checkClientOptions } from './providers/service/client/options.ts';
import { PROVIDER_NAME } from './http/routes.ts';
import type { PaymentProvider } from './providers/provider.ts';
import type { CheckoutBaseOptions, CheckoutOptions } from './checkout-options.ts';
import { ConfigurationError } from './configuration-error.ts';
import { nearest } from './nearest.ts';
import { checkFunction, checkNames, checkObject } from './read-options.ts';
import { checkStore } from './stores/with-timeouts.ts';

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

/**
 * Checks the names and types of all options, also of those that are used later. Ranges are checked where an option is
 * used: numbers, addresses and secrets have their own parsers.
 *
 * @throws ConfigurationError that names the option and never contains its value
 */
export function checkOptions(options: CheckoutOptions): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new ConfigurationError('options', 'an object with service, secret, publicUrl and order is needed');
  checkNames(options, NAMES, '', RENAMED);
  checkService(options);
  const { store, order, currencies, statusMap, allowTestPayments, log } = options;
  if (store !== undefined) checkStore(store);
  if (order === undefined)
    throw new ConfigurationError(
      'order',
      'a function is needed that returns the amount, currency and payout of an order',
      'option-missing',
    );
  for (const name of ['order', 'onStatus', 'onPaid', 'onEvent', 'verifyPayment', 'readWebhook'] as const)
    checkFunction(options[name], name);
  if (allowTestPayments !== undefined && typeof allowTestPayments !== 'boolean')
    throw new ConfigurationError('allowTestPayments', 'true or false is needed');
  if (log !== undefined && log !== false && log !== 'warn' && log !== 'debug')
    throw new ConfigurationError('log', "'warn', 'debug' or false is needed");
  if (statusMap !== undefined) checkStatusMap(statusMap);
  if (currencies !== undefined) checkCurrencies(currencies);
}

/** Functions that every provider must have. */
const PROVIDER_FUNCTIONS = ['create', 'phaseOf'] as const;

/** Functions of which a provider must have one: otherwise nothing is ever learnt about its payments. */
const REPORTING_FUNCTIONS = ['readWebhook', 'readAccountWebhook', 'read'] as const;

function checkService({ service, provider }: CheckoutOptions): void {
  if (provider !== undefined) {
    if (service !== undefined)
      throw new ConfigurationError('provider', 'give either service or provider, not both', 'option-conflict');
    checkObject(provider, 'provider', 'serviceProvider(client)');
    for (const name of PROVIDER_FUNCTIONS)
      if (typeof provider[name] !== 'function')
        throw new ConfigurationError(`provider.${name}`, `a function is needed`);
    for (const name of [...REPORTING_FUNCTIONS, 'offers', 'minimumOf', 'usage', 'freePermits', 'subscribe'] as const)
      checkFunction(provider[name], `provider.${name}`);
    checkProvider(provider);
    return;
  }
  if (service === undefined)
    throw new ConfigurationError('service', 'an object with baseUrl and apiKey is needed', 'option-missing');
  checkClientOptions(service, 'service.');
}

function checkProvider({ name, payouts, offers, readsPerMinute, ...functions }: PaymentProvider): void {
  if (typeof name !== 'string' || !PROVIDER_NAME.test(name))
    throw new ConfigurationError(
      'provider.name',
      'a lower-case letter is needed, then up to 30 lower-case letters, digits or hyphens',
    );
  if (REPORTING_FUNCTIONS.every((reporting) => functions[reporting] === undefined))
    throw new ConfigurationError('provider.readWebhook', 'a function is needed, or readAccountWebhook, or read');
  if (payouts !== undefined && payouts !== 'order' && payouts !== 'account')
    throw new ConfigurationError('provider.payouts', "'order' or 'account' is needed");
  if (offers !== undefined && payouts !== 'account')
    throw new ConfigurationError('provider.offers', "only with payouts: 'account'; otherwise order() names the coins");
  if (readsPerMinute !== undefined && !(Number.isSafeInteger(readsPerMinute) && readsPerMinute > 0))
    throw new ConfigurationError('provider.readsPerMinute', 'a whole number from 1 on is needed');
}

function checkStatusMap(statusMap: StatusTable): void {
  checkObject(statusMap, 'statusMap', "{ SETTLED: 'paid' }");
  for (const [word, phase] of Object.entries(statusMap)) {
    if (isPhase(phase)) continue;
    const meant = nearest(String(phase), phases);
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
    throw new ConfigurationError(`statusMap.${word}`, `one of ${phases.join(', ')} is needed${hint}`);
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
