import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { postgresStore } from '../../../src/server/stores/postgres.ts';
import { openDatabase, type TestDatabase, type TestSchema } from '../../support/postgres.ts';
import { startServiceStub, type ServiceStub } from '../../support/service-stub.ts';
import { until } from '../../support/until.ts';
import { openShop, sendWebhook, type Shop, type ShopOptions } from '../../server/shop.ts';

/** So rarely that looking is not what wakes anyone. Milliseconds. */
const NEVER = 2 ** 30;

for (const driver of ['pool', 'sql'] as const) {
  describe(`two shops on one PostgreSQL (${driver === 'pool' ? 'pg' : 'postgres.js'})`, () => {
    let database: TestDatabase;
    let stub: ServiceStub;
    before(async () => {
      database = await openDatabase();
      stub = await startServiceStub();
    });
    after(async () => {
      await stub.close();
      await database.close();
    });

    let schema: TestSchema;
    const shops: Shop[] = [];
    const open = async (options?: ShopOptions, listen = true) => {
      const store = postgresStore(schema[driver](), { listen, pollInterval: listen ? NEVER : 5 });
      const shop = await openShop(stub, { creationLimit: false, store, ...options });
      shops.push(shop);
      return shop;
    };
    before(() => (stub.requests.length = 0));
    afterEach(async () => {
      for (const shop of shops.splice(0)) await shop.close();
      await database.disconnect();
    });
    /** A payment, its webhook URL at one shop, and its status address at another. */
    const pay = async (shop: Shop) => {
      stub.requests.length = 0;
      const { json } = await shop.pay({ order: '1001', method: 'wallet' });
      const [, webhook] = String(stub.requests[0]!.fields['webhook_url']).split('/pay/') as [string, string];
      const [, status] = String(json['statusUrl']).split('/pay/') as [string, string];
      return { webhook, status };
    };
    const paid = { pid: 'p1', status: 'PAID' };

    for (const [listen, how] of [
      [true, 'by NOTIFY'],
      [false, 'by looking, where nobody listens'],
    ] as const) {
      it(`answer each other’s long polls ${how}`, async () => {
        schema = await database.schema();
        const [here, there] = [await open({}, listen), await open({ longPoll: { timeout: 20_000 } }, listen)];
        const { webhook, status } = await pay(here);
        const longPoll = there.get(`${status}?since=1`);
        if (listen) await until(async () => (await schema.listeners()).length === 1, 'the other to listen');
        assert.equal((await sendWebhook(`${here.url}/${webhook}`, paid)).status, 200);
        const { json } = await longPoll;
        assert.deepEqual([json['phase'], json['version']], ['paid', 2]);
      });
    }

    it('make one payment of a choice between them, and take 200 shuffled webhooks to the same end', async () => {
      schema = await database.schema();
      const delivered: string[] = [];
      const onStatus = (_payment: unknown, { to, version }: { to: string; version: number }) =>
        void delivered.push(`${version} ${to}`);
      const two = [await open({ onStatus }), await open({ onStatus })];
      stub.requests.length = 0;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => two[n % 2]!.pay({ order: '1001', method: 'wallet' })),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array.from({ length: 19 }, () => 200), 201]);
      assert.equal(stub.requests.length, 1);
      const [, path] = String(stub.requests[0]!.fields['webhook_url']).split('/pay/');
      const statusWords = ['PAID', 'NEW', 'CONFIRMING', 'UNMATCHED', 'EXPIRED', 'PENDING', 'DETECTED', 'PAID'];
      const sent = await Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          sendWebhook(`${two[n % 2]!.url}/${path}`, { pid: 'p1', status: statusWords[(n * 7) % statusWords.length] }),
        ),
      );
      assert.ok(sent.every(({ status }) => status === 200));
      await Promise.all(two.map(({ checkout }) => checkout.sweep()));
      const row = (await two[0]!.store.byServiceId('p1'))[0]!;
      assert.equal(row.phase, 'paid');
      // The other shop may hold the lease on a change, and deliver it a moment later.
      const { store } = two[0]!;
      await until(async () => (await store.unhandled(undefined, 9)).length === 0, 'every change to be delivered');
      const written = await schema
        .pool()
        .query<{ change: string }>(`SELECT version || ' ' || to_phase AS change FROM pay_changes ORDER BY version`);
      assert.deepEqual(
        [...new Set(delivered)],
        written.rows.map(({ change }) => change),
      );
    });
  });
}
