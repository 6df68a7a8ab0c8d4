import { findCoin, type CoinSymbol } from '../../core/index.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { checkNames, checkObject, readCount, readMilliseconds, SHORTEST_TIMEOUT_MS } from '../read-options.ts';
import { chainFacts } from './chain-facts.ts';
import type { ChainSource } from './chain-source.ts';
import type { ChainRules } from './judge.ts';

/** The option `chain` of `createCheckout`. */
export interface ChainOptions {
  /** Each coin may have several: the next one is asked when one cannot answer. `agree(a, b)` requires two to agree. */
  readonly sources: readonly ChainSource[];
  /** How many confirmations a payment needs, by coin: `{ BTC: 1, ETH: 30 }`. `docs/chain.md` lists the defaults. */
  readonly confirmations?: Partial<Record<CoinSymbol, number>> | undefined;
  /**
   * What makes a payment paid. `'webhook'` (default): a webhook, when the chain agrees. `'chain'`: also the chain alone,
   * when the money is confirmed and the webhook is missing.
   */
  readonly trust?: 'webhook' | 'chain' | undefined;
  /** How long after the money is confirmed a webhook is missed, in ms. Default: 15 minutes. */
  readonly webhookWithin?: number | undefined;
  /** How long a webhook that says paid waits for a chain that does not agree or cannot be reached, in ms. Default: 2 hours. */
  readonly decideAfter?: number | undefined;
  /**
   * What happens after `decideAfter` when the chain cannot be reached. `'wait'` (default): the payment stays confirming, and
   * an error event asks the shop to look. `'accept'`: it becomes paid without the second look.
   */
  readonly whenUnreachable?: 'wait' | 'accept' | undefined;
  /** Milliseconds for one call of a source. Default: 10,000, at least 100. */
  readonly timeout?: number | undefined;
}

/** The option, read. */
export interface ReadChainOptions {
  readonly sources: readonly ChainSource[];
  readonly rules: Omit<ChainRules, 'toleranceOf'>;
  readonly timeout: number;
}

const NAMES = Object.keys({
  sources: 0,
  confirmations: 0,
  trust: 0,
  webhookWithin: 0,
  decideAfter: 0,
  whenUnreachable: 0,
  timeout: 0,
} satisfies Record<keyof ChainOptions, 0>);

const MINUTE = 60_000;

/** @throws ConfigurationError that names the option */
export function readChainOptions(options: ChainOptions): ReadChainOptions {
  checkObject(options, 'chain', '{ sources: [esplora({ coin, url })] }');
  if ('transfers' in options) throw new ConfigurationError('chain', 'a source was given: write { sources: [source] }');
  checkNames(options, NAMES, 'chain.');
  const { trust = 'webhook', whenUnreachable = 'wait' } = options;
  if (trust !== 'webhook' && trust !== 'chain')
    throw new ConfigurationError('chain.trust', "'webhook' or 'chain' is needed");
  if (whenUnreachable !== 'wait' && whenUnreachable !== 'accept')
    throw new ConfigurationError('chain.whenUnreachable', "'wait' or 'accept' is needed");
  const sources = readSources(options.sources);
  return {
    sources,
    rules: {
      confirmationsOf: readConfirmations(options.confirmations, sources),
      trust,
      whenUnreachable,
      webhookWithin: readMilliseconds('chain.webhookWithin', options.webhookWithin, 15 * MINUTE, 0),
      decideAfter: readMilliseconds('chain.decideAfter', options.decideAfter, 120 * MINUTE, 0),
    },
    timeout: readMilliseconds('chain.timeout', options.timeout, 10_000, SHORTEST_TIMEOUT_MS),
  };
}

function readSources(sources: readonly ChainSource[]): readonly ChainSource[] {
  const isList: boolean = Array.isArray(sources);
  if (!isList || sources.length === 0)
    throw new ConfigurationError('chain.sources', 'a list of sources is needed, such as [esplora({ coin, url })]');
  const names = new Map<string, CoinSymbol[]>();
  sources.forEach((source: Partial<ChainSource>, index) => {
    const at = `chain.sources[${index}]`;
    const { name, coins, requestsPerMinute, transfers, check } = Object(source) as Partial<ChainSource>;
    if (typeof transfers !== 'function' && typeof check !== 'function')
      throw new ConfigurationError(at, 'a source is needed, such as esplora({ coin, url })');
    for (const [member, value] of Object.entries({ transfers, check }))
      if (typeof value !== 'function') throw new ConfigurationError(`${at}.${member}`, 'a function is needed');
    if (!Array.isArray(coins)) throw new ConfigurationError(`${at}.coins`, "a list such as ['BTC'] is needed");
    if (typeof name !== 'string' || name === '') throw new ConfigurationError(`${at}.name`, 'text is needed');
    readCount(`${at}.requestsPerMinute`, requestsPerMinute, 1, 1, 100_000);
    for (const coin of coins as readonly CoinSymbol[])
      if (names.get(name)?.includes(coin))
        throw new ConfigurationError(
          `${at}.name`,
          `another source of ${coin} is called ${name}; give one of them a name`,
        );
    names.set(name, [...(names.get(name) ?? []), ...(coins as readonly CoinSymbol[])]);
  });
  return sources;
}

function readConfirmations(
  given: ChainOptions['confirmations'] = {},
  sources: readonly ChainSource[],
): ChainRules['confirmationsOf'] {
  checkObject(given, 'chain.confirmations', '{ BTC: 1 }');
  const byCoin = new Map<CoinSymbol, number>();
  for (const [symbol, count] of Object.entries(given)) {
    const coin = findCoin(symbol);
    const name = `chain.confirmations.${symbol}`;
    if (!coin) throw new ConfigurationError(name, 'not one of the supported coins');
    if (!sources.some(({ coins }) => coins.includes(coin.symbol)))
      throw new ConfigurationError(name, `no source has ${coin.symbol}, so its payments are not looked at`);
    byCoin.set(coin.symbol, readCount(name, count, 1, 1, 10_000));
  }
  return (coin) => byCoin.get(coin) ?? chainFacts[coin].confirmations;
}
