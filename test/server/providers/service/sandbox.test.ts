import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { profiles, startSandbox, type Profile, type StartOptions } from '../../../../src/sandbox/index.ts';
import { nodeTransport } from '../../../../src/server/http/node/index.ts';
import {
  ServiceClient,
  type ServiceClientOptions,
  type Transport,
} from '../../../../src/server/providers/service/client/index.ts';
import { clientSuite, type Service } from './client-suite.ts';
import { ADDRESSES, failure } from './support.ts';

/** What each profile does, and what a shop would have been told of it. The client finds out the rest by itself. */
const OF_PROFILE: Readonly<Record<Profile, Pick<Service, 'does' | 'options'>>> = {
  strict: {},
  lenient: { does: { role: 'merchant', created: 201 } },
  weird: {
    options: { cryptoInfo: { method: 'POST', query: false, body: (coin) => ({ coin }) } },
    does: {
      role: 'SUPER_user',
      created: 202,
      unauthorized: 403,
      walletCurrency: 'USD',
      spare: false,
    },
  },
};

for (const profile of Object.keys(profiles) as Profile[])
  clientSuite(`the sandbox, ${profile}`, async () => {
    const sandbox = await startSandbox({ port: 0, profile });
    return { baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...OF_PROFILE[profile], close: () => sandbox.close() };
  });

/** The bodies of all responses that the clients of `pair` received. */
const received: string[] = [];

const recording: Transport = async (request) => {
  const response = await nodeTransport()(request);
  received.push(response.text);
  return response;
};

async function pair(t: TestContext, options: StartOptions = {}, own: Partial<ServiceClientOptions> = {}) {
  const sandbox = await startSandbox({ port: 0, ...options });
  t.after(() => sandbox.close());
  return new ServiceClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, transport: recording, ...own });
}

const CRYPTO = { amount: '19.99', currency: 'USD', crypto_coin: 'ETH', payout_address: ADDRESSES.ETH } as const;

describe('the client and the sandbox', () => {
  for (const [profile, status, field] of [
    ['strict', 400, 'additional_information'],
    ['lenient', 422, 'additional_information'],
    ['weird', 406, undefined], // HTML names none
  ] as const)
    it(`recognize a refusal by its status, and its field where one is named: ${profile}`, async (t) => {
      const client = await pair(t, { profile });
      const error = await failure(
        client.createWallet({
          amount: 1,
          currency: 'USD',
          payout_email: 'a@shop.example',
          additional_information: 'x'.repeat(20_000),
          webhook_url: 'http://127.0.0.1:9/hook',
        }),
      );
      assert.deepEqual([error.code, error.status, error.field], ['rejected', status, field]);
    });

  for (const profile of ['lenient', 'weird'] as const)
    it(`recognize a used-up quota and a 429 in every form: ${profile}`, async (t) => {
      const fields = { ...CRYPTO, webhook_url: 'http://127.0.0.1:9/hook' };
      const poor = await pair(t, { profile, quota: 1 });
      await poor.createCrypto(fields);
      assert.equal((await failure(poor.createCrypto(fields))).code, 'quota-exhausted');
      const hasty = await pair(t, { profile, requestsPerMinute: 1, clock: () => Date.UTC(2031, 0, 1) });
      await hasty.createCrypto(fields);
      const { code, retryAfter } = await failure(hasty.createCrypto(fields));
      // By a date of the service's clock, five years ahead of ours; or by the minute of contract 8.
      assert.ok(code === 'rate-limited' && retryAfter! >= 60 && retryAfter! <= 61, `${code} ${retryAfter}`);
    });

  it('keep every digit of an amount beyond what a number can hold', async (t) => {
    const client = await pair(t, { contractGaps: { quoteDecimals: { ETH: 18 } } });
    const { cryptoAmountExpectedText } = await client.createCrypto({ ...CRYPTO, amount: '1234567.89' });
    assert.match(cryptoAmountExpectedText, /^\d+\.\d{17,18}$/);
    assert.ok(received.at(-1)!.includes(cryptoAmountExpectedText));
  });

  it('keep fields that the contract does not name: the mark of the sandbox', async (t) => {
    assert.equal((await (await pair(t)).createCrypto(CRYPTO)).test, true);
  });

  it('bring the shop’s meta back without the client’s mark (contract 4.5)', async (t) => {
    const fields = { amount: 20, payout_crypto_coin: 'eth', payout_address: ADDRESSES.ETH, meta: { order: '7' } };
    assert.deepEqual((await (await pair(t)).createLocalcode(fields)).meta, { order: '7' });
    assert.match(received.at(-1)!, /payElementsNonce/);
  });

  it('name an unknown key', async (t) => {
    const client = await pair(t, {}, { apiKey: 'another-key' });
    assert.equal((await failure(client.createCrypto(CRYPTO))).code, 'unauthorized');
  });

  it('name the field that the service refuses', async (t) => {
    const client = await pair(t, { contractGaps: { maxLength: { url: 2048, email: 254, text: 3 } } });
    const error = await failure(
      client.createWallet({
        amount: 1,
        currency: 'USD',
        payout_email: 'a@shop.example',
        additional_information: 'long',
      }),
    );
    assert.deepEqual([error.code, error.status, error.field], ['rejected', 400, 'additional_information']);
    assert.match(error.body ?? '', /additional_information/);
  });

  it('name a quota that is used up (contract 8)', async (t) => {
    const client = await pair(t, { quota: 1 });
    await client.createCrypto(CRYPTO);
    assert.equal((await failure(client.createCrypto(CRYPTO))).code, 'quota-exhausted');
  });

  it('send Retry-After with a 429 (contract 8)', async (t) => {
    const client = await pair(t, { requestsPerMinute: 1 });
    await client.createCrypto(CRYPTO);
    const error = await failure(client.createCrypto(CRYPTO));
    assert.deepEqual([error.code, error.status], ['rate-limited', 429]);
    assert.ok(error.retryAfter! > 50 && error.retryAfter! <= 61, String(error.retryAfter));
  });

  for (const profile of Object.keys(profiles) as Profile[])
    it(`never meet a 429 while the client keeps its own limit (contract 8): ${profile}`, async (t) => {
      const client = await pair(t, { profile }, { limit: { maxWait: 0 } });
      const fields = { ...CRYPTO, webhook_url: 'http://127.0.0.1:9/hook' };
      const done = await Promise.allSettled(Array.from({ length: 40 }, () => client.createCrypto(fields)));
      const codes = done.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { code: string }).code));
      assert.equal(codes.filter((code) => code === 'done').length, 35);
      assert.equal(codes.filter((code) => code === 'busy').length, 5);
    });
});
