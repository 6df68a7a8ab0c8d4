import type { ServiceUser } from './account.ts';
import type { CryptoAnswer, CryptoInfo, LocalcodeAnswer, WalletAnswer } from './answers.ts';
import type { Answered, Call } from '../transport/attempt.ts';
import { createCaller } from '../transport/call.ts';
import type { ClientEvent } from '../../../observability/client-event.ts';
import { checkCrypto, checkLocalcode, checkWallet, readCoinField } from './check-fields.ts';
import { systemClock, type Clock } from '../transport/clock.ts';
import { createInfoCache } from './info-cache.ts';
import { createDefaultTransport } from '../transport/default-transport.ts';
import type { CryptoFields, LocalcodeFields, ValidFields, ValidLocalcodeFields, WalletFields } from './fields.ts';
import { mismatchedField, withNonce, withoutNonce } from './localcode-nonce.ts';
import {
  checkClientOptions,
  readServiceKey,
  readBaseUrl,
  MAX_WAIT_MS,
  TIMEOUT_MS,
  type CallOptions,
  type ClientInternals,
  type CryptoInfoRequest,
  type ServiceClientOptions,
} from './options.ts';
import { isRecord } from '../../../../core/json.ts';
import { kindOf, readMilliseconds } from '../../../read-options.ts';
import { ignoreErrors } from '../../../observability/events.ts';
import { ServiceError } from './errors.ts';
import { createRedact, redactCause, redactMessage } from './redact.ts';
import { createRateLimit } from '../transport/rate-limit.ts';
import {
  readCryptoAnswer,
  readCryptoInfo,
  readCryptoInfoBy,
  readLocalcodeAnswer,
  readUser,
  readWalletAnswer,
  UnreadableAnswer,
} from './read-answer.ts';
import { readRefusal } from './refusal.ts';
import { createPermitLog } from '../transport/permit-log.ts';
import type { PermitLog } from '../../../permits.ts';
import { omitUndefined } from '../../../omit-undefined.ts';

export type { ServiceClientOptions } from './options.ts';

/** One of the five calls, before the client adds the address of the service and the key. */
export interface ServiceCall<Answer> {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** The path as the contract writes it, without query. */
  readonly path: string;
  /** The path with its placeholders filled in, and the query, when it differs from `path`. */
  readonly target?: string;
  readonly body?: string;
  /** True when the call creates a payment. `create` sets it. */
  readonly creation?: boolean;
  /** The webhook address of a creation: a credential, which is redacted in errors like the key. */
  readonly secret?: string | undefined;
  /** @throws UnreadableAnswer */
  readonly read: (text: string) => Answer;
}

/**
 * A client of the service's five calls (contract 4.1 to 4.5).
 *
 *     const client = new ServiceClient({ baseUrl: 'https://api.example', apiKey: process.env.PAY_KEY });
 *     const { tid, address, cryptoAmountExpectedText } = await client.createCrypto({
 *       amount: '19.99', currency: 'USD', crypto_coin: 'BTC', payout_address: 'bc1q…',
 *     });
 *
 * Fields and results have the contract's own names. Fields are validated before a request is spent on them. A failed
 * call throws a `ServiceError`. The client obeys the service's limit: a call waits for a permit, or fails as `busy`. A
 * creation is sent again only when the first request certainly created no payment. Each method accepts
 * `{ signal, timeout }`. The key is in no error, event or log. The response of 4.1 contains keys, and so does its
 * result.
 */
export class ServiceClient {
  /**
   * The time limit of one request, in milliseconds.
   *
   * @internal
   */
  readonly timeout: number;
  readonly #base: string;
  readonly #apiKey: string;
  readonly #auth: (path: string) => Readonly<Record<string, string>>;
  readonly #infoRequest: CryptoInfoRequest;
  readonly #infos: ReturnType<typeof createInfoCache>;
  readonly #send: <T>(call: Call<T>) => Promise<Answered<T>>;
  readonly #log: PermitLog;
  readonly #listeners = new Set<(event: ClientEvent) => void>();

  constructor(options: ServiceClientOptions);
  /** @internal */
  constructor(options: ServiceClientOptions, internals: ClientInternals);
  constructor(options: ServiceClientOptions, { now, after, permitLog }: ClientInternals = {}) {
    checkClientOptions(options);
    const { auth = 'bearer', limit = {}, cryptoInfo = {} } = options;
    this.#base = readBaseUrl(options.baseUrl, options);
    this.#apiKey = readServiceKey(options.apiKey);
    this.timeout = options.timeout ?? TIMEOUT_MS;
    this.#infoRequest = cryptoInfo;
    const bearer = { authorization: `Bearer ${this.#apiKey}` };
    this.#auth =
      typeof auth === 'function' ? auth : (path) => (auth === 'bearer' || path === '/v2/user/me' ? bearer : {});

    const clock: Clock = { now: now ?? systemClock.now, after: after ?? systemClock.after };
    this.#infos = createInfoCache(clock);
    this.#log = permitLog ?? createPermitLog(omitUndefined({ perMinute: limit.perMinute, now }));
    this.#send = createCaller({
      transport: options.transport ?? createDefaultTransport(),
      limit: createRateLimit(this.#log, clock),
      maxWait: limit.maxWait ?? MAX_WAIT_MS,
      clock,
      refusal: options.refusal ?? readRefusal,
      onEvent: (event) => this.#listeners.forEach((listener) => listener(event)),
    });
  }

  /**
   * Calls a function for each event of a call and of its attempts, from now on. Its exceptions and rejections are ignored,
   * so that a log cannot stop a payment. Returns a function that ends the subscription.
   */
  subscribe(onEvent: (event: ClientEvent) => unknown): () => void {
    const listener = ignoreErrors(onEvent);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Returns the number of requests that may be sent now, or undefined when the shop's own log has no `free()`. */
  async freePermits(): Promise<number | undefined> {
    return this.#log.free?.();
  }

  /** Returns the account, its plan and its stores (contract 4.1). */
  async currentUser(options?: CallOptions): Promise<ServiceUser> {
    const call = { name: 'currentUser', method: 'GET', path: '/v2/user/me', read: readUser } as const;
    return this.#request(call, options);
  }

  /**
   * Returns the service's information on a coin (contract 4.2). The result is cached for ten minutes for each coin, and
   * concurrent calls share one request: `signal` ends the wait of this caller only.
   */
  async cryptoInfo(symbol: string, options?: CallOptions): Promise<CryptoInfo> {
    const coin = readCoinField('crypto_coin', symbol);
    const { method = 'GET', path = '/v1/crypto-info', query = 'crypto_coin', body, read } = this.#infoRequest;
    const filled = path.replaceAll('{coin}', encodeURIComponent(coin));
    const target = query === false ? filled : `${filled}?${new URLSearchParams({ [query]: coin })}`;
    const sent = body && { body: this.#callOwn('cryptoInfo.body', () => JSON.stringify(body(coin))) };
    const reader = read ? readCryptoInfoBy(read, coin) : readCryptoInfo;
    const call = { name: 'cryptoInfo', method, path, target, read: reader, ...sent } as const;
    const { signal, ...rest } = options ?? {};
    return this.#infos.get(coin, () => this.#request(call, rest), signal);
  }

  /** Creates a cryptocurrency payment (contract 4.3). */
  async createCrypto(fields: CryptoFields, options?: CallOptions): Promise<CryptoAnswer> {
    return this.create(cryptoCreation(checkCrypto(fields)), options);
  }

  /** Creates a payment to an online wallet (contract 4.4). */
  async createWallet(fields: WalletFields, options?: CallOptions): Promise<WalletAnswer> {
    return this.create(walletCreation(checkWallet(fields)), options);
  }

  /**
   * Creates a payment by a local mobile code (contract 4.5). The request is a GET with a body, and a cache may return
   * the response of another request. So the client adds a nonce to `meta`, and throws `bad-answer` when the response
   * does not match.
   */
  async createLocalcode(fields: LocalcodeFields, options?: CallOptions): Promise<LocalcodeAnswer> {
    return this.create(localcodeCreation(checkLocalcode(fields)), options);
  }

  /**
   * Creates a payment whose fields are validated: the checkout does that when it reads an order.
   *
   * @internal
   */
  async create<Answer>(creation: ServiceCall<Answer>, options?: CallOptions): Promise<Answer> {
    return this.#request({ ...creation, creation: true }, options);
  }

  /** The output of `JSON.stringify`, without credentials. */
  toJSON(): { baseUrl: string } {
    return { baseUrl: this.#base };
  }

  /** Calls a function of the options, before anything is sent. @throws ServiceError that names it */
  #callOwn<T>(name: 'auth' | 'cryptoInfo.body', call: () => T): T {
    try {
      return call();
    } catch (error) {
      const redact = createRedact([this.#apiKey]);
      const message = `service.${name}() failed: ${redactMessage(error, redact)}`;
      throw new ServiceError('invalid-request', message, { sent: false, cause: redactCause(error, redact) });
    }
  }

  async #request<T>(call: ServiceCall<T>, { signal, timeout }: CallOptions = {}): Promise<T> {
    const { name, method, path, target = path, body, creation = false, secret, read } = call;
    const own = this.#callOwn('auth', () => this.#auth(path));
    const wrong = wrongHeaders(own);
    if (wrong !== undefined)
      throw new ServiceError('invalid-request', createRedact([this.#apiKey])(`service.auth(): ${wrong}`), {
        sent: false,
      });
    const headers = {
      accept: 'application/json',
      'user-agent': 'pay-elements',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name.toLowerCase(), value])),
    };
    const secrets = [this.#apiKey, ...Object.values(own), ...(secret === undefined ? [] : [secret])];
    const { data } = await this.#send({
      name,
      path,
      request: { method, url: this.#base + target, headers, ...(body !== undefined && { body }) },
      creation,
      secrets,
      read,
      signal,
      timeout: readMilliseconds('timeout', timeout, this.timeout, 1),
    });
    return data;
  }
}

/** Contract 4.3. */
export const cryptoCreation = (fields: ValidFields): ServiceCall<CryptoAnswer> => ({
  ...{ name: 'createCrypto', method: 'POST', path: '/v1/payments' },
  ...{ body: bodyOf(fields), secret: fields.webhook_url, read: readCryptoAnswer },
});

/** Contract 4.4. */
export const walletCreation = (fields: ValidFields): ServiceCall<WalletAnswer> => ({
  ...{ name: 'createWallet', method: 'POST', path: '/v1/wallet/payments' },
  ...{ body: bodyOf(fields), secret: fields.webhook_url, read: readWalletAnswer },
});

/**
 * Contract 4.5: a GET with a body, of which a cache may return the response to another request. So a nonce is added to
 * `meta`, and the response must match.
 *
 * @throws ServiceError when `meta` has the name of the nonce
 */
export function localcodeCreation(fields: ValidLocalcodeFields): ServiceCall<LocalcodeAnswer> {
  const nonce = crypto.randomUUID();
  return {
    ...{ name: 'createLocalcode', method: 'GET', path: '/v1/payments/localcode' },
    ...{ body: bodyOf(withNonce(fields, nonce)), secret: fields.webhook_url },
    read(text) {
      const answer = readLocalcodeAnswer(text);
      const field = mismatchedField(answer, fields, nonce);
      if (field !== undefined) throw new UnreadableAnswer(field, 'does not match this request');
      return withoutNonce(answer);
    },
  };
}

/**
 * The amount is a JSON number with exactly its digits: `JSON.stringify` would write 1234567890.123456789 as
 * 1234567890.1234567.
 */
function bodyOf(fields: ValidFields): string {
  const { amount } = fields;
  if (!/^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(amount)) throw new TypeError('number: plain decimal text is needed');
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const text = name === 'amount' ? amount : JSON.stringify(value);
    return text === undefined ? [] : `${JSON.stringify(name)}:${text}`;
  });
  return `{${parts.join(',')}}`;
}

/** Why these are no headers; undefined when they are. */
function wrongHeaders(headers: unknown): string | undefined {
  if (!isRecord(headers)) return `an object of headers is needed, not ${kindOf(headers)}`;
  // A Headers, a Map or a promise has no fields of its own.
  if (typeof headers['get'] === 'function' || typeof headers['then'] === 'function')
    return 'a plain object of headers is needed';
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return `'${name}' is not the name of a header`;
    if (typeof value !== 'string') return `the header ${name} is ${kindOf(value)}, not text`;
  }
  return undefined;
}
