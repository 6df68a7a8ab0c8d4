import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import {
  startBtcpaySandboxWith,
  PERMISSIONS,
  type BtcpaySandboxInternals,
} from '../../src/sandbox/btcpay/start-btcpay-sandbox.ts';
import { btcpay } from '../../src/server/providers/btcpay/index.ts';
import { openShop, SECRET } from '../server/shop.ts';
import { runCli } from './run.ts';

interface Finding {
  readonly name: string;
  readonly state: string;
  readonly message: string;
  readonly fix?: string;
  readonly facts?: { readonly provider?: string; readonly check?: string };
}

const order = async () => ({ amount: '24.90', currency: 'EUR' });

/** A running shop with a sandbox of BTCPay Server, and the environment of its doctor. */
async function openBtcpayShop(t: TestContext, options: BtcpaySandboxInternals = {}) {
  const sandbox = await startBtcpaySandboxWith(options);
  const { url, storeId, apiKey, webhookSecret } = sandbox;
  const shop = await openShop(btcpay({ url, storeId, apiKey, webhookSecret }), { order });
  sandbox.setWebhook(`${shop.url}/webhook/btcpay`);
  t.after(async () => {
    await shop.close();
    await sandbox.close();
  });
  const environment = {
    BTCPAY_URL: url,
    BTCPAY_STORE_ID: storeId,
    BTCPAY_API_KEY: apiKey,
    BTCPAY_WEBHOOK_SECRET: webhookSecret,
    PAY_SECRET: SECRET,
    PAY_URL: shop.url,
  };
  async function examine(more: Readonly<Record<string, string>> = {}, args: readonly string[] = []) {
    const { code, out, err } = await runCli(['doctor', '--json', ...args], { ...environment, ...more });
    assert.equal(err, '');
    for (const secret of [apiKey, webhookSecret, SECRET]) assert.ok(!out.includes(secret));
    const { findings } = JSON.parse(out) as { readonly findings: readonly Finding[] };
    const found = (name: string, check?: string) =>
      findings.find((each) => each.name === name && (check === undefined || each.facts?.check === check));
    return { code, out, found };
  }
  return { sandbox, shop, environment, examine };
}

test('the doctor checks BTCPay Server by the variables of the environment, and shows no key', async (t) => {
  const permissions = [...PERMISSIONS, 'btcpay.store.webhooks.canmodifywebhooks'];
  const { environment, examine, sandbox } = await openBtcpayShop(t, { permissions });
  const { code, out, found } = await examine();
  assert.equal(code, 0, out);
  for (const check of ['server', 'key', 'wallets', 'nodes', 'webhook'])
    assert.equal(found('provider', check)?.state, 'ok', check);
  assert.equal(found('provider')!.facts!.provider, 'btcpay');
  assert.deepEqual(
    ['configuration', 'webhooks', 'visitors'].map((name) => found(name)?.state),
    ['ok', 'ok', 'ok'],
  );
  assert.equal(found('service'), undefined);
  const text = await runCli(['doctor'], environment);
  assert.match(text.out, /^Provider +ok +BTCPay Server 2\.4\.1 at http:/m);
  for (const line of text.out.split('\n')) if (!line.includes('://')) assert.ok(line.length <= 80, line);
  for (const secret of [sandbox.apiKey, sandbox.webhookSecret]) assert.ok(!text.out.includes(secret));
  assert.equal(sandbox.invoices.all.size, 0);
});

test('the doctor fails for what is wrong at BTCPay Server, and says what to do', async (t) => {
  const { sandbox, examine } = await openBtcpayShop(t);
  const key = await examine({ BTCPAY_API_KEY: 'another-key' });
  assert.equal(key.code, 1);
  assert.match(key.found('provider', 'key')!.fix!, /BTCPAY_API_KEY/);
  const store = await examine({ BTCPAY_STORE_ID: 'another' });
  assert.match(store.found('provider', 'store')!.message, /for another store than another/);
  sandbox.setFault('not-synced');
  const behind = await examine();
  assert.equal(behind.code, 1);
  sandbox.setFault(undefined);
  // The key may not read webhooks: that is said, and is no problem.
  const { code, found } = await examine();
  assert.deepEqual([code, found('provider', 'webhook')!.state], [0, 'skipped']);
});

test('the doctor ends what a server could not answer with one mark', async (t) => {
  const { examine } = await openBtcpayShop(t);
  const { found } = await examine({ BTCPAY_URL: 'http://127.0.0.1:59999' });
  assert.match(found('provider')!.message, /is it running\?$/);
});

test('the doctor reports variables that are missing or wrong by their options, and both ways at once', async (t) => {
  const { environment, examine } = await openBtcpayShop(t);
  const missing = await examine({ BTCPAY_WEBHOOK_SECRET: '' });
  const { state, message } = missing.found('configuration')!;
  assert.deepEqual([missing.code, state], [1, 'problem']);
  assert.match(message, /btcpay\.webhookSecret \(BTCPAY_WEBHOOK_SECRET\) is missing/);
  assert.doesNotMatch(message, /service\.baseUrl/);
  // As `init --provider btcpay` has written them.
  const empty = { BTCPAY_URL: '', BTCPAY_STORE_ID: '', BTCPAY_API_KEY: '', BTCPAY_WEBHOOK_SECRET: '' };
  const { message: all } = (await examine(empty)).found('configuration')!;
  for (const name of Object.keys(empty)) assert.ok(all.includes(`(${name}) is missing`), all);
  assert.doesNotMatch(all, /service/);
  assert.match(
    (await examine({ BTCPAY_URL: 'btcpay.example' })).found('configuration')!.message,
    /btcpay\.url \(BTCPAY_URL\): an absolute/,
  );
  const both = await examine({ SERVICE_URL: environment.BTCPAY_URL, SERVICE_KEY: 'key' });
  assert.match(both.found('configuration')!.message, /give either service or provider, not both/);
});

test('the doctor reads the provider and an order of a module, with the coins that the store offers', async (t) => {
  const { sandbox, environment, examine } = await openBtcpayShop(t);
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const config = join(folder, 'pay.config.mjs');
  const module = new URL('../../src/server/providers/btcpay/index.ts', import.meta.url).href;
  const write = (provider: string) =>
    writeFileSync(
      config,
      `import { btcpay } from '${module}';
      export default { provider: ${provider}, secret: '${SECRET}', publicUrl: '${environment.PAY_URL}',
        order: async () => ({ amount: '24.90', currency: 'EUR', expiresAt: '2999-01-01' }) };`,
    );
  const { url, storeId, apiKey, webhookSecret } = sandbox;
  write(`btcpay(${JSON.stringify({ url, storeId, apiKey, webhookSecret })})`);
  const { found } = await examine({}, ['--config', config, '--order', '1001']);
  assert.equal(found('provider', 'wallets')!.state, 'ok');
  assert.equal(found('order')!.state, 'ok', found('order')!.message);
  assert.match(found('order')!.message, /Offered: crypto \(BTC, LTC\)/);

  const toy = "{ name: 'toy', create() {}, phaseOf() {}, read() {}";
  write(`${toy} }`);
  const without = await examine({}, ['--config', config]);
  assert.deepEqual([without.code, without.found('provider')!.state], [0, 'skipped']);
  write(`${toy}, async check() { throw new Error('a text with a key') } }`);
  const broken = await examine({}, ['--config', config]);
  assert.deepEqual([broken.code, broken.found('provider')!.state], [1, 'problem']);
  assert.ok(!broken.out.includes('a text with a key'));
});
