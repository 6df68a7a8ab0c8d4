import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFixture, cryptoBody, localcodeBody, payouts, walletBody } from './support/fixture.ts';

const { payout_address: _, ...noPayout } = cryptoBody;
const other = 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g';
const split = (...percents: unknown[]) => ({
  ...noPayout,
  addresses: percents.map((percent, i) => ({
    address: [payouts.BTC, other, '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'][i],
    percent,
  })),
});
const twice = (address: string) => ({
  ...noPayout,
  addresses: [
    { address: payouts.BTC, percent: 50 },
    { address, percent: 50 },
  ],
});

const CRYPTO = ['POST', '/v1/payments'] as const;
const WALLET = ['POST', '/v1/wallet/payments'] as const;
const LOCAL = ['GET', '/v1/payments/localcode'] as const;

/** What is asked, what is wrong with it, and the field that the refusal must name. */
const cases: [readonly [string, string], string, object, string][] = [
  [CRYPTO, '7: percents below 100', split(50, 49.99), 'addresses'],
  [CRYPTO, '7: percents above 100', split(50, 50.0000000000000001, 1), 'addresses'],
  [CRYPTO, '7: both payout forms', { ...split(50, 50), payout_address: payouts.BTC }, 'addresses'],
  [CRYPTO, '7: an address twice', twice(payouts.BTC), 'addresses[1].address'],
  [CRYPTO, '7: an address twice, spelt in another way', twice(payouts.BTC.toUpperCase()), 'addresses[1].address'],
  [CRYPTO, '7: a percent of 0', split(0, 100), 'addresses[0].percent'],
  [CRYPTO, '7: a percent below 0', split(-1, 101), 'addresses[0].percent'],
  [CRYPTO, '7: a percent above 100', split(100.01), 'addresses[0].percent'],
  [CRYPTO, 'a percent as text', split('100'), 'addresses[0].percent'],
  [CRYPTO, 'no recipients', { ...noPayout, addresses: [] }, 'addresses'],
  [CRYPTO, 'recipients that are no list', { ...noPayout, addresses: {} }, 'addresses'],
  [CRYPTO, 'a recipient that is a text', { ...noPayout, addresses: [payouts.BTC] }, 'addresses[0]'],
  [CRYPTO, 'no payout at all', noPayout, 'payout_address'],
  [CRYPTO, 'a payout address of another coin', { ...cryptoBody, payout_address: payouts.TRX }, 'payout_address'],
  [CRYPTO, 'no currency', { ...cryptoBody, currency: undefined }, 'currency'],
  [CRYPTO, 'a currency that is a number', { ...cryptoBody, currency: 840 }, 'currency'],
  [CRYPTO, 'a currency that is none', { ...cryptoBody, currency: 'dollars' }, 'currency'],
  [CRYPTO, 'a currency the service does not take', { ...cryptoBody, currency: 'XTS' }, 'currency'],
  [CRYPTO, 'no amount', { ...cryptoBody, amount: undefined }, 'amount'],
  [CRYPTO, 'an amount as text', { ...cryptoBody, amount: '19.90' }, 'amount'],
  [CRYPTO, 'an amount of 0', { ...cryptoBody, amount: 0 }, 'amount'],
  [CRYPTO, 'an amount below 0', { ...cryptoBody, amount: -1 }, 'amount'],
  [CRYPTO, 'an amount out of all bounds', { ...cryptoBody, amount: 1e300 }, 'amount'],
  [CRYPTO, 'an amount that is null', { ...cryptoBody, amount: null }, 'amount'],
  [CRYPTO, 'a coin that is unknown', { ...cryptoBody, crypto_coin: 'XMR' }, 'crypto_coin'],
  [CRYPTO, '2.9: a coin in lower case', { ...cryptoBody, crypto_coin: 'btc' }, 'crypto_coin'],
  [CRYPTO, 'a coin from the prototype', { ...cryptoBody, crypto_coin: 'constructor' }, 'crypto_coin'],
  [CRYPTO, 'a webhook address that is none', { ...cryptoBody, webhook_url: 'shop' }, 'webhook_url'],
  [CRYPTO, 'a webhook address of another scheme', { ...cryptoBody, webhook_url: 'javascript:1' }, 'webhook_url'],
  [CRYPTO, 'a webhook address with a space', { ...cryptoBody, webhook_url: 'http://shop/a b' }, 'webhook_url'],
  [CRYPTO, 'meta that is a list', { ...cryptoBody, meta: [] }, 'meta'],
  [CRYPTO, 'meta that is a number', { ...cryptoBody, meta: 1 }, 'meta'],
  [WALLET, 'no e-mail', { ...walletBody, payout_email: undefined }, 'payout_email'],
  [WALLET, 'an e-mail that is none', { ...walletBody, payout_email: 'shop@' }, 'payout_email'],
  [WALLET, 'an e-mail with a name', { ...walletBody, payout_email: 'A <a@b.example>' }, 'payout_email'],
  [WALLET, 'information that is no text', { ...walletBody, additional_information: 1 }, 'additional_information'],
  [
    WALLET,
    'information that is too long',
    { ...walletBody, additional_information: 'x'.repeat(1001) },
    'additional_information',
  ],
  [WALLET, 'an amount of 0', { ...walletBody, amount: 0 }, 'amount'],
  [LOCAL, 'no coin', { ...localcodeBody, payout_crypto_coin: undefined }, 'payout_crypto_coin'],
  [LOCAL, 'no payout address', { ...localcodeBody, payout_address: undefined }, 'payout_address'],
  [LOCAL, 'a payout address that is a number', { ...localcodeBody, payout_address: 5 }, 'payout_address'],
  [
    LOCAL,
    'a payout address with a wrong checksum',
    { ...localcodeBody, payout_address: `${payouts.DOGE.slice(0, -1)}D` },
    'payout_address',
  ],
];

for (const [[method, path], fault, body, field] of cases) {
  test(`${method} ${path} refuses ${fault}, and names ${field}`, async () => {
    const { request, control } = createFixture();
    const { status, json } = await request(method, path, body);
    assert.equal(status, 400);
    assert.equal(json.error['field'], field, json.message);
    assert.ok(json.message.startsWith(`${field}: `));
    assert.equal(control.payments().length, 0);
  });
}

test('4.3 a sum is compared with its exact decimals, also where doubles would add up to 100', async () => {
  const { request } = createFixture();
  const text = JSON.stringify(split(50, 50)).replace('"percent":50}', '"percent":50.00000000000000001}');
  const { json } = await request('POST', '/v1/payments', text);
  assert.match(json.message, /add up to 100\.00000000000000001, not to exactly 100/);
});

test('a body that is no JSON object is refused', async () => {
  const { request } = createFixture();
  for (const body of ['', '{', '[]', '"text"', 'null', '1', '\uFFFD', '['.repeat(30_000)]) {
    const { status, json } = await request('POST', '/v1/payments', body, { 'content-type': 'application/json' });
    assert.equal(status, 400, body.slice(0, 9));
    assert.equal(json.error['code'], 'bad_json');
  }
});

test('1 a body of another content type is refused', async () => {
  const { request } = createFixture();
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
    const { status, json } = await request('POST', '/v1/payments', cryptoBody, { 'content-type': type });
    assert.equal(status, 415);
    assert.equal(json.error['field'], 'Content-Type');
  }
  const { status } = await request('POST', '/v1/payments', cryptoBody, {
    'content-type': 'Application/JSON; charset=utf-8',
  });
  assert.equal(status, 200);
});

test('a body that is too large is refused', async () => {
  const { request } = createFixture();
  const { status, json } = await request('POST', '/v1/payments', {
    ...cryptoBody,
    meta: { much: 'é'.repeat(32 * 1024) },
  });
  assert.equal(status, 413);
  assert.equal(json.error['code'], 'too_large');
});

test('9 an unknown path or version is 404, and a wrong method is 405 with the right one in Allow', async () => {
  const { request } = createFixture();
  for (const path of ['/v1', '/v3/user/me', '/v1/user/me', '/v2/payments', '/v1/payments/', '/v1/__proto__']) {
    assert.equal((await request('GET', path)).status, 404, path);
  }
  const post = await request('POST', '/v1/payments/localcode', localcodeBody);
  assert.equal(post.status, 405);
  assert.equal(post.headers['allow'], 'GET');
  assert.equal((await request('GET', '/v1/payments')).headers['allow'], 'POST');
});
