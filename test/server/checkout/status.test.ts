import assert from 'node:assert/strict';
import { request } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { memoryStore, type PaymentStore } from '../../../src/server/index.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { openShopAndSandbox, ORDER, sendWebhook, until, webhookOf, type ShopOptions } from './shop.ts';

/** A store that tells how many wait for its news. */
function counted(store: PaymentStore): PaymentStore & { watching: number } {
  const mine = {
    ...store,
    watching: 0,
    watch(token: string, look: () => void) {
      mine.watching += 1;
      const stop = store.watch(token, look);
      return () => {
        mine.watching -= 1;
        stop();
      };
    },
  };
  return mine;
}

/** A shop with one wallet payment, and a store whose watchers are counted. */
async function withPayment(
  options: ShopOptions,
  use: (
    shop: Awaited<ReturnType<typeof openShopAndSandbox>> & {
      statusUrl: string;
      counting: ReturnType<typeof counted>;
      news: (status: string) => Promise<unknown>;
    },
  ) => Promise<void>,
): Promise<void> {
  const counting = counted(options.store ?? memoryStore());
  const shop = await openShopAndSandbox({ ...options, store: counting });
  try {
    const { json } = await shop.pay({ order: '1001', method: 'wallet' });
    const hook = webhookOf(shop.sandbox);
    const news = (status: string) => sendWebhook(hook, { status });
    await use({ ...shop, statusUrl: String(json['statusUrl']), counting, news });
  } finally {
    await shop.close();
  }
}

describe('GET status/:token', () => {
  it('answers at once what changes, in less than 300 bytes', () =>
    withPayment({}, async ({ get, statusUrl }) => {
      const { status, json, text, headers } = await get(statusUrl);
      assert.deepEqual([status, json], [200, { status: 'NEW', phase: 'awaiting', version: 1, after: 2500 }]);
      assert.ok(text.length < 300);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('access-control-allow-origin'), '*');
    }));

  it('asks for a slower pace as the payment ages, and for none once it has ended', async () => {
    let time = Date.UTC(2026, 10, 20);
    await withPayment({ now: () => time }, async ({ get, statusUrl, news }) => {
      const after: unknown[] = [];
      for (const minutes of [0, 2, 10, 60]) {
        time = Date.UTC(2026, 10, 20, 0, minutes);
        after.push((await get(statusUrl)).json['after']);
      }
      assert.deepEqual(after, [2_500, 5_000, 10_000, 30_000]);
      await news('PAID');
      assert.deepEqual((await get(`${statusUrl}?since=2`)).json, { status: 'PAID', phase: 'paid', version: 2 });
    });
  });

  it('holds the answer until there is news', () =>
    withPayment({ maxWait: 60_000 }, async ({ get, statusUrl, counting, news }) => {
      const held = get(`${statusUrl}?since=1`);
      await until(() => counting.watching === 1, 'the question is held');
      await news('UNMATCHED');
      assert.deepEqual((await held).json, { status: 'UNMATCHED', phase: 'unmatched', version: 2, after: 300 });
      assert.equal(counting.watching, 0);
      assert.equal((await get(`${statusUrl}?since=1`)).json['version'], 2);
    }));

  it('answers unchanged when the time is up', () =>
    withPayment({ maxWait: 30 }, async ({ get, statusUrl, counting }) => {
      assert.equal((await get(`${statusUrl}?since=1`)).json['version'], 1);
      assert.equal(counting.watching, 0);
    }));

  it('holds nothing when told so, for a HEAD, or for a since that is no version', () =>
    withPayment({ maxWait: 60_000 }, async ({ get, statusUrl }) => {
      assert.equal((await get(`${statusUrl}?since=x`)).status, 200);
      assert.equal((await get(`${statusUrl}?since=-1`)).status, 200);
      const head = await get(`${statusUrl}?since=1`, { method: 'HEAD' });
      assert.deepEqual([head.status, head.text], [200, '']);
    }).then(() =>
      withPayment({ maxWait: 0 }, async ({ get, statusUrl }) => {
        assert.equal((await get(`${statusUrl}?since=1`)).json['after'], 2500);
      }),
    ));

  it('frees the question when the client leaves', () =>
    withPayment({ maxWait: 60_000 }, async ({ statusUrl, counting }) => {
      const leaving = request(`${statusUrl}?since=1`).on('error', () => {});
      leaving.end();
      await until(() => counting.watching === 1, 'the question is held');
      leaving.destroy();
      await until(() => counting.watching === 0, 'the question is freed');
    }));

  it('holds two questions of a payment, and answers the oldest when a third comes', () =>
    withPayment({ maxWait: 60_000 }, async ({ get, statusUrl, counting, news }) => {
      const first = get(`${statusUrl}?since=1`);
      await until(() => counting.watching === 1, 'one is held');
      const second = get(`${statusUrl}?since=1`);
      await until(() => counting.watching === 2, 'two are held');
      const third = get(`${statusUrl}?since=1`);
      assert.equal((await first).json['version'], 1);
      await until(() => counting.watching === 2, 'two are still held');
      await news('PAID');
      assert.deepEqual([(await second).json['phase'], (await third).json['phase']], ['paid', 'paid']);
    }));

  it('answers all held questions when the checkout is closed', () =>
    withPayment({ maxWait: 60_000 }, async ({ get, statusUrl, counting, checkout }) => {
      const held = get(`${statusUrl}?since=1`);
      await until(() => counting.watching === 1, 'the question is held');
      await checkout.close();
      assert.equal((await held).status, 200);
    }));

  it('hears of a change that another process wrote into the same file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
    const file = join(folder, 'payments.db');
    try {
      const here = sqliteStore(new DatabaseSync(file), { lookEvery: 20 });
      const there = sqliteStore(new DatabaseSync(file));
      await withPayment({ maxWait: 60_000, store: here }, async ({ get, statusUrl, counting }) => {
        const held = get(`${statusUrl}?since=1`);
        await until(() => counting.watching === 1, 'the question is held');
        const row = await there.byToken(statusUrl.split('/').at(-1)!);
        await there.move(row!.ref, { phase: 'paid', status: 'PAID', facts: {}, at: 1 });
        assert.equal((await held).json['phase'], 'paid');
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("shows an offer as expired when the shop's time is over, and still believes that it was paid", async () => {
    let time = Date.UTC(2026, 10, 20);
    const expiresAt = new Date(time + 60_000);
    const order = async () => ({ ...ORDER, expiresAt });
    await withPayment({ now: () => time, order }, async ({ get, statusUrl, news }) => {
      assert.equal((await get(statusUrl)).json['expiresAt'], expiresAt.toISOString());
      time += 60_000;
      assert.equal((await get(statusUrl)).json['phase'], 'expired');
      await news('PAID');
      assert.equal((await get(statusUrl)).json['phase'], 'paid');
    });
  });

  it('knows no payment by a wrong token, by its ref or by its service id', () =>
    withPayment({}, async ({ get, sandbox, counting, statusUrl, url }) => {
      const row = await counting.byToken(statusUrl.split('/').at(-1)!);
      for (const token of ['x', 'A'.repeat(22), row!.ref, sandbox.control.payments()[0]!.id, '%00']) {
        for (const route of ['status', 'payments']) {
          const { status, json } = await get(`${url}/${route}/${token}`);
          assert.deepEqual([status, json], [404, { error: { code: 'unknown-payment' } }], `${route}/${token}`);
        }
      }
    }));
});

describe('an address that is none', () => {
  it('is 404, another method is 405 with what is allowed, and OPTIONS says it', () =>
    withPayment({}, async ({ get, url, statusUrl }) => {
      for (const path of ['', 'orders', 'orders/', 'webhook/x', 'payments/x/y'])
        assert.equal((await get(`${url}/${path}`)).json['error'] !== undefined, true, path);
      assert.equal((await get(`${url}/nothing`)).status, 404);
      const put = await get(statusUrl, { method: 'PUT' });
      assert.deepEqual([put.status, put.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
      assert.equal((await get('payments')).headers.get('allow'), 'POST, OPTIONS');
      const options = await get('payments', { method: 'OPTIONS' });
      assert.deepEqual([options.status, options.headers.get('allow'), options.text], [204, 'POST, OPTIONS', '']);
    }));
});
