import { toBase64Url } from '../base64url.ts';
import { createKeyedMutex } from '../keyed-mutex.ts';
import { blockPermits, countFree, permitRule, takePermit, type Permits } from '../permits.ts';
import type { PaymentStore } from './store.ts';

/** A value, or a promise of it: stores in memory need no promise. */
type Maybe<T> = T | Promise<T>;

/** Stores rate-limit logs: one short text for each name, replaced by compare-and-swap. */
export interface LimitRows {
  /** Returns the text (empty when there is none) and the time of the store's own clock, if it has one. */
  read(name: string): Maybe<{ readonly log: string; readonly at?: number | undefined }>;
  /**
   * Writes `after` if the text is still `before`, in one conditional write. `until` is the time when the text expires.
   */
  swap(name: string, before: string, after: string, until: number): Maybe<boolean>;
  /** Deletes texts that expired before `at`, and before the present time of the store's own clock, if it has one. */
  forget(at: number): Maybe<void>;
}

/** The interval at which expired names are deleted. Milliseconds. */
const DELETE_EXPIRED_EVERY_MS = 60_000;

/**
 * The largest number of attempts. A process that loses a race tries again, and each round has one winner. So this many
 * failures in a row mean that the store is faulty.
 */
const ROUNDS_MAX = 1_000;

/** The log of an API key never expires: there is only one for each key. */
const NEVER_EXPIRES = Number.MAX_SAFE_INTEGER;

const EMPTY: Permits = { taken: [], blockedUntil: 0 };

/**
 * Creates the limits that processes share, the same for every store: it reads the log, decides with `takePermit`, and
 * writes only if no other process has written meanwhile.
 */
export function createLimits(rows: LimitRows): Pick<PaymentStore, 'consumeRateLimit' | 'permitLog'> {
  /** Runs one update at a time for each name, so that this process does not race against itself. */
  const queue = createKeyedMutex();
  let forgotten = -Infinity;

  async function withLock<T>(text: string, work: (name: string) => Promise<T>): Promise<T> {
    const name = await hashed(text);
    return queue(name, () => work(name));
  }

  /** `decide` returns the new log, or the present one: then nothing is written. */
  async function update<T>(
    name: string,
    now: () => number,
    until: (permits: Permits) => number,
    decide: (permits: Permits, at: number) => { readonly permits: Permits; readonly result: T },
  ): Promise<T> {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const { log, at = now() } = await rows.read(name);
      const before = permitsOf(log);
      const { permits, result } = decide(before, at);
      if (permits === before || (await rows.swap(name, log, JSON.stringify(permits), until(permits)))) return result;
    }
    throw new Error('A rate limit could not be written: the store rejected every conditional write.');
  }

  return {
    consumeRateLimit: (text, limit, windowMs, at) =>
      withLock(`take ${text}`, async (name) => {
        if (!(Number.isSafeInteger(limit) && limit > 0 && windowMs > 0))
          throw new TypeError('consumeRateLimit: limit must be a whole number from 1 on, and windowMs must be above 0');
        if (Math.abs(at - forgotten) >= DELETE_EXPIRED_EVERY_MS) {
          forgotten = at;
          await rows.forget(at);
        }
        const until = ({ taken }: Permits) => Math.ceil((taken.at(-1) ?? at) + windowMs);
        return update(
          name,
          () => at,
          until,
          (log) => {
            const { waits, permits } = takePermit(log, at, { places: limit, windowMs });
            return { permits, result: waits[0]! };
          },
        );
      }),
    permitLog({ perMinute, key, now = Date.now }) {
      const rule = permitRule(perMinute);
      const name = `service ${key}`;
      return {
        reserve: (wanted) =>
          withLock(name, (row) =>
            update(
              row,
              now,
              () => NEVER_EXPIRES,
              (log, at) => {
                const { waits, permits } = takePermit(log, at, rule, wanted);
                return { permits, result: waits };
              },
            ),
          ),
        block: (ms) =>
          withLock(name, (row) =>
            update(
              row,
              now,
              () => NEVER_EXPIRES,
              (log, at) => ({ permits: blockPermits(log, at, ms), result: undefined }),
            ),
          ),
        free: async () => {
          const { log, at = now() } = await rows.read(await hashed(name));
          return countFree(permitsOf(log), at, rule);
        },
      };
    },
  };
}

const permitsOf = (log: string) => (log === '' ? EMPTY : (JSON.parse(log) as Permits));

/** Hashes the name, so that the store contains neither visitors' addresses nor keys. */
async function hashed(text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
