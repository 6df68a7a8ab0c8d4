import { findCoin, type CoinSymbol } from '../../../core/index.ts';
import { readCount } from '../../read-options.ts';

/**
 * Reads the coin of a source.
 *
 * @throws TypeError that names the option
 */
export function readCoin(kind: string, coin: string, possible: readonly CoinSymbol[]): CoinSymbol {
  const symbol = typeof coin === 'string' ? findCoin(coin)?.symbol : undefined;
  if (symbol === undefined || !possible.includes(symbol))
    throw new TypeError(`${kind}.coin: one of ${possible.join(', ')} is needed`);
  return symbol;
}

export const readPace = (kind: string, value: number | undefined, otherwise: number): number =>
  readCount(`${kind}.requestsPerMinute`, value, otherwise, 1, 100_000);
