import { isPhase, phases } from '../../core/index.ts';
import { otherCoinOf } from '../../core/coins/address-fault.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { editDistance } from '../nearest.ts';
import { checkFunction, checkObject } from '../read-options.ts';
import { CallbackError } from '../with-timeout.ts';
import { createdFault } from './provider-error.ts';
import { PROVIDER_NAME, type CreatedPayment, type PaymentProvider } from './provider.ts';

/** Functions that every provider must have. */
const PROVIDER_FUNCTIONS = ['create', 'phaseOf'] as const;

/** Functions of which a provider must have one: otherwise nothing is ever learnt about its payments. */
const REPORTING_FUNCTIONS = ['readWebhook', 'readAccountWebhook', 'read'] as const;

/** Functions that a provider may have. */
const OTHER_FUNCTIONS = ['offers', 'minimumOf', 'usage', 'freePermits', 'check', 'subscribe'] as const;

const PROVIDER_NAMES: readonly string[] = [
  ...PROVIDER_FUNCTIONS,
  ...REPORTING_FUNCTIONS,
  ...OTHER_FUNCTIONS,
  ...['name', 'payouts', 'readsPerMinute', 'unusedOptions'],
];

/**
 * The provider with methods that can be called on their own, also when it is an object of a class. Its `create` refuses an
 * address of another coin, and its `phaseOf` fails when it returns no phase.
 */
export function bindProvider(provider: PaymentProvider): PaymentProvider {
  const members = PROVIDER_NAMES.map((name) => {
    const member: unknown = provider[name as keyof PaymentProvider];
    return [name, typeof member === 'function' ? (member.bind(provider) as unknown) : member] as const;
  });
  const bound = Object.fromEntries(members.filter(([, member]) => member !== undefined)) as unknown as PaymentProvider;
  return { ...bound, create: refuseOtherCoins(bound), phaseOf: requirePhase(bound) };
}

/**
 * An address of another coin is refused. The contract's service names the coin in its response, where it is compared
 * (`mismatchedPrice`).
 */
function refuseOtherCoins({ create }: PaymentProvider): PaymentProvider['create'] {
  return async (request, options) => {
    const created = await create(request, options);
    const { destination } = Object(created) as Partial<CreatedPayment>;
    const other = request.method === 'crypto' && otherCoinOf(request.coin, String(destination));
    if (other) throw createdFault('destination', `an address of ${other}`, `; one of ${request.coin} is needed`);
    return created;
  };
}

/** @throws CallbackError when the function of the provider throws, and TypeError when it returns something else than a phase */
function requirePhase({ name, phaseOf }: PaymentProvider): PaymentProvider['phaseOf'] {
  return (status) => {
    let phase: unknown;
    try {
      phase = phaseOf(status);
    } catch (cause) {
      throw new CallbackError(`${name}.phaseOf()`, cause);
    }
    if (isPhase(phase)) return phase;
    throw new TypeError(`${name}.phaseOf(): one of ${phases.join(', ')} is needed`);
  };
}

/**
 * Refuses members with a misspelt name. A provider may have others of its own, so only one wrong letter counts, two that are
 * swapped, or another letter case; in a short name, such as `ready`, it means nothing.
 */
function checkSpelling(provider: object): void {
  for (const name of Object.keys(provider)) {
    if (PROVIDER_NAMES.includes(name)) continue;
    const meant = PROVIDER_NAMES.find((each) => each.length > 4 && isSlip(name.toLowerCase(), each.toLowerCase()));
    if (meant !== undefined && !(meant in provider))
      throw new ConfigurationError(`provider.${name}`, `no such member; did you mean ${meant}?`, 'option-unknown');
  }
}

function isSlip(written: string, name: string): boolean {
  return editDistance(written, name) <= 1 || [...written].sort().join('') === [...name].sort().join('');
}

/** Checks a provider of the shop, before it is used. @throws ConfigurationError that names the member */
export function checkProviderMembers(provider: PaymentProvider): void {
  if (typeof provider === 'function') throw new ConfigurationError('provider', 'not a function: call it');
  checkObject(provider, 'provider', 'btcpay({ url, storeId, apiKey, webhookSecret })');
  if (!('create' in provider) && 'storeId' in provider)
    throw new ConfigurationError('provider', 'these are the options of btcpay(): write btcpay({ … })');
  checkSpelling(provider);
  for (const name of PROVIDER_FUNCTIONS)
    if (typeof provider[name] !== 'function') throw new ConfigurationError(`provider.${name}`, `a function is needed`);
  for (const name of [...REPORTING_FUNCTIONS, ...OTHER_FUNCTIONS]) checkFunction(provider[name], `provider.${name}`);
  const { name, payouts, offers, readsPerMinute, unusedOptions } = provider;
  if (typeof name !== 'string' || !PROVIDER_NAME.test(name))
    throw new ConfigurationError(
      'provider.name',
      'a lower-case letter is needed, then up to 30 lower-case letters, digits or hyphens',
    );
  if (REPORTING_FUNCTIONS.every((reporting) => provider[reporting] === undefined))
    throw new ConfigurationError('provider.readWebhook', 'a function is needed, or readAccountWebhook, or read');
  if (payouts !== undefined && payouts !== 'order' && payouts !== 'account')
    throw new ConfigurationError('provider.payouts', "'order' or 'account' is needed");
  if (offers !== undefined && payouts !== 'account')
    throw new ConfigurationError('provider.offers', "only with payouts: 'account'; otherwise order() names the coins");
  if (readsPerMinute !== undefined && !(Number.isSafeInteger(readsPerMinute) && readsPerMinute > 0))
    throw new ConfigurationError('provider.readsPerMinute', 'a whole number from 1 on is needed');
  if (unusedOptions !== undefined && !Array.isArray(unusedOptions))
    throw new ConfigurationError('provider.unusedOptions', "a list such as ['statusMap'] is needed");
}
