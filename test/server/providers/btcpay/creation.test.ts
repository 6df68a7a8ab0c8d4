import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAddress } from '../../../../src/core/coins/address.ts';
import { btcpay } from '../../../../src/server/providers/btcpay/index.ts';
import { call, optionsOf, startServer, wanted } from './server.ts';

test('an invoice is created over the exact amount, with both references and without the webhook address', async (t) => {
  const { provider, exchanges } = await startServer(t);
  const created = await provider.create(wanted, call());

  const request = exchanges.find(({ method }) => method === 'POST')!;
  assert.deepEqual(request.body, {
    amount: '24.90',
    currency: 'EUR',
    metadata: { buyerEmail: 'payer@shop.example', orderId: wanted.orderRef, paymentRef: wanted.paymentRef },
    checkout: { paymentMethods: ['BTC-CHAIN'], lazyPaymentMethods: false },
  });
  // 24.90 / 59871.37 = 0.000415891...: the server rounds up to a whole satoshi.
  assert.equal(created.amount, '0.0004159');
  assert.equal(created.status, 'New');
  assert.match(created.destination!, /^bcrt1q/);
  assert.ok(!JSON.stringify([created, exchanges]).includes(wanted.webhookUrl));
});

test('amounts keep every digit: they are text in both directions', async (t) => {
  const { provider, exchanges } = await startServer(t, {
    store: { rates: { 'LTC-CHAIN/EUR': '0.00000001' }, network: 'main' },
  });
  const created = await provider.create({ ...wanted, coin: 'LTC', amount: '123456789.01' }, call());
  assert.equal(created.amount, '12345678901000000');
  assert.equal((exchanges.find(({ method }) => method === 'POST')!.body as { amount: unknown }).amount, '123456789.01');
});

test('the offer ends when the invoice does', async (t) => {
  const { provider, sandbox } = await startServer(t);
  const { id, expiresAt } = await provider.create(wanted, call());
  assert.equal(Date.parse(expiresAt!), sandbox.invoices.all.get(id)!.expiration * 1000);
});

test('an address of a test network makes a test payment; one of the main network does not', async (t) => {
  const testNet = await startServer(t);
  assert.equal((await testNet.provider.create(wanted, call())).test, true);
  const mainNet = await startServer(t, { store: { network: 'main' } });
  const created = await mainNet.provider.create(wanted, call());
  assert.ok(checkAddress('BTC', created.destination!).ok);
  assert.equal(created.test, undefined);
});

test('versions before 2.4.1 are asked for the payment methods of an invoice', async (t) => {
  const { provider, exchanges } = await startServer(t, { version: '2.3.9' });
  const created = await provider.create(wanted, call());
  assert.equal(created.amount, '0.0004159');
  const read = { ...wanted, id: created.id, created: 0 };
  exchanges.length = 0;
  assert.equal((await provider.read!(read, call()))?.phase, 'awaiting');
  assert.equal(exchanges.length, 2);
});

test('the same reference gives the same invoice; another reference of the order gives another one', async (t) => {
  const { provider, sandbox } = await startServer(t);
  const first = await provider.create(wanted, call());
  const again = await btcpay(optionsOf(sandbox)).create(wanted, call());
  const other = await provider.create({ ...wanted, paymentRef: 'another' }, call());
  assert.equal(again.id, first.id);
  assert.equal(again.destination, first.destination);
  assert.notEqual(other.id, first.id);
  assert.equal(sandbox.invoices.all.size, 2);
});

test('an invoice over another amount is never used for a changed order', async (t) => {
  const { provider } = await startServer(t);
  await provider.create(wanted, call());
  await assert.rejects(provider.create({ ...wanted, amount: '30.00' }, call()), {
    code: 'bad-answer',
    field: 'amount',
    message: /is over 24\.9 EUR, not 30\.00 EUR/,
  });
});

test('an amount that the server rounds is refused, not paid', async (t) => {
  const { provider } = await startServer(t);
  await assert.rejects(provider.create({ ...wanted, amount: '24.999' }, call()), /no more decimals than its currency/);
});

test('an invoice whose answer was lost is found, and not created a second time', async (t) => {
  const { provider, sandbox } = await startServer(t);
  sandbox.setFault('lost-answer');
  const creating = provider.create(wanted, call());
  await new Promise<void>((resolve) => {
    const onCreated = () => (sandbox.invoices.all.size > 0 ? resolve() : setImmediate(onCreated));
    onCreated();
  });
  sandbox.setFault(undefined);
  const created = await creating;
  assert.equal(sandbox.invoices.all.size, 1);
  assert.equal(created.id, [...sandbox.invoices.all.keys()][0]);
});

test('a creation that may have reached the server counts as sent; one that has not does not', async (t) => {
  const { provider, sandbox, exchanges } = await startServer(t);
  sandbox.setFault('lost-request');
  const abort = new AbortController();
  const creating = provider.create(wanted, { timeout: 2_000, signal: abort.signal });
  // It has looked for an invoice before the creation, and looks for it again.
  void (async () => {
    while (exchanges.length < 2) await new Promise(setImmediate);
    abort.abort();
  })();
  await assert.rejects(creating, { code: 'network', sent: true });
  assert.equal(sandbox.invoices.all.size, 0);

  sandbox.setFault('no-answer');
  await assert.rejects(provider.create(wanted, call()), { code: 'network', sent: false });
  await assert.rejects(provider.create(wanted, { timeout: 2_000, signal: AbortSignal.abort() }), {
    code: 'aborted',
    sent: false,
  });
  await sandbox.close();
  await assert.rejects(provider.create(wanted, call()), { code: 'network', sent: false, message: /ECONNREFUSED/ });
});

test('an aborted creation stops searching', async (t) => {
  const { provider, sandbox } = await startServer(t);
  sandbox.setFault('lost-answer');
  const abort = new AbortController();
  const creating = provider.create(wanted, { timeout: 2_000, signal: abort.signal });
  while (sandbox.invoices.all.size === 0) await new Promise(setImmediate);
  sandbox.setFault('no-answer');
  abort.abort();
  await assert.rejects(creating, { name: 'ProviderError', sent: true });
});

test('only on-chain coins that we know are offered: neither Lightning nor USDt on Liquid', async (t) => {
  const { provider } = await startServer(t);
  assert.deepEqual(await provider.offers!(call()), { coins: ['BTC', 'LTC'] });
  for (const coin of ['ERC20/USDT', 'ETH', 'SOL/SOL'] as const)
    await assert.rejects(provider.create({ ...wanted, coin }, call()), { code: 'invalid-request', sent: false });
});

test('other methods of payment are refused before anything is sent', async (t) => {
  const { provider, exchanges } = await startServer(t);
  const { coin: _, payout: __, ...base } = wanted;
  const wallet = { ...base, method: 'wallet', payoutEmail: 'a@b.example', additionalInformation: undefined } as const;
  await assert.rejects(provider.create(wallet, call()), { code: 'invalid-request', field: 'method', sent: false });
  assert.deepEqual(exchanges, []);
});
