import type { CryptoInfo } from './answers.ts';
import type { Clock } from './clock.ts';
import { ServiceError } from './errors.ts';
import type { Raw } from './options.ts';

/**
 * How long a response is cached. A coin's minimum changes rarely, and each request is one of the 850 of contract 8.
 * Milliseconds.
 */
const KEPT_MS = 10 * 60 * 1000;

interface Kept {
  readonly until: number;
  readonly answer: Promise<Raw<CryptoInfo>>;
}

/**
 * Caches the responses of 4.2, one for each coin. Concurrent calls share one request.
 *
 * An unreadable response is cached like a good one: a new request would return the same, and each payment would spend a
 * request on it. Any other failure is not cached.
 */
export function createInfoCache({ now }: Pick<Clock, 'now'>) {
  const kept = new Map<string, Kept>();

  function ask(coin: string, load: () => Promise<Raw<CryptoInfo>>): Promise<Raw<CryptoInfo>> {
    const known = kept.get(coin);
    if (known && now() < known.until) return known.answer;
    const entry: Kept = { until: now() + KEPT_MS, answer: load() };
    kept.set(coin, entry);
    entry.answer.catch((error: unknown) => {
      const unreadable = error instanceof ServiceError && error.code === 'bad-answer';
      if (!unreadable && kept.get(coin) === entry) kept.delete(coin);
    });
    return entry.answer;
  }

  return {
    async get(coin: string, load: () => Promise<Raw<CryptoInfo>>, signal?: AbortSignal): Promise<Raw<CryptoInfo>> {
      if (signal?.aborted) throw aborted();
      // Each caller gets its own copy, so that it cannot change that of another caller.
      return structuredClone(await orAborted(ask(coin, load), signal));
    },
  };
}

const aborted = () => new ServiceError('aborted', 'aborted while waiting for the answer', { sent: false });

function orAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(aborted());
    signal.addEventListener('abort', onAbort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
