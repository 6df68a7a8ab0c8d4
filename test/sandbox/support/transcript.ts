import type { ContractGaps } from '../../../src/sandbox/contract/contract-gaps.ts';
import { createSandbox } from '../../../src/sandbox/service.ts';
import { cryptoBody, localcodeBody, START, walletBody } from './fixture.ts';

const USER = { authorization: 'Bearer user-key' };
const STORE = { authorization: 'Bearer store-key' };

/** All that can be seen of a sandbox from outside, in one long afternoon: every answer, and every webhook. */
export async function transcript(contractGaps: Partial<ContractGaps>): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  let shop = 200;
  const sandbox = createSandbox({
    url: 'http://sandbox.test',
    clock: () => START + 30_000, // in the middle of a minute
    timers: { set: () => 0, clear: () => undefined },
    seed: 'transcript',
    apiKey: 'user-key',
    storeApiKey: 'store-key',
    requestsPerMinute: 5,
    send: async (url, body, { method, headers }) => {
      seen.push({ at: sandbox.control.now(), url, body, method, headers });
      return { status: shop, text: '' };
    },
    contractGaps,
  });
  const { control } = sandbox;

  async function request(method: string, path: string, body?: object | string, headers: Record<string, string> = {}) {
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await sandbox.handle({
      method,
      path,
      headers: { ...(text && { 'content-type': 'application/json' }), ...headers },
      body: text,
    });
    seen.push([method, path, answer.status, answer.headers, answer.body]);
  }
  /** One request, and then an hour without another one. */
  async function alone(...given: Parameters<typeof request>) {
    await request(...given);
    await control.advance(3_600_000);
  }
  const newest = () => control.payments()[0]?.id ?? '';

  for (const key of [USER, STORE]) await alone('GET', '/v2/user/me', undefined, key);
  for (const name of ['crypto_coin', 'symbol']) await alone('GET', `/v1/crypto-info?${name}=BTC`);
  await alone('POST', '/v1/crypto-info', { crypto_coin: 'ETH' });
  for (const key of [{}, USER]) await alone('POST', '/v1/payments', cryptoBody, key);
  await alone('POST', '/v1/payments', { ...cryptoBody, crypto_coin: 'btc' });
  await alone('POST', '/v1/payments', { ...cryptoBody, amount: '19.9' });
  await alone('POST', '/v1/payments', { ...cryptoBody, addresses: null });
  await alone('POST', '/v1/wallet/payments', { ...walletBody, webhook_url: undefined });
  await alone('POST', '/v1/wallet/payments', { ...walletBody, currency: undefined });
  await alone('POST', '/v1/wallet/payments', { ...walletBody, additional_information: 'x'.repeat(200) });

  await request('GET', '/v1/payments/localcode', localcodeBody, USER);
  const { id: bid, code } = control.payments()[0] ?? { id: '', code: '' };
  for (const one of ['wrong', code]) await request('POST', `/v1/payments/localcode/${bid}/code`, { code: one }, USER);
  await control.advance(3_600_000);

  await request('POST', '/v1/payments', cryptoBody, USER);
  control.pay(newest());
  await control.advance(3_600_000);
  await request('POST', '/v1/payments', cryptoBody, STORE);
  if (control.payment(newest()).state === 'NEW') {
    control.expire(newest());
    shop = 503;
    control.pay(newest());
    await control.advance(3_600_000);
  }
  shop = 200;
  await control.advance(3_600_000 * 24);
  for (let i = 0; i < 9; i += 1) {
    await request('GET', '/v2/user/me', undefined, USER);
    await control.advance(i === 5 ? 29_000 : 1_000);
  }
  sandbox.close();
  return seen;
}
