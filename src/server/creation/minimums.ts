import type { CoinSymbol } from '../../core/index.ts';
import { ServiceError } from '../client/errors.ts';
import type { Emit } from '../observability/events.ts';
import type { PaymentProvider } from '../providers/provider.ts';

/** After a failed call there is none for this long, because it counts against the quota. Milliseconds. */
const REST_MS = 10 * 60_000;

/**
 * The smallest amount of a coin that confirms (contract 4.2), as decimal text, or undefined when it cannot be
 * learnt. Never rejects. What the provider keeps in its cache is not asked for again.
 */
export function createMinimums({ minimumOf }: Pick<PaymentProvider, 'minimumOf'>, emit: Emit, now: () => number) {
  const restUntil = new Map<CoinSymbol, number>();
  return async function learnMinimum(coin: CoinSymbol): Promise<string | undefined> {
    if (!minimumOf || now() < (restUntil.get(coin) ?? 0)) return undefined;
    try {
      return await minimumOf(coin);
    } catch (error) {
      const { code, sent } = error instanceof ServiceError ? error : { code: 'internal', sent: true };
      // What never reached the service (no turn was free, no connection) has cost nothing.
      if (sent) restUntil.set(coin, now() + REST_MS);
      emit({ type: 'minimum-unknown', coin, code });
      return undefined;
    }
  };
}
