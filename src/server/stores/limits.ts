import { toBase64Url } from '../base64url.ts';
import { countFree, slotRule, takeSlot, type Slots } from '../slots.ts';
import type { PaymentStore } from './store.ts';

type Maybe<T> = T | Promise<T>;

/** How a store keeps the logs of limits: one small text a name, replaced only by who has seen it as it is. */
export interface LimitRows {
  /** The text, empty where there is none, and the store's own clock if it has one. */
  read(name: string): Maybe<{ readonly log: string; readonly at?: number | undefined }>;
  /** Writes `after` if the text still is `before`: one conditional write. `until`: when it stops to matter. */
  swap(name: string, before: string, after: string, until: number): Maybe<boolean>;
  /** Drops what stopped to matter before `at`. */
  forget(at: number): Maybe<void>;
}

/** How often names that stopped to matter are dropped. Milliseconds. */
const FORGET_EVERY_MS = 60_000;

/** Who loses a race tries again, and each round has a winner. So many in a row means that the store is ill. */
const ROUNDS_MAX = 1_000;

/** The limits of a service's key are kept for good: there is one a key. */
const FOR_GOOD = Number.MAX_SAFE_INTEGER;

const EMPTY: Slots = { taken: [], blockedUntil: 0 };

/**
 * The limits that processes share, the same for every store: read, decide by the one rule of `takeSlot`, and
 * write only if nobody else has written meanwhile.
 */
export function createLimits(rows: LimitRows): Pick<PaymentStore, 'take' | 'slotLog'> {
  /** One at a time for a name: this process does not race against itself. */
  const queues = new Map<string, Promise<unknown>>();
  let forgotten = -Infinity;

  async function inTurn<T>(text: string, work: (name: string) => Promise<T>): Promise<T> {
    const name = await hashed(text);
    const mine = (queues.get(name) ?? Promise.resolve()).then(
      () => work(name),
      () => work(name),
    );
    queues.set(name, mine);
    try {
      return await mine;
    } finally {
      if (queues.get(name) === mine) queues.delete(name);
    }
  }

  /** `decide` gives the log as it is to be, or undefined to leave it. */
  async function update<T>(
    name: string,
    now: () => number,
    until: (slots: Slots) => number,
    decide: (slots: Slots, at: number) => { readonly slots: Slots | undefined; readonly result: T },
  ): Promise<T> {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const { log, at = now() } = await rows.read(name);
      const { slots, result } = decide(slotsOf(log), at);
      if (!slots || (await rows.swap(name, log, JSON.stringify(slots), until(slots)))) return result;
    }
    throw new Error('A limit could not be written: the store takes no conditional write.');
  }

  return {
    take: (text, limit, windowMs, at) =>
      inTurn(`take ${text}`, async (name) => {
        if (!(Number.isSafeInteger(limit) && limit > 0 && windowMs > 0))
          throw new TypeError('take: a whole number of places from 1 on, and a window in ms');
        if (Math.abs(at - forgotten) >= FORGET_EVERY_MS) {
          forgotten = at;
          await rows.forget(at);
        }
        const until = ({ taken }: Slots) => Math.ceil((taken.at(-1) ?? at) + windowMs);
        return update(
          name,
          () => at,
          until,
          (log) => {
            const { waits, slots } = takeSlot(log, at, { places: limit, windowMs });
            const wait = waits[0]!;
            return { slots: wait === 0 ? slots : undefined, result: wait };
          },
        );
      }),
    slotLog({ perMinute, key, now = Date.now }) {
      const rule = slotRule(perMinute);
      const name = `service ${key}`;
      return {
        reserve: (wanted) =>
          inTurn(name, (row) =>
            update(
              row,
              now,
              () => FOR_GOOD,
              (log, at) => {
                const { waits, slots } = takeSlot(log, at, rule, wanted);
                return { slots: waits[0] === 0 ? slots : undefined, result: waits };
              },
            ),
          ),
        block: (ms) =>
          inTurn(name, (row) =>
            update(
              row,
              now,
              () => FOR_GOOD,
              (log, at) => {
                const blockedUntil = Math.max(log.blockedUntil, at + ms);
                return { slots: { ...log, blockedUntil }, result: undefined };
              },
            ),
          ),
        free: async () => {
          const { log, at = now() } = await rows.read(await hashed(name));
          return countFree(slotsOf(log), at, rule);
        },
      };
    },
  };
}

const slotsOf = (log: string) => (log === '' ? EMPTY : (JSON.parse(log) as Slots));

/** Neither a visitor's address nor a key stands in the store. */
async function hashed(text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
