import type { CryptoInfo } from './answers.ts';
import type { Clock } from '../transport/clock.ts';
import { ServiceError } from './errors.ts';

/**
 * How long a response is cached. A coin's minimum changes rarely, and each request is one of the 850 of contract 8.
 * Milliseconds.
 */
const CACHED_MS = 10 * 60 * 1000;

interface Entry {
  readonly until: number;
  readonly answer: Promise<CryptoInfo>;
}

/**
 * Caches the responses of 4.2, one for each coin. Concurrent calls share one request.
 *
 * An unreadable response is cached like a good one: a new request would return the same, and each payment would spend a
 * request on it. Any other failure is not cached.
 */
export function createInfoCache({ now }: Pick<Clock, 'now'>) {
  const entries = new Map<string, Entry>();

  function cached(coin: string, load: () => Promise<CryptoInfo>): Promise<CryptoInfo> {
    const present = entries.get(coin);
    if (present && now() < present.until) return present.answer;
    const entry: Entry = { until: now() + CACHED_MS, answer: load() };
    entries.set(coin, entry);
    entry.answer.catch((error: unknown) => {
      const unreadable = error instanceof ServiceError && error.code === 'bad-answer';
      if (!unreadable && entries.get(coin) === entry) entries.delete(coin);
    });
    return entry.answer;
  }

  return {
    async get(coin: string, load: () => Promise<CryptoInfo>, signal?: AbortSignal): Promise<CryptoInfo> {
      if (signal?.aborted) throw aborted();
      // Each caller gets its own copy, so that it cannot change that of another caller.
      return structuredClone(await orAborted(cached(coin, load), signal));
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
