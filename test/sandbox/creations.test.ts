import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPng } from '../../src/core/web.ts';
import { symbols } from '../../src/sandbox/contract/coins.ts';
import { createFixture, cryptoBody, HOOK, localcodeBody, payouts, walletBody } from './support/fixture.ts';

test('4.1 the account is a success envelope with user, plan and store', async () => {
  const { request } = createFixture();
  const { status, json } = await request('GET', '/v2/user/me', undefined, { authorization: 'Bearer user-key' });
  assert.equal(status, 200);
  assert.equal((json as { status?: unknown }).status, 'success');
  assert.deepEqual(json.meta, {});
  assert.equal(json.data['apiKey'], 'user-key');
  assert.equal(json.data['createdAt'], '2026-01-15T09:30:00.000Z');
  const plan = json.data['currentPlan'] as Record<string, unknown>;
  assert.equal(plan['apiRequestLimit'], 850);
  assert.equal(plan['remainingTime'], 'Unlimited');
  const [store] = json.data['stores'] as Record<string, unknown>[];
  assert.equal(store?.['apiKey'], 'store-key');
  assert.equal(store?.['maxApiRequests'], 850);
});

test('4.2 crypto-info gives the minimum of each coin', async () => {
  const { request } = createFixture();
  for (const symbol of symbols) {
    const { json } = await request('GET', `/v1/crypto-info?crypto_coin=${encodeURIComponent(symbol)}`);
    assert.ok(Number(json.data['minimum_transaction_coin']) > 0, symbol);
  }
  const wrong = await request('GET', '/v1/crypto-info?crypto_coin=XMR');
  assert.equal(wrong.status, 400);
  assert.equal(wrong.json.error['field'], 'crypto_coin');
});

test('4.3 a cryptocurrency payment has every field of 2.6, in the letter case shown', async () => {
  const { request } = createFixture();
  const { status, json } = await request('POST', '/v1/payments', cryptoBody);
  assert.equal(status, 200);
  const { qrCodeBase64, ...data } = json.data;
  assert.ok(readPng(qrCodeBase64));
  const tid = String(data['tid']);
  assert.deepEqual(data, {
    tid,
    address: data['address'],
    currency: 'usd',
    amount: 19.9,
    cryptoCoin: 'btc',
    cryptoAmountExpected: 0.00030973,
    splitPayoutAddresses: [],
    status: 'NEW',
    webhookUrl: HOOK,
    hostedUrl: `http://sandbox.test/pay/${tid}`,
    meta: { order: '1001' },
    test: true,
  });
});

test('4.3 each coin is accepted, and its symbol is returned in lower case', async () => {
  const { crypto } = createFixture();
  for (const symbol of symbols) {
    const data = await crypto({ crypto_coin: symbol, payout_address: payouts[symbol] });
    assert.equal(data['cryptoCoin'], symbol.toLowerCase());
  }
});

test('4.3 a split comes back as it was sent', async () => {
  const { request } = createFixture();
  // Added up as doubles these give 99.99999999999999.
  const addresses = [
    { address: payouts.BTC, percent: 0.1 },
    { address: 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g', percent: 64.1 },
    { address: '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', percent: 35.8 },
  ];
  const { payout_address: _, ...rest } = cryptoBody;
  const { json } = await request('POST', '/v1/payments', { ...rest, addresses });
  assert.deepEqual(json.data['splitPayoutAddresses'], addresses);
});

test('4.4 a wallet payment has every field of 2.7, in the letter case shown', async () => {
  const { request } = createFixture();
  const { status, json } = await request('POST', '/v1/wallet/payments', { ...walletBody, currency: 'eur' });
  assert.equal(status, 200);
  const { pid, note } = json.data;
  assert.match(String(note), /^PN-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  assert.deepEqual(json.data, {
    pid,
    currency: 'EUR',
    amount: 32,
    payoutEmail: 'shop@example.com',
    additionalInformation: null,
    note,
    status: 'NEW',
    webhookUrl: HOOK,
    hostedUrl: `http://sandbox.test/wallet/${String(pid)}`,
    meta: {},
    test: true,
  });
});

test('4.4 additional information comes back', async () => {
  const { wallet } = createFixture();
  const data = await wallet({ additional_information: 'Gate 3 <b>' });
  assert.equal(data['additionalInformation'], 'Gate 3 <b>');
});

test('4.5 a local mobile-code payment is made by a GET with a body, and has every field of 2.8', async () => {
  const { request } = createFixture();
  const { status, json } = await request('GET', '/v1/payments/localcode', localcodeBody);
  assert.equal(status, 200);
  assert.match(json.message, /created.*waits for the code/);
  const bid = String(json.data['bid']);
  assert.deepEqual(json.data, {
    bid,
    amount: 20,
    payoutCryptoCoin: 'DOGE',
    payoutAddress: payouts.DOGE,
    status: 'PENDING',
    webhookUrl: HOOK,
    hostedUrl: `http://sandbox.test/pay/${bid}`,
    meta: {},
    test: true,
  });
});

test('meta comes back untouched, digit for digit', async () => {
  const { request } = createFixture();
  const meta = '{"n":12345678901234567890,"d":1.10,"deep":{"__proto__":[null,true,"\\u00e9 \\"5\\""]},"":""}';
  const { body } = await request(
    'POST',
    '/v1/wallet/payments',
    JSON.stringify(walletBody).replace('{', `{"meta":${meta},`),
  );
  assert.ok(body.includes(`"meta":${meta.replace('\\u00e9', 'é')}`), body);
});

test('an amount of 18 decimals is written digit for digit, without an exponent', async () => {
  const { request } = createFixture({ contractGaps: { quoteDecimals: { ETH: 18, BNB: 30 } } });
  const fields = { ...cryptoBody, crypto_coin: 'ETH', payout_address: payouts.ETH };
  const { body } = await request('POST', '/v1/payments', fields);
  assert.match(body, /"cryptoAmountExpected":0\.006377387514421229[,}]/);
  // Never more places than the coin has.
  const { body: bnb } = await request('POST', '/v1/payments', { ...fields, crypto_coin: 'BNB' });
  assert.match(bnb, /"cryptoAmountExpected":0\.\d{18}[,}]/);
  const { body: tiny } = await request('POST', '/v1/payments', { ...fields, amount: 0.00000001 });
  assert.match(tiny, /"amount":0\.00000001,.*"cryptoAmountExpected":0\.0000000000\d{8}[,}]/);
});

test('an expected amount is rounded up, so that it is never worth less than the price', async () => {
  const { crypto } = createFixture();
  assert.equal((await crypto({ amount: 64250.5 }))['cryptoAmountExpected'], 1);
  assert.equal((await crypto({ amount: 64250.5001 }))['cryptoAmountExpected'], 1.00000001);
});

test('every payment has a unique id, address and note', async () => {
  const { crypto, wallet, localcode } = createFixture({ quota: 1000, requestsPerMinute: 1000 });
  const made = await Promise.all(
    Array.from({ length: 20 }, async () => [await crypto(), await wallet(), await localcode()]),
  );
  for (const [i, keys] of [['tid', 'address'], ['pid', 'note'], ['bid']].entries()) {
    for (const key of keys) assert.equal(new Set(made.map((row) => row[i]?.[key])).size, 20, key);
  }
});
