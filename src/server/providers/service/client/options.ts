import { ConfigurationError } from '../../../configuration-error.ts';
import type { PermitLog } from '../../../permits.ts';
import type { Clock } from '../transport/clock.ts';
import type { Refused } from './refusal.ts';
import {
  checkFunction,
  checkNames,
  checkObject,
  kindOf,
  readMilliseconds,
  readServerUrl,
  readWait,
  SHORTEST_TIMEOUT_MS,
} from '../../../read-options.ts';
import type { Transport, TransportResponse } from '../transport/transport.ts';

/**
 * The form of the request 4.2. The contract shows its path and one field of its response; method and parameters are not
 * shown.
 */
export interface CryptoInfoRequest {
  /** The HTTP method. Default `GET`. */
  readonly method?: 'GET' | 'POST';
  /** The path. Default `/v1/crypto-info`. A `{coin}` in it is replaced by the symbol. */
  readonly path?: string;
  /** The name of the query parameter with the symbol; `false` for none. Default `crypto_coin`. */
  readonly query?: string | false;
  /** Returns the JSON body for a symbol. By default no body is sent. */
  readonly body?: (symbol: string) => Readonly<Record<string, unknown>>;
  /**
   * Returns the minimum from the text of a response: decimal text, in the coin. The default reads
   * `minimum_transaction_coin` at the top level or in `data`. When it throws or returns anything else, the call fails
   * as `bad-answer`, and a payment is created without a minimum.
   */
  readonly read?: (text: string, symbol: string) => string;
}

/** The number of requests that are sent in a minute, and the longest wait for a permit (contract 8). */
export interface LimitOptions {
  /** Requests a minute: 35 (contract 8), unless the operator has agreed to more. */
  readonly perMinute?: number;
  /**
   * The longest time that a call may wait for permits and between attempts, in milliseconds. A call that would wait
   * longer fails as `busy`. 0, or at least 100. Default 8000.
   */
  readonly maxWait?: number;
}

/** The options of `ServiceClient`. */
export interface ServiceClientOptions {
  /** The contract's `{base_url}`. */
  readonly baseUrl: string | undefined;
  /** The contract's `<global_api_key>`. */
  readonly apiKey: string | undefined;
  /**
   * Allows an `http:` address of another machine in `baseUrl`, in a private network. The key is then sent unencrypted
   * in that network. `http:` on this machine is always allowed.
   */
  readonly allowHttp?: boolean;
  /**
   * The authentication of the calls. 4.1 needs `Authorization: Bearer` (contract 5); the contract says "Authentication
   * of the payment endpoints: not shown". `bearer`, the default, sends the header with all five calls; `none` sends it
   * with 4.1 only; a function returns the headers for a path.
   */
  readonly auth?: 'bearer' | 'none' | ((path: string) => Readonly<Record<string, string>>);
  /**
   * The time limit of one request, from connecting to the end of the response, in milliseconds. Default 30 000, at least 100. In
   * `createCheckout` a request that creates a payment takes at most 15 000, because a payer waits for it.
   */
  readonly timeout?: number;
  /** Sends the requests. The default uses `node:http` and `node:https`. */
  readonly transport?: Transport;
  /** How many requests are sent, and how long one waits for its turn. See `LimitOptions`. */
  readonly limit?: LimitOptions;
  /** How the smallest amount of a coin is requested (contract 4.2). See `CryptoInfoRequest`. */
  readonly cryptoInfo?: CryptoInfoRequest;
  /**
   * Reads a response with a status outside 2xx. Set it when the service's errors (not shown) differ from what the
   * default expects.
   */
  readonly refusal?: (response: TransportResponse) => Refused;
}

/** Parts of a client that the checkout and tests replace. */
export interface ClientInternals extends Partial<Clock> {
  /** Keeps the times of the last requests. Default: a log in this process. */
  readonly permitLog?: PermitLog;
}

/** The second argument of each method of `ServiceClient`. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the client's `timeout` for each request of this call. Milliseconds. */
  readonly timeout?: number | undefined;
}

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
} satisfies Record<keyof ServiceClientOptions, 0>);

const LIMIT_OPTIONS = Object.keys({ perMinute: 0, maxWait: 0 } satisfies Record<keyof LimitOptions, 0>);

const CRYPTO_INFO_OPTIONS = Object.keys({ method: 0, path: 0, query: 0, body: 0, read: 0 } satisfies Record<
  keyof CryptoInfoRequest,
  0
>);

/** The default time limit of one request, in milliseconds. */
export const TIMEOUT_MS = 30_000;

/** The default of the longest wait for a permit, in milliseconds. A shopper accepts a wait of about this length. */
export const MAX_WAIT_MS = 8_000;

/**
 * Checks all options of a client.
 *
 * @param path the prefix of their names in errors: `service.`
 * @throws ConfigurationError that names the option and never contains its value
 */
export function checkClientOptions(options: ServiceClientOptions, path = ''): void {
  if (typeof options !== 'object' || options === null)
    throw new ConfigurationError(path.slice(0, -1) || 'options', 'an object with baseUrl and apiKey is needed');
  checkNames(options, CLIENT_OPTIONS, path, {
    onEvent: path === '' ? 'client.subscribe(listener)' : 'onEvent, beside service',
  });
  readBaseUrl(options.baseUrl, options, path);
  readServiceKey(options.apiKey, path);
  const { auth, timeout, limit, cryptoInfo } = options;
  if (auth !== undefined && auth !== 'bearer' && auth !== 'none' && typeof auth !== 'function')
    throw new ConfigurationError(`${path}auth`, `'bearer', 'none' or a function of the path is needed`);
  readMilliseconds(`${path}timeout`, timeout, TIMEOUT_MS, SHORTEST_TIMEOUT_MS);
  if (options.allowHttp !== undefined && typeof options.allowHttp !== 'boolean')
    throw new ConfigurationError(`${path}allowHttp`, 'true or false is needed');
  for (const name of ['transport', 'refusal'] as const) checkFunction(options[name], path + name);
  if (limit !== undefined) {
    checkObject(limit, `${path}limit`, '{ perMinute: 35 }');
    checkNames(limit, LIMIT_OPTIONS, `${path}limit.`);
    readWait(`${path}limit.maxWait`, limit.maxWait, MAX_WAIT_MS);
    if (limit.perMinute !== undefined && !(Number.isSafeInteger(limit.perMinute) && limit.perMinute > 0))
      throw new ConfigurationError(`${path}limit.perMinute`, `a whole number from 1 on is needed`);
  }
  if (cryptoInfo !== undefined) {
    checkObject(cryptoInfo, `${path}cryptoInfo`, "{ query: 'coin' }");
    checkNames(cryptoInfo, CRYPTO_INFO_OPTIONS, `${path}cryptoInfo.`);
    const { method, path: target, query } = cryptoInfo;
    if (method !== undefined && method !== 'GET' && method !== 'POST')
      throw new ConfigurationError(`${path}cryptoInfo.method`, "'GET' or 'POST' is needed");
    if (target !== undefined && !(typeof target === 'string' && target.startsWith('/')))
      throw new ConfigurationError(`${path}cryptoInfo.path`, 'a path that begins with / is needed');
    if (query !== undefined && query !== false && !(typeof query === 'string' && query !== ''))
      throw new ConfigurationError(`${path}cryptoInfo.query`, 'a name or false is needed');
    for (const name of ['body', 'read'] as const) checkFunction(cryptoInfo[name], `${path}cryptoInfo.${name}`);
  }
}

/**
 * Validates `baseUrl`, and returns it without trailing slashes: `https://api.example/x/` as `https://api.example/x`.
 *
 * @throws ConfigurationError
 */
export function readBaseUrl(
  baseUrl: string | undefined,
  { allowHttp = false }: Pick<ServiceClientOptions, 'allowHttp'> = {},
  path = '',
): string {
  return readServerUrl(baseUrl, {
    option: `${path}baseUrl`,
    variable: 'SERVICE_URL',
    allowHttp,
    allowedBy: `${path}allowHttp`,
  });
}

/** What is to be corrected in an API key that looks like one. */
function oddKey(apiKey: string): string {
  if (/^bearer\s/i.test(apiKey)) return ': leave out the word Bearer';
  return /\s$/.test(apiKey) ? ': it ends with a space or a line break' : '';
}

/** @throws ConfigurationError, which never contains the value */
export function readServiceKey(apiKey: string | undefined, path = ''): string {
  const name = `${path}apiKey`;
  if (apiKey === undefined) throw new ConfigurationError(name, 'is SERVICE_KEY set?', 'option-missing');
  if (apiKey === '') throw new ConfigurationError(name, 'empty text: is SERVICE_KEY set?');
  if (typeof apiKey !== 'string') throw new ConfigurationError(name, `text is needed, not ${kindOf(apiKey)}`);
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new ConfigurationError(name, `plain text without spaces is needed${oddKey(apiKey)}`);
  return apiKey;
}
