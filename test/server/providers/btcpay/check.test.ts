import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkBtcpay } from '../../../../src/server/providers/btcpay/check.ts';
import { createBtcpayClient } from '../../../../src/server/providers/btcpay/client.ts';
import { btcpay } from '../../../../src/server/providers/btcpay/index.ts';
import { readBtcpayOptions } from '../../../../src/server/providers/btcpay/options.ts';
import type { PaymentProvider } from '../../../../src/server/index.ts';
import { PERMISSIONS, type InspectedBtcpaySandbox } from '../../../../src/sandbox/btcpay/start-btcpay-sandbox.ts';
import { freePort } from '../../../support/free-port.ts';
import { call, optionsOf, startServer } from './server.ts';

const PUBLIC_URL = 'http://127.0.0.1:8080/pay';
const WEBHOOK = `${PUBLIC_URL}/webhook/btcpay`;
const MODIFY_WEBHOOKS = 'btcpay.store.webhooks.canmodifywebhooks';
const ALL = [...PERMISSIONS, MODIFY_WEBHOOKS];

/** The findings, by what was checked. */
async function check(provider: PaymentProvider, publicUrl: string | undefined = PUBLIC_URL) {
  const findings = await provider.check!({ ...call(), publicUrl });
  assert.equal(new Set(findings.map((each) => each.check)).size, findings.length);
  return Object.fromEntries(findings.map((each) => [each.check, each]));
}
const statesOf = (found: Awaited<ReturnType<typeof check>>) =>
  Object.fromEntries(Object.entries(found).map(([name, { state }]) => [name, state]));

test('a server that is set up as the page says is checked without a problem, and nothing is created', async (t) => {
  const { sandbox, provider, exchanges } = await startServer(t);
  sandbox.setWebhook(WEBHOOK);
  const found = await check(provider);
  assert.deepEqual(statesOf(found), { server: 'ok', key: 'ok', wallets: 'ok', nodes: 'ok', webhook: 'skipped' });
  assert.equal(found['server']!.message, `BTCPay Server 2.4.1 at ${sandbox.url} answers, and accepts the key.`);
  assert.equal(found['wallets']!.message, 'The store offers BTC, LTC.\nNo wallet, so not offered: DOGE.');
  assert.match(found['webhook']!.message, new RegExp(`lacks ${MODIFY_WEBHOOKS}, which payments do not need`));
  assert.ok(found['webhook']!.fix!.endsWith(WEBHOOK));
  assert.deepEqual([...new Set(exchanges.map(({ method }) => method))], ['GET']);
  assert.equal(sandbox.invoices.all.size, 0);
});

test('a server whose addresses are those of a test network is named', async (t) => {
  const { sandbox, provider } = await startServer(t);
  const { storeId } = sandbox;
  sandbox.invoices.create({
    ...{ storeId, amount: '24.90', currency: 'EUR', metadata: {}, paymentMethodId: 'BTC-CHAIN' },
  });
  // A server of this machine is one for tests.
  assert.equal((await check(provider))['network']!.state, 'ok');
  const settings = readBtcpayOptions(optionsOf(sandbox));
  const remote = { ...createBtcpayClient(settings), ...settings, url: 'https://btcpay.example' };
  const findings = await checkBtcpay(remote, { ...call(), publicUrl: undefined });
  const { state, fix } = findings.find((each) => each.check === 'network')!;
  assert.equal(state, 'warning');
  assert.match(fix!, /allowTestPayments/);
});

test('each missing permission is named', async (t) => {
  for (const missing of PERMISSIONS) {
    const { provider, sandbox } = await startServer(t, { permissions: PERMISSIONS.filter((one) => one !== missing) });
    const { key } = await check(provider);
    const message = `The key lacks for the store ${sandbox.storeId}: ${missing}.`;
    assert.deepEqual([key!.state, key!.message], ['problem', message]);
    assert.match(key!.fix!, /BTCPAY_API_KEY/);
  }
  const { provider } = await startServer(t, { permissions: [] });
  const { key } = await check(provider);
  for (const permission of PERMISSIONS) assert.ok(key!.message.includes(permission), permission);
});

test('a permission that contains the one to create invoices is enough', async (t) => {
  const others = PERMISSIONS.filter((one) => one !== 'btcpay.store.cancreateinvoice');
  const { provider } = await startServer(t, { permissions: [...others, 'btcpay.store.canmodifyinvoices'] });
  assert.equal((await check(provider))['key']!.state, 'ok');
});

test('a key of another store is told from one that lacks a permission', async (t) => {
  const { provider, sandbox } = await startServer(t, { permissions: PERMISSIONS.map((one) => `${one}:HPPHFtmKyy`) });
  const { store, key } = await check(provider);
  assert.equal(key, undefined);
  assert.equal(store!.message, `The key is for another store than ${sandbox.storeId}: HPPHFtmKyy.`);
});

test('a wrong store is told from a missing permission, also for a key of all stores', async (t) => {
  const { sandbox } = await startServer(t, { permissions: PERMISSIONS });
  const { store, key, webhook } = await check(btcpay({ ...optionsOf(sandbox), storeId: 'another' }));
  assert.deepEqual([key, webhook], [undefined, undefined]);
  assert.deepEqual([store!.state, store!.message], ['problem', 'The account of the key has no store another.']);
  assert.match(store!.fix!, /BTCPAY_STORE_ID/);
});

test('a wrong key, no server, and another server each have their own finding', async (t) => {
  const { sandbox, provider } = await startServer(t);
  const { key } = await check(btcpay({ ...optionsOf(sandbox), apiKey: 'another-key' }));
  assert.match(key!.message, /the API key is not accepted/);
  assert.match(key!.fix!, /BTCPAY_API_KEY/);
  const nowhere = btcpay({ ...optionsOf(sandbox), url: `http://127.0.0.1:${await freePort()}` });
  const { server } = await check(nowhere);
  assert.deepEqual([server!.state, /ECONNREFUSED/.test(server!.message)], ['problem', true]);
  for (const [fault, state] of [
    ['not-json', 'problem'],
    ['proxy-error', 'problem'],
    ['redirect', 'problem'],
    ['rate-limited', 'warning'],
  ] as const) {
    sandbox.setFault(fault);
    const found = await check(provider);
    assert.deepEqual(statesOf(found), { server: state }, fault);
  }
});

test('a store without a wallet, and a node that is not in sync, are problems', async (t) => {
  const bare = await startServer(t, { store: { paymentMethods: [] } });
  const { wallets } = await check(bare.provider);
  assert.equal(wallets!.state, 'problem');
  assert.match(
    wallets!.message,
    /has no wallet of a coin that can be offered\.\nNo wallet, so not offered: BTC, LTC, DOGE\./,
  );
  const behind = await startServer(t, { store: { paymentMethods: ['LTC-CHAIN'] } });
  behind.sandbox.setFault('not-synced');
  const { nodes } = await check(behind.provider);
  assert.equal(nodes!.state, 'problem');
  assert.equal(nodes!.message, 'The node of LTC is not reachable or not in sync, at block 700000 of 900000.');
});

test('the webhook is compared with the public URL, where the key may read it', async (t) => {
  const { sandbox, provider } = await startServer(t, { permissions: ALL });
  const webhook = async (...settings: Parameters<InspectedBtcpaySandbox['setWebhook']>) => {
    sandbox.setWebhook(...settings);
    return (await check(provider))['webhook']!;
  };
  const right = await webhook(WEBHOOK);
  assert.deepEqual([right.state, right.fix], ['ok', undefined]);
  const cases = [
    [undefined, {}, 'problem', /^No webhook of the store sends to/, /BTCPAY_WEBHOOK_SECRET/],
    ['http://127.0.0.1:8080/old/webhook/btcpay', {}, 'problem', /One sends to\nhttp:.*\/old\/webhook/, /Create it/],
    [WEBHOOK, { enabled: false }, 'problem', /is disabled/, /Enable it/],
    [
      WEBHOOK,
      {
        authorizedEvents: { everything: false, specificEvents: ['InvoiceSettled', 'InvoiceExpired', 'InvoiceInvalid'] },
      },
      'problem',
      /events InvoiceReceivedPayment, InvoiceProcessing\./,
      /Send me everything/,
    ],
    [WEBHOOK, { automaticRedelivery: false }, 'warning', /not sent again/, /Automatic redelivery/],
  ] as const;
  for (const [url, settings, state, message, fix] of cases) {
    const found = await webhook(url, settings);
    assert.equal(found.state, state);
    assert.match(found.message, message);
    assert.match(found.fix!, fix);
  }
  // The address of another program may contain a secret.
  const other = await webhook('http://127.0.0.1:9/hook?token=of-another-program');
  assert.ok(!JSON.stringify(other).includes('of-another-program'));
  assert.equal((await provider.check!({ ...call(), publicUrl: undefined })).at(-1)!.state, 'skipped');
});
