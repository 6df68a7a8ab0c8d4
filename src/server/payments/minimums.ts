import type { CoinSymbol } from '../../core/index.ts';
import type { Emit } from '../observability/events.ts';
import { ProviderError } from '../providers/provider-error.ts';
import type { PaymentProvider } from '../providers/provider.ts';

/**
 * The pause after a failed call which counts against the quota. The minimum counts as unknown meanwhile.
 * Milliseconds.
 */
const PAUSE_MS = 10 * 60_000;

/**
 * Creates a function that returns the smallest amount of a coin that the service confirms (contract 4.2), as decimal
 * text, or undefined when it cannot be read. It never rejects. The provider caches the minimum, so a repeated call
 * costs no request.
 */
export function createMinimums({ minimumOf }: Pick<PaymentProvider, 'minimumOf'>, emit: Emit, now: () => number) {
  const pausedUntil = new Map<CoinSymbol, number>();
  return async function readMinimum(coin: CoinSymbol): Promise<string | undefined> {
    if (!minimumOf || now() < (pausedUntil.get(coin) ?? 0)) return undefined;
    try {
      return await minimumOf(coin);
    } catch (error) {
      const { code, sent } = error instanceof ProviderError ? error : { code: 'internal', sent: true };
      // A request that did not reach the service (no permit, no connection) did not count against the quota.
      if (sent) pausedUntil.set(coin, now() + PAUSE_MS);
      const known = error instanceof ProviderError ? error : { message: 'the provider threw no ProviderError' };
      emit({ type: 'minimum-unknown', coin, code, reason: known.message });
      return undefined;
    }
  };
}
