import type { CoinSymbol } from '../core/index.ts';
import { ServiceError } from './client/errors.ts';
import type { ServiceClient } from './client/service-client.ts';
import type { Emit } from './events.ts';

/** After an answer that was of no use the service is not asked again for so long: the call costs a request of the plan's. Milliseconds. */
const REST_MS = 10 * 60_000;

/**
 * The smallest amount of a coin that confirms (contract 4.2), as decimal text, or undefined when it cannot be
 * learnt. Never rejects. What the client keeps in its cache is not asked for again.
 */
export function createMinimums(client: Pick<ServiceClient, 'cryptoInfo'>, emit: Emit, now: () => number) {
  const restUntil = new Map<CoinSymbol, number>();
  return async function minimumOf(coin: CoinSymbol): Promise<string | undefined> {
    if (now() < (restUntil.get(coin) ?? 0)) return undefined;
    try {
      return (await client.cryptoInfo(coin)).minimum_transaction_coinText;
    } catch (error) {
      const { code, sent } = error instanceof ServiceError ? error : { code: 'internal', sent: true };
      // What never reached the service (no turn was free, no connection) has cost nothing.
      if (sent) restUntil.set(coin, now() + REST_MS);
      emit({ type: 'minimum-unknown', coin, code });
      return undefined;
    }
  };
}
