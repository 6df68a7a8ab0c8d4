import type { ClientEvent } from './client-event.ts';
import type { Refused } from './refusal.ts';
import type { PermitLog } from './permit-log.ts';
import { checkFunction, checkNames, checkObject, isLocal } from '../read-options.ts';
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
  /**
   * Finds the minimum in the text of an answer: decimal text, in the coin. Default: `minimum_transaction_coin` at the top
   * or in `data`. When it throws or gives anything else, the call fails as `bad-answer`, and a payment is made without a
   * minimum.
   */
  readonly read?: (text: string, symbol: string) => string;
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
  readonly log?: PermitLog;
}

/** What a `ServiceClient` is made with. */
export interface ServiceClientOptions {
  /** The contract's `{base_url}`. */
  readonly baseUrl: string | undefined;
  /** The contract's `<global_api_key>`. */
  readonly apiKey: string | undefined;
  /**
   * Lets `baseUrl` be `http:` on another machine, in a network of your own. The key then travels for everybody there to
   * read. `http:` on this machine is always allowed.
   */
  readonly allowHttp?: boolean;
  /**
   * How calls are authenticated. 4.1 needs `Authorization: Bearer` (contract 5); "Authentication of the payment
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
  /** Called for each call and attempt. Its exceptions and rejections are ignored: a log must not stop a payment. */
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

/** The whole answer. `text` is the unchanged body: it may hold keys. */
export interface Raw<T> {
  readonly data: T;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The result of a call: the data, or the whole answer with `{ raw: true }`. */
export type Given<T, O extends CallOptions> = O extends { readonly raw: true } ? Raw<T> : T;

const CLIENT_OPTIONS = Object.keys({
  baseUrl: 0,
  apiKey: 0,
  allowHttp: 0,
  auth: 0,
  timeout: 0,
  transport: 0,
  limit: 0,
  cryptoInfo: 0,
  refusal: 0,
  onEvent: 0,
  now: 0,
  after: 0,
} satisfies Record<keyof ServiceClientOptions, 0>);

const LIMIT_OPTIONS = Object.keys({ perMinute: 0, maxWait: 0, log: 0 } satisfies Record<keyof LimitOptions, 0>);

const CRYPTO_INFO_OPTIONS = Object.keys({ method: 0, path: 0, query: 0, body: 0, read: 0 } satisfies Record<
  keyof CryptoInfoRequest,
  0
>);

/**
 * Checks all options of a client.
 *
 * @param path what stands before their names in errors: `service.`
 * @throws TypeError that names the option and never says its value
 */
export function checkClientOptions(options: ServiceClientOptions, path = ''): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${path.slice(0, -1) || 'options'}: an object with baseUrl and apiKey is needed`);
  checkNames(options, CLIENT_OPTIONS, path);
  readBaseUrl(options.baseUrl, options, path);
  readApiKey(options.apiKey, path);
  const { auth, timeout, limit, cryptoInfo } = options;
  if (auth !== undefined && auth !== 'bearer' && auth !== 'none' && typeof auth !== 'function')
    throw new TypeError(`${path}auth: 'bearer', 'none' or a function of the path is needed`);
  if (timeout !== undefined) readMs(`${path}timeout`, timeout, 1);
  for (const name of ['transport', 'refusal', 'onEvent', 'now', 'after'] as const)
    checkFunction(options[name], path + name);
  if (limit !== undefined) {
    checkObject(limit, `${path}limit`, '{ perMinute: 35 }');
    checkNames(limit, LIMIT_OPTIONS, `${path}limit.`);
    if (limit.maxWait !== undefined) readMs(`${path}limit.maxWait`, limit.maxWait, 0);
    if (limit.perMinute !== undefined && !(Number.isSafeInteger(limit.perMinute) && limit.perMinute > 0))
      throw new TypeError(`${path}limit.perMinute: a whole number from 1 on is needed`);
  }
  if (cryptoInfo !== undefined) {
    checkObject(cryptoInfo, `${path}cryptoInfo`, "{ query: 'coin' }");
    checkNames(cryptoInfo, CRYPTO_INFO_OPTIONS, `${path}cryptoInfo.`);
  }
}

/**
 * `https://api.example/x/` as `https://api.example/x`.
 *
 * @throws TypeError
 */
export function readBaseUrl(
  baseUrl: string | undefined,
  { allowHttp = false }: Pick<ServiceClientOptions, 'allowHttp'> = {},
  path = '',
): string {
  const name = `${path}baseUrl`;
  if (baseUrl === undefined) throw new TypeError(`${name} is undefined: is SERVICE_URL set?`);
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl))
    throw new TypeError(`${name}: an absolute https address is needed`);
  const url = new URL(baseUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError(`${name}: http or https is needed`);
  if (url.protocol === 'http:' && !isLocal(baseUrl) && !allowHttp)
    throw new TypeError(
      `${name}: https is needed, because the key goes with every call; in a network of your own set ${path}allowHttp: true`,
    );
  // They would be seen in logs; the key has an option of its own.
  if (url.username || url.password || url.search || url.hash)
    throw new TypeError(`${name}: no user, query or fragment may be in it`);
  return url.href.replace(/\/+$/, '');
}

/** @throws TypeError, which does not say what it was given. */
export function readApiKey(apiKey: string | undefined, path = ''): string {
  const name = `${path}apiKey`;
  if (apiKey === undefined) throw new TypeError(`${name} is undefined: is SERVICE_KEY set?`);
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError(`${name}: plain text without spaces is needed`);
  return apiKey;
}

/** @throws TypeError */
export function readMs(name: string, ms: number, least: number): number {
  if (typeof ms !== 'number' || !(ms >= least && ms <= 2 ** 31 - 1))
    throw new TypeError(`${name}: milliseconds from ${least} on are needed`);
  return ms;
}
