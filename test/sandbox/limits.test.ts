import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFixture, walletBody } from './support/fixture.ts';

const user = { authorization: 'Bearer user-key' };
const INFO = '/v1/crypto-info?crypto_coin=BTC';

test('5 the account needs the global key', async () => {
  const { request } = createFixture();
  for (const headers of [
    {},
    { authorization: 'Bearer wrong' },
    { authorization: 'user-key' },
    { authorization: 'Bearer store-key' },
  ]) {
    const { status, headers: answered, json } = await request('GET', '/v2/user/me', undefined, headers);
    assert.equal(status, 401);
    assert.equal(answered['www-authenticate'], 'Bearer');
    assert.equal(json.error['field'], 'Authorization');
  }
  assert.equal((await request('GET', '/v2/user/me', undefined, { authorization: 'bearer user-key' })).status, 200);
});

test('2.4 an endless quota is a whole number of requests', async () => {
  const { request } = createFixture({ quota: Infinity });
  const { json } = await request('GET', '/v2/user/me', undefined, user);
  const [store] = (json['data'] as { stores: { maxApiRequests: number }[] }).stores;
  assert.equal(store!.maxApiRequests, Number.MAX_SAFE_INTEGER);
});

test('5 payments need no key, but a sent key must be valid', async () => {
  const { request } = createFixture();
  const currentUser = (key?: string) =>
    request('POST', '/v1/wallet/payments', walletBody, key ? { authorization: `Bearer ${key}` } : {});
  assert.equal((await currentUser()).status, 200);
  assert.equal((await currentUser('user-key')).status, 200);
  assert.equal((await currentUser('store-key')).status, 200);
  assert.equal((await currentUser('wrong')).status, 401);
});

test('8 the 36th request of a minute is refused, and let in when the first is a minute old', async () => {
  const { request, control } = createFixture();
  for (let i = 0; i < 35; i += 1) {
    if (i === 10) await control.advance(20_000);
    assert.equal((await request('GET', INFO)).status, 200);
  }
  const refused = await request('GET', INFO);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['retry-after'], '40');
  assert.equal(refused.json.error['code'], 'rate_limited');
  // A sliding window: the first ten leave it after a minute, the others 20 s later.
  await control.advance(39_999);
  assert.equal((await request('GET', INFO)).status, 429);
  await control.advance(1);
  for (let i = 0; i < 10; i += 1) assert.equal((await request('GET', INFO)).status, 200);
  assert.equal((await request('GET', INFO)).headers['retry-after'], '20');
});

test('8 each key has its own window', async () => {
  const { request } = createFixture();
  for (let i = 0; i < 35; i += 1) await request('GET', INFO);
  assert.equal((await request('GET', INFO)).status, 429);
  assert.equal((await request('GET', INFO, undefined, user)).status, 200);
});

test('8 requests are counted in currentApiUsage, and refused beyond the quota', async () => {
  const { request, control } = createFixture({ quota: 4 });
  const usage = async () => {
    const { json } = await request('GET', '/v2/user/me', undefined, user);
    const [store] = json.data['stores'] as Record<string, unknown>[];
    return store?.['currentApiUsage'];
  };
  await request('GET', INFO);
  await request('POST', '/v1/wallet/payments', walletBody);
  await request('POST', '/v1/wallet/payments', {}); // refused, yet a request
  await request('GET', INFO, undefined, { authorization: 'Bearer wrong' }); // nobody's
  assert.equal(await usage(), 3);
  await request('GET', INFO);
  const { status, json } = await request('GET', INFO);
  assert.equal(status, 403);
  assert.equal(json.error['code'], 'quota_exhausted');
  assert.equal(await usage(), 4);
  // The period's end begins the count anew.
  await control.advance(30 * 24 * 60 * 60 * 1000);
  assert.equal((await request('GET', INFO)).status, 200);
  assert.equal(await usage(), 1);
});

test('8 control calls and pages count nothing', async () => {
  const { request, control, wallet } = createFixture();
  const { pid } = await wallet();
  for (let i = 0; i < 50; i += 1) {
    await request('GET', '/_control/payments');
    await request('GET', `/wallet/${String(pid)}/status`);
  }
  const { used, lastMinute } = control.account();
  assert.deepEqual([used, lastMinute], [1, 1]);
});
