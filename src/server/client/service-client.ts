import type { CryptoAnswer, CryptoInfo, LocalcodeAnswer, User, WalletAnswer } from './answers.ts';
import type { Answered, Call } from './attempt.ts';
import { createCaller } from './call.ts';
import type { CallName, ClientEvent } from './client-event.ts';
import { checkCrypto, checkLocalcode, checkWallet, readCoin } from './check-fields.ts';
import { systemClock, type Clock } from './clock.ts';
import { createInfoCache } from './info-cache.ts';
import { createDefaultTransport } from './default-transport.ts';
import { foreignField, NONCE_NAME, withoutNonce } from './echo.ts';
import type { CryptoFields, LocalcodeFields, WalletFields } from './fields.ts';
import {
  readApiKey,
  readBaseUrl,
  readMs,
  type CallOptions,
  type CryptoInfoRequest,
  type Given,
  type Raw,
  type ServiceClientOptions,
} from './options.ts';
import { safely } from '../events.ts';
import { createRateLimit } from './rate-limit.ts';
import {
  AnswerFault,
  readCryptoAnswer,
  readCryptoInfo,
  readLocalcodeAnswer,
  readUser,
  readWalletAnswer,
} from './read-answer.ts';
import { readRefusal } from './refusal.ts';
import { createSlotLog, type SlotLog } from './slot-log.ts';

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
  readonly #log: SlotLog;
  readonly #listeners = new Set<(event: ClientEvent) => void>();

  constructor(options: ServiceClientOptions) {
    if (typeof options !== 'object' || options === null) throw new TypeError('options: baseUrl and apiKey are needed');
    const { auth = 'bearer', limit = {}, now, cryptoInfo = {} } = options;
    this.#base = readBaseUrl(options.baseUrl);
    this.#apiKey = readApiKey(options.apiKey);
    this.#timeout = readMs('timeout', options.timeout ?? TIMEOUT_MS, 1);
    this.#infoRequest = cryptoInfo;
    const bearer = { authorization: `Bearer ${this.#apiKey}` };
    this.#auth =
      typeof auth === 'function' ? auth : (path) => (auth === 'bearer' || path === '/v2/user/me' ? bearer : {});

    const clock: Clock = { now: now ?? systemClock.now, after: options.after ?? systemClock.after };
    this.#infos = createInfoCache(clock);
    const perMinute = limit.perMinute === undefined ? {} : { perMinute: limit.perMinute };
    this.#log = limit.log ?? createSlotLog({ ...perMinute, ...(now && { now }) });
    this.#send = createCaller({
      transport: options.transport ?? createDefaultTransport(),
      limit: createRateLimit(this.#log, clock),
      maxWait: readMs('limit.maxWait', limit.maxWait ?? MAX_WAIT_MS, 0),
      clock,
      refusal: options.refusal ?? readRefusal,
      onEvent: (event) => this.#listeners.forEach((hear) => hear(event)),
    });
    if (options.onEvent) this.subscribe(options.onEvent);
  }

  /** Tells of every call from now on, beside `onEvent` and under its promises. Gives how to end it. */
  subscribe(hear: (event: ClientEvent) => unknown): () => void {
    const listener = safely(hear);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** How many requests may be sent now; undefined when the log that was handed in does not say. */
  async freeSlots(): Promise<number | undefined> {
    return this.#log.free?.();
  }

  /** Contract 4.1: the account, its plan and its stores. */
  async currentUser<O extends CallOptions = CallOptions>(options?: O): Promise<Given<User, O>> {
    const ask = { name: 'currentUser', method: 'GET', path: '/v2/user/me', read: readUser } as const;
    return this.#give(await this.#ask(ask, options), options);
  }

  /**
   * Contract 4.2: what the service says of a coin. Asked once in ten minutes for each coin, and once for all who
   * ask meanwhile: `signal` ends this caller's wait only.
   */
  async cryptoInfo<O extends CallOptions = CallOptions>(symbol: string, options?: O): Promise<Given<CryptoInfo, O>> {
    const coin = readCoin('crypto_coin', symbol);
    const { method = 'GET', path = '/v1/crypto-info', query = 'crypto_coin', body } = this.#infoRequest;
    const filled = path.replaceAll('{coin}', encodeURIComponent(coin));
    const target = query === false ? filled : `${filled}?${new URLSearchParams({ [query]: coin })}`;
    const sent = body && { body: JSON.stringify(body(coin)) };
    const ask = { name: 'cryptoInfo', method, path, target, read: readCryptoInfo, ...sent } as const;
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
   * `meta` by which an answer meant for somebody else is known and thrown as `bad_answer`.
   */
  async createLocalcode<O extends CallOptions = CallOptions>(
    fields: LocalcodeFields,
    options?: O,
  ): Promise<Given<LocalcodeAnswer, O>> {
    const nonce = crypto.randomUUID();
    const asked = checkLocalcode(fields, { [NONCE_NAME]: nonce });
    const read = (text: string): LocalcodeAnswer => {
      const answer = readLocalcodeAnswer(text);
      const field = foreignField(answer, asked, nonce);
      if (field !== undefined) throw new AnswerFault(field, 'not what was asked: the answer is not to this request');
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
