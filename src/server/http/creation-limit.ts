import type { Emit } from '../observability/events.ts';
import type { OrderRequest } from '../orders/order-request.ts';
import type { Admission, CreationLimit, Visitor } from '../payments/creation/create-payment.ts';
import { checkFunction, checkNames, checkObject, isLocal, readCount } from '../read-options.ts';
import type { Secrets } from '../payments/secrets.ts';
import type { PaymentStore } from '../stores/store.ts';
import { limitCallback } from '../with-timeout.ts';
import { visitorNetworks } from './visitor-address.ts';

/** How many payments one visitor may create, by default. */
const PER_MINUTE = 5;
const PER_HOUR = 20;

/**
 * The limits of the networks of an address, as multiples of the limit of one visitor: of an IPv4 address or an IPv6 /64, of
 * a /56 and of a /48. So the owner of a /48 uses at most 80 of the 400 payments of an hour, and the customers of a provider
 * that gives each a /64 can still pay.
 */
const NETWORK_SHARES = [1, 2, 4] as const;

/** The same for all unidentified visitors together. */
const UNIDENTIFIED_PER_MINUTE = 30;
const UNIDENTIFIED_PER_HOUR = 200;

/** The same in an hour for all visitors together: less than half of the 850 requests of the base plan (contract 8). */
const PER_SHOP = 400;

/** More proxies than any shop has in a row. */
const PROXIES_MAX = 20;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How many buckets with returned permits are kept; the oldest are dropped first. About 1 MB. */
const GIVEN_BACK_MAX = 10_000;

/** How many payments may be created in a minute and in an hour, in sliding windows. `Infinity` for no limit. */
export interface CreationRate {
  /** Every attempt counts, also one that fails. */
  readonly perMinute?: number;
  /** Attempts without a request to the service do not count. */
  readonly perHour?: number;
}

/** How many payments may be created, by one visitor and by all together. */
export interface CreationLimitOptions extends CreationRate {
  /**
   * For one visitor: 5 by default. Every attempt counts, also one that fails. On your own machine the visitor has a private
   * address and counts as unidentified. To see the 429 there, set `{ proxies: 0, perMinute: 1 }`.
   */
  readonly perMinute?: number;
  /** For one visitor: 20 by default. Attempts without a request to the service do not count. */
  readonly perHour?: number;
  /**
   * Returns a name of the visitor beside the address, such as a session or a customer, or undefined. The address and
   * the name are counted separately. A visitor must not be able to choose the name: use a cookie only if you signed it.
   */
  readonly visitor?: (request: OrderRequest) => string | undefined | Promise<string | undefined>;
  /**
   * Returns the visitor's address, where the platform reports it elsewhere than on the connection:
   * `({ header }) => header('cf-connecting-ip')` on Cloudflare. It replaces the address of the connection, and is read
   * in the same way: an IPv6 address counts with its network, and behind a private one, which is a proxy's, the last
   * entry of `X-Forwarded-For` counts. Undefined or another text leaves the visitor unidentified. A header is safe only
   * if every request passes the server that writes it.
   */
  readonly address?: (request: OrderRequest) => string | undefined | Promise<string | undefined>;
  /**
   * How many of your own proxies append to `X-Forwarded-For`. The visitor's address is that entry, counted from the
   * right. By default the address of the connection counts, and the last entry of the header only where
   * that address is private (a proxy on this machine or in this network). Behind a proxy with a public address (a CDN),
   * behind two proxies, or with a web-standard `Request`, set the number.
   */
  readonly proxies?: number;
  /**
   * For all visitors together who have neither a trusted address nor a name: 30 a minute and 200 an hour
   * by default, and never less than for one visitor.
   */
  readonly unidentified?: CreationRate;
  /** For all visitors together in an hour, to protect the requests of your plan (contract 8): 400 by default. */
  readonly perShop?: number;
}

/** The limits of visitors, and by what they are counted. */
export interface VisitorLimits extends CreationLimit {
  /** The networks by which a visitor is counted, from the narrowest to the widest. Undefined when the limit is off. */
  readonly networksOf: (request: OrderRequest) => Promise<readonly string[] | undefined>;
}

export interface CreationLimitPorts {
  readonly store: Pick<PaymentStore, 'consumeRateLimit'>;
  readonly secrets: Pick<Secrets, 'keyedHash'>;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** How long `visitor` may take. Milliseconds. */
  readonly callbackTimeout: number;
  readonly emit: Emit;
  readonly now: () => number;
}

const FREE: Admission = { giveBack: () => {} };

/** How many may be made in a span of time. */
interface Window {
  readonly name: 'minute' | 'hour';
  readonly limit: number;
  readonly ms: number;
}

/** Whose payments are counted together. */
interface Bucket {
  readonly by: 'address' | 'visitor' | 'unidentified' | 'shop';
  /** A keyed hash. */
  readonly name: string;
  readonly windows: readonly Window[];
}

/** A bucket whose name is not hashed yet. */
interface WantedBucket extends Pick<Bucket, 'by' | 'windows'> {
  readonly text: string;
}

/** Calls one of the shop's functions. @throws TypeError when it returns neither text nor nothing */
async function textFrom(
  option: 'address' | 'visitor',
  call: (request: OrderRequest) => unknown,
  request: OrderRequest,
): Promise<string | undefined> {
  const text: unknown = await call(request);
  if (text === undefined || text === null || typeof text === 'string') return text ?? undefined;
  throw new TypeError(`creationLimit.${option}(): text or undefined is needed`);
}

/**
 * Prevents one visitor from using up the shop's few requests at the service (contract 8). Creations are counted in the
 * store, so for all processes together, in sliding windows. Addresses and sessions are stored as keyed hashes: without
 * the secret they cannot be found by trying values.
 *
 * It fails closed: unidentified visitors share one bucket, and an event names once the option that identifies them.
 * The limit for the whole shop applies to every visitor.
 *
 * No library is used: those for rate limits count in fixed windows, which let twice as many through around their edge, and keep
 * a table and a connection of their own beside the shop's store.
 */
export function createCreationLimit(
  options: CreationLimitOptions | false | undefined,
  { store, secrets, publicUrl, callbackTimeout, emit, now }: CreationLimitPorts,
): VisitorLimits {
  if (options === false) return { admit: async () => FREE, networksOf: async () => undefined };
  const { visitor, address, proxies, windowsOfNetwork, windowsOfUnidentified, windowsOfShop, perShop } =
    readOptions(options);
  const [windowsOfVisitor] = windowsOfNetwork;
  const callVisitor = visitor && limitCallback(callbackTimeout, 'creationLimit.visitor()', visitor);
  const callAddress = address && limitCallback(callbackTimeout, 'creationLimit.address()', address);
  /**
   * Permits of the hour that were used without a request to the service: when the store granted them, by the name of the bucket.
   */
  const givenBack = new Map<string, readonly number[]>();
  // On the developer's machine there is one visitor, and nothing to configure.
  let isUnidentifiedReported = isLocal(publicUrl);

  async function networksOf(request: OrderRequest): Promise<readonly string[]> {
    const connected = callAddress ? await textFrom('address', callAddress, request) : request.address;
    return visitorNetworks(connected, request, proxies);
  }

  async function bucketsOf({ request, name }: Visitor, orderRef: string): Promise<readonly Bucket[]> {
    const networks = await networksOf(request);
    const visitorName = name ?? (callVisitor && (await textFrom('visitor', callVisitor, request)));
    const named: readonly WantedBucket[] = [
      ...networks.map((text, index) => ({
        by: 'address' as const,
        text: `address ${text}`,
        windows: windowsOfNetwork[index]!,
      })),
      ...(visitorName ? [{ by: 'visitor' as const, text: `visitor ${visitorName}`, windows: windowsOfVisitor! }] : []),
    ];
    if (named.length === 0 && !isUnidentifiedReported) {
      isUnidentifiedReported = true;
      const isForwarded = request.header('x-forwarded-for') !== undefined;
      const option = isForwarded ? 'creationLimit.proxies' : 'creationLimit.address';
      emit({ type: 'visitor-unknown', orderRef, option });
    }
    const wanted: readonly WantedBucket[] = [
      ...named,
      ...(named.length > 0
        ? []
        : [{ by: 'unidentified', text: 'unidentified', windows: windowsOfUnidentified } as const]),
      { by: 'shop', text: 'shop', windows: windowsOfShop },
    ];
    return Promise.all(
      wanted.map(async ({ by, text, windows }) => ({ by, windows, name: await secrets.keyedHash(text) })),
    );
  }

  /** Uses a permit that was returned before, as long as the store counts it. Returns when the store granted it. */
  function retake(name: string, at: number): number | undefined {
    const [granted, ...left] = (givenBack.get(name) ?? []).filter((time) => time + HOUR_MS > at);
    if (left.length > 0) givenBack.set(name, left);
    else givenBack.delete(name);
    return granted;
  }

  function giveBack(name: string, granted: number): void {
    givenBack.set(name, [...(givenBack.get(name) ?? []), granted]);
    if (givenBack.size > GIVEN_BACK_MAX) givenBack.delete(givenBack.keys().next().value!);
  }

  return {
    networksOf,
    async admit(who, orderRef) {
      const buckets = await bucketsOf(who, orderRef);
      // All minutes before all hours: a visitor who is refused for a minute uses nothing of the hour.
      const permits = (['minute', 'hour'] as const).flatMap((name) =>
        buckets.flatMap((bucket) =>
          bucket.windows.filter((window) => window.name === name).map((window) => ({ bucket, window })),
        ),
      );
      /** The buckets of which a permit of the hour was used, and when the store granted it. */
      const used: (readonly [name: string, granted: number])[] = [];
      const giveAllBack = () => used.forEach(([name, granted]) => giveBack(name, granted));
      for (const { bucket, window } of permits) {
        const at = now();
        const isHour = window.name === 'hour';
        const key = `creations ${window.name} ${bucket.name}`;
        const granted = isHour ? retake(bucket.name, at) : undefined;
        const after = granted === undefined ? await store.consumeRateLimit(key, window.limit, window.ms, at) : 0;
        if (after <= 0) {
          if (isHour) used.push([bucket.name, granted ?? at]);
          continue;
        }
        giveAllBack();
        if (bucket.by === 'shop') emit({ type: 'shop-limited', orderRef, perShop });
        else emit({ type: 'creation-limited', orderRef, by: bucket.by });
        return { after, ofVisitor: bucket.by !== 'shop' };
      }
      return { giveBack: giveAllBack };
    },
  };
}

const RATE_NAMES = Object.keys({ perMinute: 0, perHour: 0 } satisfies Record<keyof CreationRate, 0>);

const NAMES = Object.keys({
  perMinute: 0,
  perHour: 0,
  visitor: 0,
  address: 0,
  proxies: 0,
  unidentified: 0,
  perShop: 0,
} satisfies Record<keyof CreationLimitOptions, 0>);

/** @throws ConfigurationError that names the option */
function readOptions(options: CreationLimitOptions = {}) {
  const path = 'creationLimit';
  checkObject(options, path, '{ perMinute: 5 }, or false for no limit,');
  checkNames(options, NAMES, `${path}.`, {}, { proxy: 'proxies', trustProxy: 'proxies' });
  const { visitor, address, proxies, unidentified = {} } = options;
  checkFunction(visitor, `${path}.visitor`);
  checkFunction(address, `${path}.address`);
  checkObject(unidentified, `${path}.unidentified`, '{ perMinute: 30 }');
  checkNames(unidentified, RATE_NAMES, `${path}.unidentified.`);
  const perMinute = readCount(`${path}.perMinute`, options.perMinute, PER_MINUTE, 1);
  const perHour = readCount(`${path}.perHour`, options.perHour, PER_HOUR, 1);
  const perShop = readCount(`${path}.perShop`, options.perShop, PER_SHOP, 1);
  return {
    visitor,
    address,
    proxies: proxies === undefined ? undefined : readCount(`${path}.proxies`, proxies, 0, 0, PROXIES_MAX),
    windowsOfNetwork: NETWORK_SHARES.map((share) =>
      [minutes(share * perMinute), hours(share * perHour)].filter(isLimited),
    ),
    windowsOfUnidentified: [
      minutes(
        readCount(
          `${path}.unidentified.perMinute`,
          unidentified.perMinute,
          Math.max(UNIDENTIFIED_PER_MINUTE, perMinute),
          1,
        ),
      ),
      hours(
        readCount(`${path}.unidentified.perHour`, unidentified.perHour, Math.max(UNIDENTIFIED_PER_HOUR, perHour), 1),
      ),
    ].filter(isLimited),
    windowsOfShop: [hours(perShop)].filter(isLimited),
    perShop,
  };
}

const minutes = (limit: number): Window => ({ name: 'minute', limit, ms: MINUTE_MS });
const hours = (limit: number): Window => ({ name: 'hour', limit, ms: HOUR_MS });
const isLimited = ({ limit }: Window) => limit !== Infinity;
