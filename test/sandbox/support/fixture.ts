import { createSandbox } from '../../../src/sandbox/service.ts';
import type { Sandbox } from '../../../src/sandbox/service.ts';
import type { SandboxOptions } from '../../../src/sandbox/options.ts';
import type { SandboxAnswer } from '../../../src/sandbox/http.ts';
import { validateAnswer } from '../../support/oracle.ts';

export const START = Date.UTC(2026, 0, 15, 9, 30);
export const HOOK = 'http://127.0.0.1:9/hook';

export const payouts = {
  BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  ETH: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  LTC: 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh',
  BCH: 'bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6',
  DOGE: 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC',
  BNB: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  TRX: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  'ERC20/USDT': '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  'SOL/SOL': 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
} as const;

export const cryptoBody = {
  currency: 'USD',
  amount: 19.9,
  crypto_coin: 'BTC',
  payout_address: payouts.BTC,
  webhook_url: HOOK,
  meta: { order: '1001' },
};
export const walletBody = { currency: 'EUR', amount: 32, payout_email: 'shop@example.com', webhook_url: HOOK };
export const localcodeBody = {
  amount: 20,
  payout_crypto_coin: 'DOGE',
  payout_address: payouts.DOGE,
  webhook_url: HOOK,
};

export interface Answered extends SandboxAnswer {
  // What an answer holds is for each test to say.
  readonly json: { readonly message: string; readonly data: Data; readonly error: Data; readonly meta: Data };
}
export type Data = Readonly<Record<string, unknown>>;

export interface Sent {
  readonly url: string;
  readonly body: Data;
  readonly text: string;
}

export interface Fixture {
  readonly sandbox: Sandbox;
  readonly control: Sandbox['control'];
  /** Every webhook that was tried, the oldest first. */
  readonly sent: Sent[];
  /** The status words of those. */
  readonly statuses: () => unknown[];
  /** What the shop answers from now on; an error is no answer. */
  readonly answerWith: (status: number | Error) => void;
  readonly request: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answered>;
  readonly crypto: (fields?: object) => Promise<Data>;
  readonly wallet: (fields?: object) => Promise<Data>;
  readonly localcode: (fields?: object) => Promise<Data>;
}

/** A sandbox with a clock that stands until it is turned, and a shop that takes webhooks. Every answer is held against the document. */
export function createFixture(options: SandboxOptions = {}): Fixture {
  const sent: Sent[] = [];
  let reply: number | Error = 200;
  const sandbox = createSandbox({
    url: 'http://sandbox.test',
    clock: () => START,
    timers: { set: () => 0, clear: () => undefined },
    seed: 'bench',
    apiKey: 'user-key',
    storeApiKey: 'store-key',
    send: async (url, text) => {
      sent.push({ url, text, body: JSON.parse(text) as Data });
      if (reply instanceof Error) throw reply;
      return { status: reply, text: 'taken' };
    },
    ...options,
  });

  async function request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await sandbox.handle({ method, path, headers: { ...type, ...headers }, body: text });
    const known = /^\/v\d/.test(path) && answer.status !== 404 && answer.status !== 405;
    if (known) validateAnswer(method, path, answer.status, answer.body);
    const isJson = answer.headers['content-type']?.startsWith('application/json') === true;
    return { ...answer, json: (isJson ? JSON.parse(answer.body) : {}) as Answered['json'] };
  }

  const made = async (method: string, path: string, body: object) => {
    const { status, json } = await request(method, path, body);
    if (status !== 200) throw new Error(json.message);
    return json.data;
  };

  return {
    sandbox,
    control: sandbox.control,
    sent,
    statuses: () => sent.map(({ body }) => body['status']),
    answerWith: (status) => (reply = status),
    request,
    crypto: (fields) => made('POST', '/v1/payments', { ...cryptoBody, ...fields }),
    wallet: (fields) => made('POST', '/v1/wallet/payments', { ...walletBody, ...fields }),
    localcode: (fields) => made('GET', '/v1/payments/localcode', { ...localcodeBody, ...fields }),
  };
}
