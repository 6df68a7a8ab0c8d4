import { coins as allCoins, findCoin, type Coin, type CoinSymbol } from '../../core/index.ts';
import type { PaymentProvider } from '../providers/provider.ts';

/** How long an answer of `provider.offers()` is used, and how long it is not asked again after a failure. Milliseconds. */
const KEPT_MS = 60_000;

/** After a failure the last answer is used for this long. Milliseconds. */
const KEPT_AFTER_FAILURE_MS = 60 * 60_000;

/** The time limits of one request and of the call, while a payer waits. Milliseconds. */
const TIMEOUT_MS = 5_000;
const TOTAL_MS = 8_000;

/** What a provider whose payments go to its own account can offer. */
export interface AccountOffers {
  /** Undefined when the provider does not say. */
  readonly coins: readonly CoinSymbol[] | undefined;
}

/**
 * Creates a function that returns what the provider offers now; undefined for a provider that pays out to the addresses of
 * `order()`. Requests at the same time share one call. @throws what `provider.offers()` throws, when its last answer is too old
 */
export function createOffers({ payouts, offers }: Pick<PaymentProvider, 'payouts' | 'offers'>, now: () => number) {
  let known: { readonly offers: AccountOffers; readonly at: number } | undefined;
  let failedAt = -Infinity;
  let asking: Promise<AccountOffers> | undefined;

  const isKnownFor = (ms: number) => known !== undefined && now() - known.at < ms;

  async function ask(): Promise<AccountOffers> {
    try {
      const offered = await offers!({ timeout: TIMEOUT_MS, signal: AbortSignal.timeout(TOTAL_MS) });
      known = { offers: { coins: readCoins(offered) }, at: now() };
      return known.offers;
    } catch (error) {
      failedAt = now();
      if (!isKnownFor(KEPT_AFTER_FAILURE_MS)) throw error;
      return known!.offers;
    } finally {
      asking = undefined;
    }
  }

  return async (): Promise<AccountOffers | undefined> => {
    if (payouts !== 'account') return undefined;
    if (!offers) return { coins: undefined };
    const hasJustFailed = now() - failedAt < KEPT_MS;
    if (isKnownFor(hasJustFailed ? KEPT_AFTER_FAILURE_MS : KEPT_MS)) return known!.offers;
    return (asking ??= ask());
  };
}

/** @throws TypeError when `offers()` has returned something else. Coins that are not known here are left out later. */
function readCoins(offered: unknown): readonly CoinSymbol[] {
  const { coins } = Object(offered) as { readonly coins?: unknown };
  if (Array.isArray(coins) && coins.every((symbol) => typeof symbol === 'string'))
    return coins as readonly CoinSymbol[];
  throw new TypeError("offers() must return an object with a list of coins, such as { coins: ['BTC', 'LTC'] }");
}

/** The coins of an order that are offered, and those that it names in vain. */
export interface OfferedCoins {
  readonly coins: readonly Coin[];
  readonly unavailable: readonly string[];
}

/** Returns the coins that the provider offers and the order does not leave out, sorted as in contract 2.9. */
export function offeredCoins({ coins: offered }: AccountOffers, wanted: readonly string[] | undefined): OfferedCoins {
  const isOffered = (coin: Coin) => offered?.includes(coin.symbol) ?? wanted !== undefined;
  const named = wanted?.map((symbol) => findCoin(symbol));
  return {
    coins: allCoins.filter((coin) => isOffered(coin) && (named?.includes(coin) ?? true)),
    unavailable: (wanted ?? []).filter((symbol) => {
      const coin = findCoin(symbol);
      return !coin || !isOffered(coin);
    }),
  };
}
