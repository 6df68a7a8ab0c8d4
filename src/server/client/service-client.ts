import type { CryptoAnswer, CryptoInfo, LocalcodeAnswer, User, WalletAnswer } from './answers.ts';
import type { Answered, Call } from './attempt.ts';
import { createCaller } from './call.ts';
import type { CallName, ClientEvent } from './client-event.ts';
import { checkCrypto, checkLocalcode, checkWallet, readCoin } from './check-fields.ts';
import { systemClock, type Clock } from './clock.ts';
import { createInfoCache } from './info-cache.ts';
import { createDefaultTransport } from './default-transport.ts';
import { mismatchedField, NONCE_NAME, withoutNonce } from './response-match.ts';
import type { CryptoFields, LocalcodeFields, WalletFields } from './fields.ts';
import {
  checkClientOptions,
  readApiKey,
  readBaseUrl,
  readMs,
  type CallOptions,
  type CryptoInfoRequest,
  type Given,
  type Raw,
  type ServiceClientOptions,
} from './options.ts';
import { ignoreErrors } from '../observability/events.ts';
import { createRateLimit } from './rate-limit.ts';
import {
  UnreadableAnswer,
  readCryptoAnswer,
  readCryptoInfo,
  readCryptoInfoBy,
  readLocalcodeAnswer,
  readUser,
  readWalletAnswer,
} from './read-answer.ts';
import { readRefusal } from './refusal.ts';
import { createPermitLog, type PermitLog } from './permit-log.ts';

export type { ServiceClientOptions } from './options.ts';

/** Milliseconds for one request. */
const TIMEOUT_MS = 30_000;

/** The longest wait for a turn: a shopper waits that long, not longer. Milliseconds. */
const MAX_WAIT_MS = 8_000;

/** What differs from call to call. */
interface Ask<T> {
  readonly name: CallName;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The path with what is filled in and its query, when that is more than the path. */
  readonly target?: string;
  readonly body?: string;
  readonly creation?: boolean;
  /** Beside the key: what must not be seen in an error. */
  readonly secret?: unknown;
  readonly read: (text: string) => T;
}

/**
 * A client of the service's five calls (contract 4.1 to 4.5).
 *
 *     const client = new ServiceClient({ baseUrl: 'https://api.example', apiKey: process.env.PAY_KEY });
 *     const { tid, address, cryptoAmountExpectedText } = await client.createCrypto({
 *       amount: '19.99', currency: 'USD', crypto_coin: 'BTC', payout_address: 'bc1q…',
 *     });
 *
 * Fields and answers bear the contract's own names. What the service would refuse is refused here first, so
 * that no request is spent on it; what fails throws a `ServiceError`. Requests keep to the service's limit: a
 * call waits for its turn, or is refused as `busy`. A creation is never sent twice, except when the service
 * surely made nothing of the first. `{ signal, timeout, raw }` may go with each call. The key is in no error,
 * event or log; 4.1 answers keys, and they are in its answer.
 */
export class ServiceClient {
  readonly #base: string;
  readonly #apiKey: string;
  readonly #auth: (path: string) => Readonly<Record<string, string>>;
  readonly #timeout: number;
  readonly #infoRequest: CryptoInfoRequest;
  readonly #infos: ReturnType<typeof createInfoCache>;
  readonly #send: <T>(call: Call<T>) => Promise<Answered<T>>;
  readonly #log: PermitLog;
  readonly #listeners = new Set<(event: ClientEvent) => void>();

  constructor(options: ServiceClientOptions) {
    checkClientOptions(options);
    const { auth = 'bearer', limit = {}, now, cryptoInfo = {} } = options;
    this.#base = readBaseUrl(options.baseUrl, options);
    this.#apiKey = readApiKey(options.apiKey);
    this.#timeout = readMs('timeout', options.timeout ?? TIMEOUT_MS, 1);
    this.#infoRequest = cryptoInfo;
    const bearer = { authorization: `Bearer ${this.#apiKey}` };
    this.#auth =
      typeof auth === 'function' ? auth : (path) => (auth === 'bearer' || path === '/v2/user/me' ? bearer : {});

    const clock: Clock = { now: now ?? systemClock.now, after: options.after ?? systemClock.after };
    this.#infos = createInfoCache(clock);
    const perMinute = limit.perMinute === undefined ? {} : { perMinute: limit.perMinute };
    this.#log = limit.log ?? createPermitLog({ ...perMinute, ...(now && { now }) });
    this.#send = createCaller({
      transport: options.transport ?? createDefaultTransport(),
      limit: createRateLimit(this.#log, clock),
      maxWait: readMs('limit.maxWait', limit.maxWait ?? MAX_WAIT_MS, 0),
      clock,
      refusal: options.refusal ?? readRefusal,
      onEvent: (event) => this.#listeners.forEach((listener) => listener(event)),
    });
    if (options.onEvent) this.subscribe(options.onEvent);
  }

  /** Calls a function for every event from now on, like `onEvent`. Returns a function that ends the subscription. */
  subscribe(onEvent: (event: ClientEvent) => unknown): () => void {
    const listener = ignoreErrors(onEvent);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** How many requests may be sent now; undefined when a log of the shop's own has no `free()`. */
  async freePermits(): Promise<number | undefined> {
    return this.#log.free?.();
  }

  /** Contract 4.1: the account, its plan and its stores. */
  async currentUser<O extends CallOptions = CallOptions>(options?: O): Promise<Given<User, O>> {
    const ask = { name: 'currentUser', method: 'GET', path: '/v2/user/me', read: readUser } as const;
    return this.#give(await this.#ask(ask, options), options);
  }

  /**
   * Contract 4.2: the service's information on a coin. Cached for ten minutes for each coin, and concurrent calls
   * share one request: `signal` ends the wait of this caller only.
   */
  async cryptoInfo<O extends CallOptions = CallOptions>(symbol: string, options?: O): Promise<Given<CryptoInfo, O>> {
    const coin = readCoin('crypto_coin', symbol);
    const { method = 'GET', path = '/v1/crypto-info', query = 'crypto_coin', body, read } = this.#infoRequest;
    const filled = path.replaceAll('{coin}', encodeURIComponent(coin));
    const target = query === false ? filled : `${filled}?${new URLSearchParams({ [query]: coin })}`;
    const sent = body && { body: JSON.stringify(body(coin)) };
    const reader = read ? readCryptoInfoBy(read, coin) : readCryptoInfo;
    const ask = { name: 'cryptoInfo', method, path, target, read: reader, ...sent } as const;
    const { signal, ...rest } = options ?? {};
    return this.#give(await this.#infos.get(coin, () => this.#ask(ask, rest), signal), options);
  }

  /** Contract 4.3: a payment in a cryptocurrency. */
  async createCrypto<O extends CallOptions = CallOptions>(
    fields: CryptoFields,
    options?: O,
  ): Promise<Given<CryptoAnswer, O>> {
    const { body } = checkCrypto(fields);
    const ask = { name: 'createCrypto', method: 'POST', path: '/v1/payments', body, read: readCryptoAnswer } as const;
    return this.#create(ask, fields, options);
  }

  /** Contract 4.4: a payment to an online wallet. */
  async createWallet<O extends CallOptions = CallOptions>(
    fields: WalletFields,
    options?: O,
  ): Promise<Given<WalletAnswer, O>> {
    const { body } = checkWallet(fields);
    const path = '/v1/wallet/payments';
    return this.#create({ name: 'createWallet', method: 'POST', path, body, read: readWalletAnswer }, fields, options);
  }

  /**
   * Contract 4.5: a payment by a local mobile code. It is a GET that creates, with a body, so a mark travels in
   * `meta`, by which the answer to another request is detected and thrown as `bad-answer`.
   */
  async createLocalcode<O extends CallOptions = CallOptions>(
    fields: LocalcodeFields,
    options?: O,
  ): Promise<Given<LocalcodeAnswer, O>> {
    const nonce = crypto.randomUUID();
    const asked = checkLocalcode(fields, { [NONCE_NAME]: nonce });
    const read = (text: string): LocalcodeAnswer => {
      const answer = readLocalcodeAnswer(text);
      const field = mismatchedField(answer, asked, nonce);
      if (field !== undefined)
        throw new UnreadableAnswer(field, 'not what was asked: the answer is not to this request');
      return withoutNonce(answer);
    };
    const path = '/v1/payments/localcode';
    return this.#create({ name: 'createLocalcode', method: 'GET', path, body: asked.body, read }, fields, options);
  }

  /** For `JSON.stringify`: nothing that opens anything. */
  toJSON(): { baseUrl: string } {
    return { baseUrl: this.#base };
  }

  async #create<T, O extends CallOptions>(
    ask: Ask<T>,
    { webhook_url: secret }: { readonly webhook_url?: unknown },
    options: O | undefined,
  ): Promise<Given<T, O>> {
    return this.#give(await this.#ask({ ...ask, creation: true, secret }, options), options);
  }

  async #ask<T>(ask: Ask<T>, { signal, timeout }: CallOptions = {}): Promise<Raw<T>> {
    const { name, method, path, target = path, body, creation = false, secret, read } = ask;
    const own = this.#auth(path);
    const headers = {
      accept: 'application/json',
      'user-agent': 'pay-elements',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name.toLowerCase(), value])),
    };
    const secrets = [this.#apiKey, ...Object.values(own), ...(typeof secret === 'string' ? [secret] : [])];
    const { data, response } = await this.#send({
      name,
      path,
      request: { method, url: this.#base + target, headers, ...(body !== undefined && { body }) },
      creation,
      secrets,
      read,
      signal,
      timeout: timeout === undefined ? this.#timeout : readMs('timeout', timeout, 1),
    });
    return { data, ...response };
  }

  #give<T, O extends CallOptions>(answer: Raw<T>, options: O | undefined): Given<T, O> {
    return (options?.raw ? answer : answer.data) as Given<T, O>;
  }
}
