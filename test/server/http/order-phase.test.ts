import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { memoryStore, type PaymentStore } from '../../../src/server/index.ts';
import { postgresStore } from '../../../src/server/stores/postgres.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { openDatabase, type TestDatabase } from '../../support/postgres.ts';
import { counted } from '../counting-store.ts';
import { openShopAndSandbox, ORDER, sendWebhook, until, webhookOf, type ShopOptions } from '../shop.ts';
import { transitionNow } from '../../support/transition-now.ts';

/** A shop with two payments of one order: where each is followed, and how the service reports of each. */
async function withTwo(
  options: ShopOptions,
  use: (
    shop: Awaited<ReturnType<typeof openShopAndSandbox>> & {
      first: string;
      second: string;
      counting: ReturnType<typeof counted>;
      report: (which: 'first' | 'second', status: string) => Promise<unknown>;
    },
  ) => Promise<void>,
): Promise<void> {
  const counting = counted(options.store ?? memoryStore());
  const shop = await openShopAndSandbox({ ...options, store: counting });
  try {
    const begin = async (choice: object) => {
      const { json } = await shop.pay({ order: '1001', ...choice });
      return [String(json['statusUrl']), webhookOf(shop.sandbox)] as const;
    };
    const [first, firstHook] = await begin({ method: 'wallet' });
    const [second, secondHook] = await begin({ method: 'crypto', coin: 'BTC' });
    const hooks = { first: firstHook, second: secondHook };
    const report = (which: 'first' | 'second', status: string) => sendWebhook(hooks[which], { status });
    await use({ ...shop, first, second, counting, report });
  } finally {
    await shop.close();
  }
}

describe('the status of a payment', () => {
  it('has no order phase while no other payment of the order has changed', () =>
    withTwo({}, async ({ get, first, second, report }) => {
      assert.deepEqual((await get(second)).json, { status: 'NEW', phase: 'awaiting', version: 1, after: 2500 });
      await report('first', 'EXPIRED');
      await report('second', 'DETECTED');
      for (const url of [second, `${second}?since=1`]) assert.equal('orderPhase' in (await get(url)).json, false);
      assert.equal((await get(first)).json['orderPhase'], 'detected');
    }));

  it('has the furthest phase of the other payments: paid comes first', () =>
    withTwo({}, async ({ get, pay, sandbox, first, second, report }) => {
      await pay({ order: '1001', method: 'localcode' });
      const third = webhookOf(sandbox);
      const messages: unknown[] = [];
      for (const [webhookUrl, status] of [
        [third, 'DETECTED'],
        [third, 'CONFIRMING'],
        ['second', 'UNDERPAID'],
        ['second', 'PAID'],
        [third, 'FAILED'],
      ] as const) {
        await (webhookUrl === 'second' ? report(webhookUrl, status) : sendWebhook(webhookUrl, { status }));
        messages.push((await get(first)).json['orderPhase']);
      }
      assert.deepEqual(messages, ['detected', 'confirming', 'underpaid', 'paid', 'paid']);
      assert.equal('orderPhase' in (await get(second)).json, false);
    }));

  it('does not include a payment of another order', async () => {
    const order: ShopOptions['order'] = async () => ORDER;
    await withTwo({ order }, async ({ get, pay, report, sandbox }) => {
      const { json } = await pay({ order: '1002', method: 'wallet' });
      assert.ok(webhookOf(sandbox));
      await report('first', 'PAID');
      assert.equal('orderPhase' in (await get(String(json['statusUrl']))).json, false);
    });
  });

  it('is sent at once to a client without the phase of the order, with the interval of requests that are not long polls', () =>
    withTwo({ longPoll: { timeout: 20_000 } }, async ({ get, second, report }) => {
      await report('first', 'DETECTED');
      const { json } = await get(`${second}?since=1`);
      assert.deepEqual([json['orderPhase'], json['version'], json['after']], ['detected', 1, 2500]);
    }));

  it('is held for a client that sends the phase of the order it has, until that changes', () =>
    withTwo({ longPoll: { timeout: 20_000 } }, async ({ get, second, report, counting }) => {
      await report('first', 'DETECTED');
      const held = get(`${second}?since=1&orderPhase=detected`);
      await until(() => counting.watching > 0, 'the question is held');
      await report('first', 'PAID');
      const { json } = await held;
      assert.deepEqual([json['phase'], json['orderPhase'], json['after']], ['awaiting', 'paid', 300]);
      assert.equal(counting.watching, 0);
    }));

  it('is answered at once to a client that names an unknown phase of the order', () =>
    withTwo({ longPoll: { timeout: 20_000 } }, async ({ get, second, report }) => {
      await report('first', 'DETECTED');
      for (const odd of ['', 'nonsense', '%00', 'DETECTED'])
        assert.equal((await get(`${second}?since=1&orderPhase=${odd}`)).json['orderPhase'], 'detected');
    }));

  it('includes that another payment is also paid, when its own payment is final', () =>
    withTwo({}, async ({ get, first, second, report }) => {
      await report('first', 'PAID');
      await report('second', 'PAID');
      for (const url of [first, second]) {
        const { json } = await get(url);
        assert.deepEqual([json['phase'], json['orderPhase'], 'after' in json], ['paid', 'paid', false]);
      }
    }));
});

describe('a long poll of one payment is answered when another of its order moves', () => {
  const heldAndMoved = (options: ShopOptions, move: (status: string, token: string) => Promise<unknown>) =>
    withTwo({ longPoll: { timeout: 20_000 }, ...options }, async ({ get, first, second, counting }) => {
      const held = get(`${second}?since=1`);
      await until(() => counting.watching > 0, 'the question is held');
      await move('PAID', first.split('/').at(-1)!);
      assert.equal((await held).json['orderPhase'], 'paid');
      assert.equal(counting.watching, 0);
    });
  const moveIn = (store: PaymentStore) => async (status: string, token: string) => {
    const row = await store.byToken(token);
    assert.ok(await transitionNow(store, row!.paymentRef, { phase: 'paid', status, facts: {}, at: 1 }));
  };

  it('in memory', () => {
    const store = memoryStore();
    return heldAndMoved({ store }, moveIn(store));
  });

  it('in another process on the same SQLite file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
    const file = join(folder, 'payments.db');
    try {
      const there = sqliteStore(new DatabaseSync(file));
      await heldAndMoved({ store: sqliteStore(new DatabaseSync(file), { pollInterval: 20 }) }, moveIn(there));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  describe('in another process on the same PostgreSQL', () => {
    let database: TestDatabase;
    before(async () => {
      database = await openDatabase();
    });
    after(() => database.close());

    for (const [listen, how] of [
      [true, 'by NOTIFY'],
      [false, 'by looking'],
    ] as const)
      it(how, async () => {
        const schema = await database.schema();
        const there = postgresStore(schema.pool(), { listen });
        const here = postgresStore(schema.pool(), { listen, pollInterval: listen ? 2 ** 30 : 5 });
        await heldAndMoved({ store: here }, async (status, token) => {
          if (listen) await until(async () => (await schema.listeners()).length > 0, 'someone listens');
          await moveIn(there)(status, token);
        });
        await there.close();
        await database.disconnect();
      });
  });

  it('also of a payment that was created during the long poll, at the latest with the next request', () =>
    withTwo({ longPoll: { timeout: 100 } }, async ({ get, pay, sandbox, second }) => {
      const held = get(`${second}?since=1`);
      await pay({ order: '1001', method: 'localcode' });
      await sendWebhook(webhookOf(sandbox), { status: 'PAID' });
      await held;
      assert.equal((await get(`${second}?since=1`)).json['orderPhase'], 'paid');
    }));
});
