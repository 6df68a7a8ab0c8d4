import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { memoryStore } from '../../../src/server/index.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { startServiceStub } from '../../support/service-stub.ts';
import {
  BTC_ADDRESS,
  openShop,
  openShopAndSandbox,
  SECRET,
  sendWebhook,
  until,
  webhookOf,
  type ShopOptions,
} from '../shop.ts';

const MINUTE = 60_000;

describe('checkout.health()', () => {
  it('reports the state of store, service, permits, payments, changes and long polls', async () => {
    let time = Date.UTC(2026, 10, 20);
    let isUp = false;
    const onStatus = () => {
      if (!isUp) throw new Error('the shop is down');
    };
    const shop = await openShopAndSandbox({ onStatus, now: () => time });
    const at = '2026-11-20T00:00:00.000Z';
    assert.deepEqual(await shop.checkout.health(), {
      ok: true,
      warnings: [],
      at,
      store: { reachable: true },
      service: { permitsFree: 35, quota: [] },
      payments: { open: 0 },
      changes: { undelivered: 0 },
      longPolls: { open: 0 },
    });

    const made = await shop.pay({ order: '1001', method: 'wallet' });
    const held = shop.get(`${String(made.json['statusUrl'])}?since=1`);
    time += MINUTE;
    await until(async () => ((time += 2_000), (await shop.checkout.health()).longPolls.open === 1), 'a long poll');
    const open = await shop.checkout.health();
    assert.deepEqual([open.payments, open.service.permitsFree, open.service.reachedAt], [{ open: 1 }, 34, at]);

    await sendWebhook(webhookOf(shop.sandbox), { status: 'PAID' });
    await held;
    await until(() => shop.events.some(({ type }) => type === 'delivery-failed'), 'a delivery that fails');
    time += 11 * MINUTE;
    const late = await shop.checkout.health();
    assert.deepEqual([late.ok, late.warnings, late.payments.open], [true, ['changes-undelivered'], 0]);
    assert.equal(late.changes.undelivered, 1);
    assert.ok(late.changes.oldestMs! >= 11 * MINUTE);

    isUp = true;
    await shop.checkout.sweep();
    time += 2_000;
    assert.deepEqual((await shop.checkout.health()).changes, { undelivered: 0 });
    await shop.close();
  });

  it('warns of a memory store, of test payments and of a placeholder as the secret, away from this machine', async () => {
    const warningsOf = async (options: ShopOptions) => {
      const shop = await openShop({ url: 'http://127.0.0.1:1', apiKey: 'key' }, options);
      const { ok, warnings } = await shop.checkout.health();
      await shop.close();
      assert.equal(ok, true);
      return warnings;
    };
    const publicUrl = 'https://shop.example/pay';
    assert.deepEqual(await warningsOf({ publicUrl }), ['memory-store', 'test-payments-allowed']);
    const store = sqliteStore(new DatabaseSync(':memory:'));
    const safe = { publicUrl, store, allowTestPayments: false };
    assert.deepEqual(await warningsOf(safe), []);
    const secret = ['a current secret that nobody can guess', 'change-me-change-me-change-me-change-me'];
    assert.deepEqual(await warningsOf({ ...safe, secret }), ['placeholder-secret']);
    assert.deepEqual(await warningsOf({ secret }), []);
  });

  it('is not ok while the store does not answer, and still has the other facts', async () => {
    const store = memoryStore();
    const down = () => Promise.reject(new Error('the database is down at db.internal'));
    const shop = await openShopAndSandbox({ store: { ...store, check: down, countOpen: down, unhandled: down } });
    await shop.checkout.client.currentUser();
    const health = await shop.checkout.health();
    assert.deepEqual([health.ok, health.warnings, health.store], [false, ['store-unreachable'], { reachable: false }]);
    assert.deepEqual([health.payments, health.changes], [{}, {}]);
    assert.ok(health.service.reachedAt);
    assert.ok(!JSON.stringify(health).includes('db.internal'));
    await shop.close();
  });

  it('stays ok while the service refuses us, warns, and forgets it after an answer', async () => {
    const stub = await startServiceStub();
    let time = Date.UTC(2026, 10, 20);
    const shop = await openShop(stub, { now: () => time });
    const sound = stub.answer;
    stub.answer = (_request, response) => response.writeHead(401).end();
    assert.equal((await shop.pay({ order: '1001', method: 'wallet' })).status, 503);
    const refused = await shop.checkout.health();
    assert.deepEqual([refused.ok, refused.warnings], [true, ['service-failing']]);
    assert.deepEqual(refused.service.failure, { at: '2026-11-20T00:00:00.000Z', code: 'unauthorized' });

    stub.answer = sound;
    time += MINUTE;
    assert.equal((await shop.pay({ order: '1001', method: 'wallet' })).status, 201);
    const mended = await shop.checkout.health();
    assert.deepEqual(mended.warnings, []);
    assert.equal(mended.service.failure?.code, 'unauthorized');
    await shop.close();
    await stub.close();
  });

  it('warns from 80 percent of the period’s requests on', async () => {
    const shop = await openShopAndSandbox({ sweepInterval: 2, order: async () => undefined }, { quota: 5 });
    for (let calls = 0; calls < 4; calls += 1)
      await shop.checkout.client.cryptoInfo(['BTC', 'ETH', 'LTC', 'BCH'][calls]!);
    await until(async () => (await shop.checkout.health()).warnings.length > 0, 'a warning');
    const { warnings, service } = await shop.checkout.health();
    assert.deepEqual(warnings, ['quota-nearly-used']);
    const [usage] = service.quota;
    // A call that was answered while we looked may be counted twice until the next look.
    assert.ok(usage!.used >= 4 && usage!.allowed === 5);
    await shop.close();
  });

  it('is cached for a second', async () => {
    const store = memoryStore();
    let checks = 0;
    let time = Date.UTC(2026, 10, 20);
    const counting = { ...store, check: () => ((checks += 1), store.check()) };
    const shop = await openShopAndSandbox({ store: counting, now: () => time });
    await Promise.all(Array.from({ length: 100 }, () => shop.checkout.health()));
    assert.equal(checks, 1);
    time += 1_000;
    await shop.checkout.health();
    assert.equal(checks, 2);
    await shop.close();
  });

  it('holds nothing private', async () => {
    const shop = await openShopAndSandbox();
    const made = await shop.pay({ order: '1001', method: 'crypto', coin: 'BTC' });
    const output = JSON.stringify(await shop.checkout.health());
    const { apiKey, storeApiKey } = shop.sandbox;
    const token = String(made.json['statusUrl']).split('/').at(-1)!;
    for (const mark of [apiKey, storeApiKey, SECRET, BTC_ADDRESS, token, '1001', String(made.json['tid']), 'http'])
      assert.ok(!output.includes(mark), mark);
    await shop.close();
  });
});
