import { asSentence } from '../../server/as-sentence.ts';
import { createCheckout } from '../../server/checkout.ts';
import { checkOptionNames, type CheckoutOptions } from '../../server/options.ts';
import { readServiceKey, readBaseUrl } from '../../server/providers/service/client/options.ts';
import { isLocal, readPublicUrl } from '../../server/read-options.ts';
import { createSecrets, isPlaceholder } from '../../server/payments/secrets.ts';
import { memoryStore } from '../../server/stores/memory.ts';
import { BTCPAY_OPTIONS, type Settings } from '../settings.ts';
import type { Finding } from './finding.ts';
import { findSwappedKeys } from './keys.ts';
import { versionIn } from './version-in.ts';

/** The required options, with their environment variables. */
const NAMES = {
  'service.baseUrl': 'SERVICE_URL',
  'service.apiKey': 'SERVICE_KEY',
  secret: 'PAY_SECRET',
  publicUrl: 'PAY_URL',
} as const;

/** All options that have an environment variable. */
const VARIABLES: Readonly<Record<string, string>> = {
  ...NAMES,
  'secret[0]': 'PAY_SECRET',
  'secret[1]': 'PAY_SECRET_PREVIOUS',
  ...Object.fromEntries(Object.entries(BTCPAY_OPTIONS).map(([variable, option]) => [`btcpay.${option}`, variable])),
};

/** Adds the variable of an option to a message that begins with the option: `publicUrl (PAY_URL): https is needed`. */
const withVariable = (message: string): string =>
  message.replace(/^([\w.[\]]+)(?=: )/, (option) =>
    Object.hasOwn(VARIABLES, option) ? `${option} (${VARIABLES[option]})` : option,
  );

/** A shop may look for paid payments by itself, so this is no warning. */
const NO_DELIVERY = 'It has neither onPaid nor onStatus, so nothing is called when a payment is paid.';

/** The valid parts of a configuration, for the other checks. */
export interface Usable {
  readonly service: boolean;
  /** The URL without a trailing slash. */
  readonly publicUrl: string | undefined;
  readonly secret: string | readonly (string | undefined)[] | undefined;
}

/** Validates a configuration like `createCheckout`, but reports all errors instead of the first one. */
export function checkConfiguration({ options, from, refused = [], warnings: ineffective = [] }: Settings): {
  readonly finding: Finding;
  readonly usable: Usable;
} {
  const { service, provider, secret, publicUrl, order } = options;
  const problems = [...refused, ...findSwappedKeys(options)];
  const warnings = [...ineffective];
  const hints = from !== 'the environment' && !options.onPaid && !options.onStatus ? [NO_DELIVERY] : [];
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      problems.push((error as Error).message);
      return undefined;
    }
  };

  const isService = provider === undefined && refused.length === 0;
  const baseUrl = isService
    ? needed('service.baseUrl', service?.baseUrl, (url) => readBaseUrl(url, service, 'service.'))
    : undefined;
  const key = isService
    ? needed('service.apiKey', service?.apiKey, (text) => readServiceKey(text, 'service.'))
    : undefined;
  if (baseUrl?.startsWith('http:') && !isLocal(baseUrl))
    warnings.push('service.baseUrl uses http, so the key is sent without encryption. Use https.');
  const version = baseUrl === undefined ? undefined : versionIn(baseUrl);
  if (version) warnings.push(version);
  const signs =
    secret === undefined ? needed('secret', undefined, createSecrets) : attempt(() => createSecrets(secret));
  const mounted = needed('publicUrl', publicUrl, readPublicUrl);
  if (from !== 'the environment' && typeof order !== 'function') problems.push('order: a function is needed');
  if (problems.length === 0) attempt(() => validateOptions(options));
  // A misspelt name may be the reason why another option is missing.
  else attempt(() => checkOptionNames(options));
  if ([secret].flat().some(isPlaceholder))
    warnings.push('secret (PAY_SECRET) looks like a placeholder. Create one: openssl rand -hex 32.');

  function needed<T>(name: keyof typeof NAMES, value: string | undefined, reads: (value: string) => T): T | undefined {
    if (value) return attempt(() => reads(value));
    problems.push(`${name} (${NAMES[name]}) is missing`);
    return undefined;
  }

  const isServiceRight = !problems.some((problem) => problem.startsWith('service.'));
  const usable = {
    service: baseUrl !== undefined && key !== undefined && isServiceRight,
    publicUrl: mounted,
    secret: signs && secret,
  };
  return {
    usable,
    finding: {
      name: 'configuration',
      ...findingOf(from, problems, warnings, hints),
      facts: { from, baseUrl, publicUrl: mounted },
    },
  };
}

/** Validates the other options with `createCheckout`. Its store is empty, so it changes nothing. @throws TypeError */
function validateOptions(options: Settings['options']): void {
  const replacements = { store: memoryStore(), onStatus: () => {}, onEvent: () => {} };
  void createCheckout({ order: () => undefined, ...options, ...replacements } as CheckoutOptions).close();
}

function findingOf(
  from: string,
  problems: readonly string[],
  warnings: readonly string[],
  hints: readonly string[],
): Pick<Finding, 'state' | 'message' | 'fix'> {
  if (problems.length > 0)
    return {
      state: 'problem',
      message: [`Read from ${from}.`, ...problems.map((each) => asSentence(withVariable(each)))].join('\n'),
      fix:
        from === 'the environment'
          ? 'Set these in the environment, or in a file that --env-file names, or as options of createCheckout in the module of --config.'
          : `Correct these options in ${from}.`,
    };
  if (warnings.length > 0) return { state: 'warning', message: [`Read from ${from}.`, ...warnings].join('\n') };
  return { state: 'ok', message: [`Read from ${from}.`, ...hints].join('\n') };
}
