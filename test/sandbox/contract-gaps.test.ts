import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strict } from '../../src/sandbox/contract/profiles.ts';
import type { ContractGaps } from '../../src/sandbox/contract/contract-gaps.ts';
import { createFixture, cryptoBody, payouts, walletBody } from './support/fixture.ts';

const profile = (contractGaps: Partial<ContractGaps>) => createFixture({ contractGaps });

test('2.6 a single payout address can be reported as one recipient of all', async () => {
  const { crypto } = profile({ singlePayout: 'whole' });
  assert.deepEqual((await crypto())['splitPayoutAddresses'], [{ address: payouts.BTC, percent: 100 }]);
});

test('2.6 a webhook address that was not sent is null, empty or left out', async () => {
  const made = (absentWebhookUrl: ContractGaps['absentWebhookUrl']) =>
    profile({ absentWebhookUrl }).wallet({ webhook_url: undefined });
  assert.equal((await profile({}).wallet({ webhook_url: undefined }))['webhookUrl'], null);
  // What the strict document does not allow is told by the oracle.
  await assert.rejects(made('omitted'), /must have required property 'webhookUrl'/);
  await assert.rejects(made(''), /webhookUrl must match format "uri"/);
});

test('2.6 the mark of the sandbox can be left out, of webhooks too', async () => {
  for (const testMark of [true, false]) {
    const { wallet, control, sent } = profile({ testMark });
    const data = await wallet();
    control.pay(String(data['pid']));
    await control.settled();
    assert.deepEqual(['test' in data, 'test' in sent[0]!.body], [testMark, testMark]);
  }
});

test('3 the status words can be replaced', async () => {
  const { wallet, control, statuses: words } = profile({ statusWords: { PAID: 'SETTLED' } });
  control.pay(String((await wallet())['pid']));
  await control.settled();
  assert.deepEqual(words(), ['SETTLED']);
});

test('3 a transfer can need other confirmations, or none', async () => {
  const { crypto, control, statuses: words } = profile({ confirmations: { required: 0, everyMs: 1 } });
  assert.equal(control.pay(String((await crypto())['tid'])).payment.state, 'PAID');
  await control.settled();
  assert.deepEqual(words(), ['PAID']);
});

test('4.2 the parameter of crypto-info can be another', async () => {
  const { request } = profile({ cryptoInfoParameter: 'coin' });
  assert.equal((await request('GET', '/v1/crypto-info?coin=BTC')).status, 200);
  assert.equal((await request('GET', '/v1/crypto-info?crypto_coin=BTC')).status, 400);
});

test('4 the required fields can be changed', async () => {
  const { request } = profile({ required: { ...strict.required, wallet: [...strict.required.wallet, 'webhook_url'] } });
  const { json } = await request('POST', '/v1/wallet/payments', { ...walletBody, webhook_url: undefined });
  assert.equal(json.error['field'], 'webhook_url');
});

test('2.9 symbols can be read in any letter case', async () => {
  assert.equal((await profile({ coinCase: 'any' }).crypto({ crypto_coin: 'bTc' }))['cryptoCoin'], 'btc');
});

test('4 null can count as not sent', async () => {
  const { request } = profile({ nullMeansAbsent: true });
  assert.equal((await request('POST', '/v1/payments', { ...cryptoBody, addresses: null, meta: null })).status, 200);
  assert.equal((await createFixture().request('POST', '/v1/payments', { ...cryptoBody, meta: null })).status, 400);
});

test('4.4 a wallet payment can be in USD alone', async () => {
  const { request } = profile({ walletCurrencies: ['USD'] });
  const { json } = await request('POST', '/v1/wallet/payments', walletBody);
  assert.equal(json.error['field'], 'currency');
  assert.equal((await request('POST', '/v1/wallet/payments', { ...walletBody, currency: 'USD' })).status, 200);
});

test('5 payments can need a key, or look at none, or take the store key alone', async () => {
  const requestOf = (contractGaps: Partial<ContractGaps>, key?: string) =>
    profile(contractGaps)
      .request('POST', '/v1/wallet/payments', walletBody, key ? { authorization: `Bearer ${key}` } : {})
      .then(({ status }) => status);
  assert.equal(await requestOf({ paymentAuth: 'required' }), 401);
  assert.equal(await requestOf({ paymentAuth: 'required' }, 'user-key'), 200);
  assert.equal(await requestOf({ paymentAuth: 'none' }, 'wrong'), 200);
  assert.equal(await requestOf({ paymentKeys: ['store'] }, 'user-key'), 401);
  assert.equal(await requestOf({ paymentKeys: ['store'] }, 'store-key'), 200);
});

test('6 the times and the body of a webhook can be changed', async () => {
  const { wallet, control, sent } = profile({
    webhookStates: ['PAID'],
    webhookBody: ({ id, status }) => ({ data: { id, paymentStatus: status } }),
  });
  const id = String((await wallet())['pid']);
  control.note(id, 'wrong');
  control.pay(id);
  await control.settled();
  assert.deepEqual(
    sent.map(({ body }) => body),
    [{ data: { id, paymentStatus: 'PAID' } }],
  );
});

test('7 the body and the status of a refusal can be changed', async () => {
  const { sandbox } = profile({
    refusalStatus: { ...strict.refusalStatus, invalid_request: 422 },
    refusalBody: ({ field, reason }) => ({ errors: [{ [field ?? '']: reason }] }),
  });
  const headers = { 'content-type': 'application/json' };
  const { status, body } = await sandbox.handle({ method: 'POST', path: '/v1/payments', headers, body: '{}' });
  assert.equal(status, 422);
  assert.deepEqual(JSON.parse(body), { errors: [{ currency: 'is missing' }] });
});

test('8 a 429 can come without Retry-After, and the account can count too', async () => {
  const { request, control } = createFixture({
    requestsPerMinute: 1,
    contractGaps: { sendRetryAfter: false, quotaCounts: 'all' },
  });
  const user = { authorization: 'Bearer user-key' };
  await request('GET', '/v2/user/me', undefined, user);
  const { status, headers } = await request('GET', '/v2/user/me', undefined, user);
  assert.equal(status, 429);
  assert.equal('retry-after' in headers, false);
  assert.equal(control.account().used, 1);
});

test('8 the longest body, the longest texts and the period are options too', async () => {
  const small = profile({ maxBodyBytes: 20 });
  assert.equal((await small.request('POST', '/v1/payments', cryptoBody)).status, 413);
  const short = profile({ maxLength: { ...strict.maxLength, url: 10 } });
  assert.equal((await short.request('POST', '/v1/payments', cryptoBody)).json.error['field'], 'webhook_url');
  const { wallet, control } = profile({ quotaPeriodMs: 1_000 });
  await wallet();
  await control.advance(2_500);
  assert.equal(control.account().used, 0);
});

test('8 the minute can begin anew on the clock, and refused requests can count', async () => {
  const info = ['GET', '/v1/crypto-info?crypto_coin=BTC'] as const;
  const fixed = createFixture({ requestsPerMinute: 2, contractGaps: { rateWindow: 'fixed' } });
  await fixed.control.advance(59_000);
  for (const status of [200, 200, 429]) assert.equal((await fixed.request(...info)).status, status);
  const { headers } = await fixed.request(...info);
  assert.equal(headers['retry-after'], '1');
  await fixed.control.advance(999);
  assert.equal((await fixed.request(...info)).status, 429);
  await fixed.control.advance(1);
  assert.equal((await fixed.request(...info)).status, 200);

  const strictest = createFixture({ requestsPerMinute: 1, contractGaps: { rateCountsRefused: true } });
  assert.equal((await strictest.request(...info)).status, 200);
  for (let times = 0; times < 3; times += 1) {
    await strictest.control.advance(30_000);
    assert.equal((await strictest.request(...info)).status, 429);
  }
  await strictest.control.advance(60_000);
  assert.equal((await strictest.request(...info)).status, 200);
});

test('4.5 the code can arrive by a separate call, or only by the phone', async () => {
  const call = profile({ codeEntry: 'endpoint' });
  const bid = String((await call.localcode())['bid']);
  const headers = { 'content-type': 'application/json' };
  const enter = async (code: unknown) => {
    const path = `/v1/payments/localcode/${bid}/code`;
    const { status, body } = await call.sandbox.handle({
      method: 'POST',
      path,
      headers,
      body: JSON.stringify({ code }),
    });
    return { status, json: JSON.parse(body) as { error?: { field: string }; data?: { status: string } } };
  };
  for (const code of ['wrong', 7, undefined]) {
    const { status, json } = await enter(code);
    assert.deepEqual([status, json.error?.field], [400, 'code']);
  }
  assert.equal(call.control.payment(bid).state, 'PENDING');
  assert.equal((await enter(call.control.payment(bid).code)).json.data?.status, 'PAID');
  assert.equal((await enter(call.control.payment(bid).code)).status, 400);

  for (const [codeEntry, form] of [
    ['page', true],
    ['endpoint', true],
    ['phone', false],
  ] as const) {
    const { localcode, request } = profile({ codeEntry });
    const { body } = await request('GET', `/pay/${String((await localcode())['bid'])}`);
    assert.equal(body.includes('name="code"'), form, codeEntry);
  }
});

test('6 a webhook can be signed with the key of the store, over the sent body', async () => {
  const { createHmac } = await import('node:crypto');
  const signatures: [string | undefined, string][] = [];
  const { wallet, control } = createFixture({
    contractGaps: { webhookSignature: 'hmac' },
    send: async (_, body, { headers }) => {
      signatures.push([headers['x-signature'], createHmac('sha256', 'store-key').update(body).digest('hex')]);
      return { status: 200, text: '' };
    },
  });
  control.pay(String((await wallet())['pid']));
  await control.settled();
  const [[sent, own] = []] = signatures;
  assert.equal(sent, own);
});

test('6 a webhook can be a form, or a GET that has its fields in the query', async () => {
  for (const webhookMethod of ['POST', 'GET'] as const) {
    const sent: [string, string, string][] = [];
    const { crypto, control } = createFixture({
      contractGaps: { webhookBody: 'form', webhookMethod },
      send: async (url, body, { method }) => {
        sent.push([method, url, body]);
        return { status: 200, text: '' };
      },
    });
    const id = String((await crypto({ webhook_url: 'http://127.0.0.1:9/hook?shop=1' }))['tid']);
    control.under(id, '0.0002');
    await control.settled();
    const fields = `tid=${id}&status=UNDERPAID&cryptoAmountReceived=0.0002&test=true`;
    const expected: Record<string, [string, string, string]> = {
      POST: ['POST', 'http://127.0.0.1:9/hook?shop=1', fields],
      GET: ['GET', `http://127.0.0.1:9/hook?shop=1&${fields}`, ''],
    };
    assert.deepEqual(sent, [expected[webhookMethod]]);
  }
});

test('2 no digit is lost, however a number is written', async () => {
  const amounts: [ContractGaps['numbers'], unknown][] = [
    ['plain', '0.006410716575'],
    ['exponent', '6.410716575e-3'],
    ['text', '"0.006410716575"'],
  ];
  for (const [numbers, written] of amounts) {
    const { sandbox } = profile({ numbers, quoteDecimals: { ETH: 12 } });
    const { body } = await sandbox.handle({
      method: 'POST',
      path: '/v1/payments',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...cryptoBody, amount: 20.004, crypto_coin: 'ETH', payout_address: payouts.ETH }),
    });
    const [, text = ''] = /"cryptoAmountExpected":([^,]+),/.exec(body) ?? [];
    assert.equal(text, written);
  }
});
