import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startSandbox } from '../../../src/sandbox/index.ts';
import { memoryStore, type PaymentProvider } from '../../../src/server/index.ts';
import { createQuotaWatch, type QuotaWatch } from '../../../src/server/observability/quota.ts';
import { openShop, ORDER, until, type Shop, type ShopOptions } from '../shop.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Shops on one clock and one store, in front of a sandbox on the same clock. */
async function play(quota: number, run: (parts: Parts) => Promise<void>) {
  let time = Date.UTC(2026, 10, 20);
  const now = () => time;
  const store = memoryStore();
  const sandbox = await startSandbox({ quota, clock: now, requestsPerMinute: 1000 });
  const shops: Shop[] = [];
  let orders = 0;
  const open = async (options: ShopOptions = {}) => {
    const shop = await openShop(sandbox, { store, now, sweepInterval: DAY, order: async () => ORDER, ...options });
    shops.push(shop);
    return {
      ...shop,
      quotas: () =>
        shop.received.flatMap((event) => (event.type === 'quota' ? [[event.percent, event.used, event.allowed]] : [])),
      looks: () =>
        shop.received.filter((event) => event.type === 'request-completed' && event.call === 'currentUser').length,
      /** So many payments, of an order each, in one moment. */
      async pay(count: number) {
        for (; count > 0; count -= 1) {
          orders += 1;
          const { status, text } = await shop.pay({ order: String(orders), method: 'wallet' });
          assert.ok(status === 201 || status === 503, text);
        }
      },
    };
  };
  try {
    await run({ open, turn: (ms) => void (time += ms) });
  } finally {
    for (const shop of shops) await shop.close();
    await sandbox.close();
  }
}

interface Parts {
  readonly open: (options?: ShopOptions) => Promise<
    Omit<Shop, 'pay'> & {
      readonly quotas: () => number[][];
      readonly looks: () => number;
      readonly pay: (count: number) => Promise<void>;
    }
  >;
  readonly turn: (ms: number) => void;
}

describe('the requests of a period', () => {
  it('are reported at 80 and at 95 percent, once each for all processes, and again in the next period', () =>
    play(10, async ({ open, turn }) => {
      const one = await open();
      await one.pay(7);
      await one.checkout.sweep();
      assert.deepEqual([one.looks(), one.quotas()], [1, []]);
      turn(2 * MINUTE);
      await one.pay(1);
      await until(() => one.quotas().length === 1, 'word of 80 percent, without waiting for a sweep');
      assert.deepEqual(one.quotas(), [[80, 8, 10]]);

      const other = await open();
      await other.pay(1);
      await other.checkout.sweep();
      assert.equal(other.looks(), 1);
      turn(2 * MINUTE);
      await one.pay(1);
      await one.checkout.sweep(); // it cannot know of the other's by itself
      turn(2 * MINUTE);
      await one.pay(1);
      await one.checkout.sweep();
      assert.equal(one.looks(), 4);
      assert.deepEqual(
        [one.quotas(), other.quotas()],
        [
          [
            [80, 8, 10],
            [95, 10, 10],
          ],
          [],
        ],
      );

      turn(31 * DAY);
      await one.pay(8);
      await one.checkout.sweep();
      assert.deepEqual(one.quotas()[2], [80, 8, 10]);
    }));

  it('are reported once, by the higher, when both are reached at the first check', () =>
    play(20, async ({ open }) => {
      const shop = await open();
      await shop.pay(19);
      await shop.checkout.sweep();
      assert.deepEqual(shop.quotas(), [[95, 19, 20]]);
    }));

  it('are read at once when the service reports that none is left', () =>
    play(2, async ({ open, turn }) => {
      const shop = await open();
      await shop.pay(3);
      await until(() => shop.quotas().length > 0, 'word');
      assert.deepEqual(shop.quotas(), [[95, 2, 2]]);
      turn(2 * MINUTE);
      await shop.pay(3);
      assert.equal(shop.looks(), 1);
    }));

  it('are read neither before the first payment nor for each', () =>
    play(850, async ({ open, turn }) => {
      const shop = await open();
      turn(2 * MINUTE);
      await shop.get('orders/1');
      await shop.checkout.sweep();
      assert.equal(shop.looks(), 0);
      await shop.pay(1);
      assert.equal(shop.looks(), 0);
      await shop.checkout.sweep();
      for (let minutes = 0; minutes < 20; minutes += 1) {
        turn(2 * MINUTE);
        await shop.pay(1);
        await shop.checkout.sweep();
      }
      assert.equal(shop.looks(), 1);
      turn(30 * MINUTE);
      await shop.checkout.sweep();
      assert.equal(shop.looks(), 2);
      const { quota } = (await shop.checkout.health()).service;
      assert.deepEqual([quota[0]?.used, quota[0]?.allowed], [21, 850]);
    }));

  it('that a provider cannot list are no unhandled rejection', async () => {
    const provider = { name: 'toy', usage: async () => ({ used: 1 }) } as unknown as PaymentProvider;
    let time = 0;
    const watch = createQuotaWatch({
      ...{ provider, store: memoryStore(), now: () => time, closing: new AbortController().signal },
      emit: () => assert.fail('nothing is known'),
    });
    time = DAY;
    watch.onClientEvent({ type: 'request-attempted', sent: true, call: 'createWallet' } as Parameters<
      QuotaWatch['onClientEvent']
    >[0]);
    await watch.check();
    assert.deepEqual(watch.usage(), []);
  });
});
