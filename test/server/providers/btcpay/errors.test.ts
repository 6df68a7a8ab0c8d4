import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { ProviderError } from '../../../../src/server/index.ts';
import { btcpay } from '../../../../src/server/providers/btcpay/index.ts';
import { readBtcpayRefusal } from '../../../../src/server/providers/btcpay/refusal.ts';
import { PERMISSIONS } from '../../../../src/sandbox/btcpay/start-btcpay-sandbox.ts';
import { call, optionsOf, startAnswer, startServer, wanted } from './server.ts';

const GOOD = {
  url: 'https://btcpay.example',
  storeId: 'HPPHFtmKyyNXMKNZcbjHDz9fYBcuYs3GkuRWnUi1iDrg',
  apiKey: 'c0ffee',
  webhookSecret: 'a long enough secret',
};

test('each option is checked by name, and its value is never in the message', () => {
  btcpay(GOOD);
  btcpay({ ...GOOD, url: 'http://127.0.0.1:14142/' });
  btcpay({ ...GOOD, url: 'http://btcpayserver.onion' });
  btcpay({ ...GOOD, url: 'http://btcpayserver:49392', allowHttp: true });
  const wrong: readonly [object | undefined, RegExp][] = [
    [undefined, /^btcpay: an object such as \{ url, storeId, apiKey, webhookSecret \} is needed/],
    [{ url: undefined }, /^btcpay\.url is undefined: is BTCPAY_URL set\?/],
    [{ url: 'btcpay.example' }, /^btcpay\.url: an absolute address such as/],
    [{ url: 'ftp://btcpay.example' }, /^btcpay\.url: http or https/],
    [{ url: 'http://btcpay.example' }, /^btcpay\.url: https is needed.*btcpay\.allowHttp: true/],
    [{ url: 'https://user:word@btcpay.example' }, /^btcpay\.url: no user/],
    [{ storeId: undefined }, /^btcpay\.storeId is undefined: is BTCPAY_STORE_ID set\?/],
    [{ storeId: 'a/../b' }, /^btcpay\.storeId: letters and digits/],
    [{ apiKey: undefined }, /^btcpay\.apiKey is undefined: is BTCPAY_API_KEY set\?/],
    [{ apiKey: 'two words' }, /^btcpay\.apiKey: plain text without spaces/],
    [{ webhookSecret: undefined }, /^btcpay\.webhookSecret is undefined: is BTCPAY_WEBHOOK_SECRET set\?/],
    [{ webhookSecret: '' }, /^btcpay\.webhookSecret: the secret of the webhook/],
    [{ readsPerMinute: 0 }, /^btcpay\.readsPerMinute: a whole number from 1/],
    [{ allowHttp: 'yes' }, /^btcpay\.allowHttp: true or false/],
    [{ baseUrl: 'x' }, /^btcpay\.baseUrl: is now called url/],
    [{ webhookSecrets: 'x' }, /^btcpay\.webhookSecrets: no such option; did you mean webhookSecret\?/],
  ];
  for (const [options, message] of wrong) {
    const given = options && { ...GOOD, ...options };
    assert.throws(() => btcpay(given as typeof GOOD), { name: 'ConfigurationError', message });
  }
  for (const value of ['two words', 'a/../b', 'word@'])
    assert.throws(
      () => btcpay({ ...GOOD, apiKey: value, storeId: value, url: `https://${value}` }),
      ({ message }: Error) => !message.includes(value),
    );
});

test('errors name the missing permission and the store', async (t) => {
  for (const missing of PERMISSIONS) {
    const permissions = PERMISSIONS.filter((one) => one !== missing);
    const { provider, sandbox } = await startServer(t, { permissions });
    const work = missing.endsWith('settings') ? provider.offers!(call()) : provider.create(wanted, call());
    await assert.rejects(work, ({ code, status, message }: Error & { code: string; status: number }) => {
      assert.deepEqual({ code, status }, { code: 'unauthorized', status: 403 });
      assert.ok(message.includes(`lacks the permission ${missing} for the store ${sandbox.storeId}`), message);
      return true;
    });
  }
});

test('a wrong store and a wrong key are told apart', async (t) => {
  const { sandbox } = await startServer(t);
  const otherStore = btcpay({ ...optionsOf(sandbox), storeId: 'another' });
  await assert.rejects(otherStore.create(wanted, call()), /Compare btcpay\.storeId with the id in the settings/);
  const otherKey = btcpay({ ...optionsOf(sandbox), apiKey: 'another-key' });
  await assert.rejects(otherKey.create(wanted, call()), {
    code: 'unauthorized',
    message: /the API key is not accepted/,
  });
});

test('errors of a creation say what to set up', async (t) => {
  const noWallet = await startServer(t, { store: { paymentMethods: [] } });
  await assert.rejects(noWallet.provider.create(wanted, call()), /has no wallet\. Connect one in the settings/);
  const noLitecoin = await startServer(t, { store: { paymentMethods: ['BTC-CHAIN'] } });
  const litecoin = { ...wanted, coin: 'LTC' } as const;
  await assert.rejects(noLitecoin.provider.create(litecoin, call()), /no LTC can be paid in the store/);
  const noRate = await startServer(t);
  await assert.rejects(noRate.provider.create({ ...wanted, currency: 'NOK' }, call()), /no exchange rate for BTC/);
  const notSynced = await startServer(t);
  notSynced.sandbox.setFault('not-synced');
  await assert.rejects(notSynced.provider.create(wanted, call()), /the node of BTC is not reachable or not in sync/);
  const unsupported = await startServer(t);
  const bitcoinCash = { ...wanted, coin: 'BCH' } as const;
  await assert.rejects(unsupported.provider.create(bitcoinCash, call()), {
    code: 'rejected',
    field: 'checkout.paymentMethods[0]',
    message: /checkout\.paymentMethods\[0\]: Invalid PaymentMethodId/,
  });
});

test('a refused rate says when to try again', async (t) => {
  const { provider, sandbox } = await startServer(t);
  sandbox.setFault('rate-limited');
  await assert.rejects(provider.create(wanted, call()), { code: 'rate-limited', status: 429, retryAfter: 7 });
});

test('what is not an answer of the server is refused', async (t) => {
  const { provider, sandbox } = await startServer(t);
  const faults = [
    ['redirect', /redirected with 302\. Set btcpay\.url/],
    ['not-json', /the response is not JSON.*an HTML page\. Is btcpay\.url the address/],
    ['huge', /longer than 1048576 bytes/],
  ] as const;
  for (const [fault, message] of faults) {
    sandbox.setFault(fault);
    await assert.rejects(provider.offers!(call()), { code: 'bad-answer', message });
  }
  sandbox.setFault('proxy-error');
  await assert.rejects(provider.offers!(call()), { code: 'service-error', status: 502 });
});

test('an answer about another invoice is refused', async (t) => {
  const { provider, sandbox } = await startServer(t);
  const { id } = await provider.create(wanted, call());
  const invoice = await fetch(
    `${sandbox.url}/api/v1/stores/${sandbox.storeId}/invoices/${id}?includePaymentMethods=true`,
    {
      headers: { authorization: `token ${sandbox.apiKey}` },
    },
  );
  const url = await startAnswer(t, 200, await invoice.json());
  const other = btcpay({ ...optionsOf(sandbox), url });
  const payment = { ...wanted, created: 0 };
  await other.read!({ ...payment, id }, call());
  await assert.rejects(other.read!({ ...payment, id: 'another' }, call()), {
    code: 'bad-answer',
    message: /about another invoice than another/,
  });
});

test('a request that takes too long ends', async (t) => {
  const { provider } = await startServer(t);
  const slow = { timeout: 0, signal: new AbortController().signal };
  await assert.rejects(provider.offers!(slow), { code: 'timeout', sent: true });
  await assert.rejects(provider.offers!({ timeout: 1_000, signal: AbortSignal.abort() }), { code: 'aborted' });
});

test('all errors of a validation are named, with the first field', () => {
  const text = JSON.stringify([
    { path: 'amount', message: 'The amount should be 0 or more.' },
    { path: 'checkout.expirationMinutes', message: 'Expiration time must be at least 30 seconds' },
  ]);
  assert.deepEqual(readBtcpayRefusal({ status: 422, text, storeId: 's' }), {
    code: 'rejected',
    field: 'amount',
    reason:
      'amount: The amount should be 0 or more.; checkout.expirationMinutes: Expiration time must be at least 30 seconds',
  });
});

test('no key is in an error, in the provider, or in what it inspects to', async (t) => {
  const { sandbox, provider } = await startServer(t);
  const secrets = [sandbox.apiKey, sandbox.webhookSecret];
  const errors: unknown[] = [];
  for (const fault of ['no-answer', 'rate-limited', 'not-json', 'proxy-error'] as const) {
    sandbox.setFault(fault);
    await provider.offers!(call()).catch((error: unknown) => errors.push(error));
  }
  // A server that repeats the key in its answer.
  const repeated = `key ${sandbox.apiKey}`;
  const repeats = await startAnswer(t, 422, [{ path: repeated, message: repeated }]);
  await btcpay({ ...optionsOf(sandbox), url: repeats }).offers!(call()).catch((error: ProviderError) => {
    assert.equal(error.field, 'key [redacted]');
    errors.push(error);
  });
  const repeatsInInvoice = await startAnswer(t, 200, [
    {
      id: repeated,
      storeId: sandbox.storeId,
      status: 'New',
      amount: '24.90',
      currency: repeated,
      expirationTime: 2e9,
      createdTime: 1e9,
      metadata: { paymentRef: wanted.paymentRef },
      paymentMethods: [
        { paymentMethodId: 'BTC-CHAIN', destination: repeated, amount: '1', due: '1', paymentMethodPaid: '0' },
      ],
    },
  ]);
  const deceived = btcpay({ ...optionsOf(sandbox), url: repeatsInInvoice });
  for (const coin of ['BTC', 'LTC'] as const)
    await deceived.create({ ...wanted, coin }, call()).catch((error: ProviderError) => {
      assert.match(error.message, /the invoice key \[redacted\] /);
      errors.push(error);
    });
  assert.equal(errors.length, 7);
  const all = errors.map((error) => inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error));
  for (const text of [...all, inspect(provider, { depth: 9, showHidden: true }), JSON.stringify(provider)])
    for (const secret of secrets) assert.ok(!text.includes(secret), text);
});
