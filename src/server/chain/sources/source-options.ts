import { findCoin, type CoinSymbol } from '../../../core/index.ts';
import { ConfigurationError } from '../../configuration-error.ts';
import { readCount } from '../../read-options.ts';
import { ChainError } from '../chain-error.ts';

/** Options that several sources have. Each function throws a ConfigurationError that names the option: `esplora.coin`. */

export function readCoin(kind: string, coin: string, possible: readonly CoinSymbol[]): CoinSymbol {
  const symbol = typeof coin === 'string' ? findCoin(coin)?.symbol : undefined;
  if (symbol === undefined || !possible.includes(symbol))
    throw new ConfigurationError(
      `${kind}.coin`,
      `one of ${possible.join(', ')} is needed`,
      coin === undefined ? 'option-missing' : undefined,
    );
  return symbol;
}

/** The contract of the token whose transfers are read, in lower case; undefined for the coin of a chain. */
export function readToken(kind: string, token: string | undefined, coin: CoinSymbol): string | undefined {
  if (token !== undefined && (typeof token !== 'string' || !/^0x[0-9a-f]{40}$/i.test(token)))
    throw new ConfigurationError(`${kind}.token`, 'the address of a contract is needed: 0x and 40 hexadecimal digits');
  const known = findCoin(coin)?.token;
  return known === undefined ? undefined : (token ?? known).toLowerCase();
}

export const readPace = (kind: string, value: number | undefined, otherwise: number): number =>
  readCount(`${kind}.requestsPerMinute`, value, otherwise, 1, 100_000);

/** The clocks of a network's nodes agree within seconds, and the time of a block may be an estimate. Milliseconds. */
export const CLOCK_SLACK_MS = 60_000;

/** The error for an address whose transactions are not all read. Anybody can send many to it. */
export const tooManyTransactions = (name: string): ChainError =>
  new ChainError('history-too-short', name, 'the address has too many transactions to be a deposit address');
