import type { Emit } from './events.ts';
import type { OrderRequest } from './http.ts';
import { isLocal, readCount } from './read-options.ts';
import type { Secrets } from './secrets.ts';
import type { PaymentStore } from './stores/store.ts';
import { visitorAddress } from './visitor-address.ts';

/** What one visitor may have made, unless the shop says otherwise. */
const PER_MINUTE = 5;
const PER_HOUR = 20;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Places to give back that are remembered; beyond it the oldest are forgotten. About 1 MB. */
const GIVEN_BACK_MAX = 10_000;

/** How many payments a visitor may have made. */
export interface CreationLimitOptions {
  /** 5 by default. Tries count, whatever came of them. */
  readonly perMinute?: number;
  /** 20 by default. What never reached the service is not counted. */
  readonly perHour?: number;
  /**
   * What else names who asks, beside the address: a session, a customer. Each is counted by itself. Undefined when
   * there is none. It must not be a name that the visitor can choose: take a cookie's word only when you signed it.
   */
  readonly visitor?: (request: OrderRequest) => string | undefined | Promise<string | undefined>;
  /**
   * How many proxies of your own stand in front and write `X-Forwarded-For`: that entry from the right is the
   * visitor's. By default the address of the connection counts, and the header only where that address is private
   * (a proxy on this machine or in this network). Behind a proxy with a public address (a CDN), say how many: else
   * all visitors are one.
   */
  readonly proxies?: number;
}

/** Sent away for so many ms, or let in. `giveBack` when the service was not asked after all. */
export type Admission = { readonly after: number } | { readonly giveBack: () => void };

export interface CreationLimit {
  /** Asks for a place for one more payment of whoever sent the request. */
  admit(request: OrderRequest, order: string): Promise<Admission>;
}

export interface CreationLimitPorts {
  readonly store: Pick<PaymentStore, 'take'>;
  readonly secrets: Pick<Secrets, 'hide'>;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  readonly emit: Emit;
  readonly now: () => number;
}

const FREE: Admission = { giveBack: () => {} };

/**
 * Keeps one visitor from using up the shop's requests at the service (contract 8), which are few. The places are
 * counted in the store, so by all processes together, in windows that slide. Addresses and sessions are written
 * down as hashes that nobody without the secret can try out.
 *
 * Not by a library: those for this count in fixed windows, which let twice as many through around their edge, and keep
 * a table and a connection of their own beside the shop's store.
 *
 * Where no address is known (a web-standard `Request` without a proxy's header) and no `visitor` is named, nobody is
 * sent away, and the shop hears of it once; unless it is reached from this machine alone, where there is one visitor.
 */
export function createCreationLimit(
  options: CreationLimitOptions | false | undefined,
  { store, secrets, publicUrl, emit, now }: CreationLimitPorts,
): CreationLimit {
  if (options === false) return { admit: async () => FREE };
  const { visitor, proxies } = options ?? {};
  if (visitor !== undefined && typeof visitor !== 'function') throw new TypeError('creations.visitor: not a function');
  if (proxies !== undefined) readCount('creations.proxies', proxies, 0);
  const windows = [
    { name: 'minute', limit: readCount('creations.perMinute', options?.perMinute, PER_MINUTE, 1), ms: MINUTE_MS },
    { name: 'hour', limit: readCount('creations.perHour', options?.perHour, PER_HOUR, 1), ms: HOUR_MS },
  ].filter(({ limit }) => limit !== Infinity);
  /** Places in the hour that were taken for nothing, by name. */
  const givenBack = new Map<string, number>();
  let toldOfNobody = isLocal(publicUrl);

  async function namesOf(request: OrderRequest) {
    const who = { address: visitorAddress(request, proxies), visitor: await visitor?.(request) };
    const named = Object.entries(who).filter((entry): entry is ['address' | 'visitor', string] => !!entry[1]);
    return Promise.all(named.map(async ([by, text]) => ({ by, name: await secrets.hide(`${by} ${text}`) })));
  }

  /** Takes a place that was given back before. */
  function retake(name: string): boolean {
    const left = givenBack.get(name);
    if (left === undefined) return false;
    if (left > 1) givenBack.set(name, left - 1);
    else givenBack.delete(name);
    return true;
  }

  function giveBack(name: string): void {
    givenBack.set(name, (givenBack.get(name) ?? 0) + 1);
    if (givenBack.size > GIVEN_BACK_MAX) givenBack.delete(givenBack.keys().next().value!);
  }

  return {
    async admit(request, order) {
      const names = await namesOf(request);
      if (names.length === 0 && !toldOfNobody) {
        toldOfNobody = true;
        emit({ type: 'visitor-unknown', order });
      }
      for (const window of windows) {
        for (const { by, name } of names) {
          if (window.name === 'hour' && retake(name)) continue;
          const after = await store.take(`creations ${window.name} ${name}`, window.limit, window.ms, now());
          if (after <= 0) continue;
          emit({ type: 'creation-limited', order, by });
          return { after };
        }
      }
      return { giveBack: () => names.forEach(({ name }) => giveBack(name)) };
    },
  };
}
