import type { ClientEvent } from './client-event.ts';
import type { Refused } from './refusal.ts';
import type { SlotLog } from './slot-log.ts';
import type { Transport, TransportResponse } from './transport.ts';

/** How to ask 4.2. The contract shows its path and one field of its answer; method and parameters are not shown. */
export interface CryptoInfoRequest {
  /** Default GET. */
  readonly method?: 'GET' | 'POST';
  /** Default `/v1/crypto-info`. A `{coin}` in it is replaced by the symbol. */
  readonly path?: string;
  /** The name of the query parameter that holds the symbol; `false` for none. Default `crypto_coin`. */
  readonly query?: string | false;
  /** The JSON body for a symbol. Default none. */
  readonly body?: (symbol: string) => Readonly<Record<string, unknown>>;
}

/** How many requests a minute are sent, and how long one may wait for its turn (contract 8). */
export interface LimitOptions {
  /** Contract 8: 35, unless the operator agreed to more. */
  readonly perMinute?: number;
  /** The longest a call may wait for its turn and between attempts, in milliseconds; beyond it is refused as `busy`. Default 8000. */
  readonly maxWait?: number;
  /**
   * Where the times of the last requests are kept. Default: in this process, or for `createCheckout` in its store,
   * for all processes on it; `createSlotLog()` there keeps them in this process.
   */
  readonly log?: SlotLog;
}

/** What a `ServiceClient` is made with. */
export interface ServiceClientOptions {
  /** The contract's `{base_url}`. */
  readonly baseUrl: string;
  /** The contract's `<global_api_key>`. */
  readonly apiKey: string;
  /**
   * How calls show who asks. 4.1 needs `Authorization: Bearer` (contract 5); "Authentication of the payment
   * endpoints: not shown". `bearer`, the default, sends it with all five; `none` with 4.1 only; a function gives
   * the headers for a path.
   */
  readonly auth?: 'bearer' | 'none' | ((path: string) => Readonly<Record<string, string>>);
  /** Milliseconds for one request, from connecting to the end of the answer. Default 30 000. */
  readonly timeout?: number;
  /** Default: node:http and node:https. */
  readonly transport?: Transport;
  readonly limit?: LimitOptions;
  readonly cryptoInfo?: CryptoInfoRequest;
  /** Reads an answer outside 2xx, when the service's errors (not shown) are not what the default takes them for. */
  readonly refusal?: (response: TransportResponse) => Refused;
  /** Told of each call and attempt. What it throws or rejects with is dropped: a log must not stop a payment. */
  readonly onEvent?: (event: ClientEvent) => unknown;
  /** The time in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
  /** Runs something once after so many milliseconds and answers how to call it off. Default `setTimeout`. */
  readonly after?: (ms: number, run: () => void) => () => void;
}

/** What each call of `ServiceClient` may be given beside its fields. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Instead of the client's, for each request of this call. Milliseconds. */
  readonly timeout?: number | undefined;
  /** Gives the whole answer instead of its data. */
  readonly raw?: boolean | undefined;
}

/** The whole answer. In `text` the service's own words stand as they came: it may hold keys. */
export interface Raw<T> {
  readonly data: T;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What a call gives: the data, or the whole answer when it was asked for as `{ raw: true }`. */
export type Given<T, O extends CallOptions> = O extends { readonly raw: true } ? Raw<T> : T;

/** `https://api.example/x/` as `https://api.example/x`. @throws TypeError */
export function readBaseUrl(baseUrl: string): string {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new TypeError('baseUrl: an absolute http or https address is needed');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('baseUrl: http or https is needed');
  // They would be seen in logs; the key has an option of its own.
  if (url.username || url.password || url.search || url.hash)
    throw new TypeError('baseUrl: no user, query or fragment may be in it');
  return url.href.replace(/\/+$/, '');
}

/** @throws TypeError, which does not say what it was given. */
export function readApiKey(apiKey: string): string {
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('apiKey: plain text without spaces is needed');
  return apiKey;
}

/** @throws TypeError */
export function readMs(name: string, ms: number, least: number): number {
  if (typeof ms !== 'number' || !(ms >= least && ms <= 2 ** 31 - 1))
    throw new TypeError(`${name}: milliseconds from ${least} on are needed`);
  return ms;
}
