import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryStore, type OnPaid, type OnStatus, type Order, type OrderRequest } from '../../../src/server/index.ts';
import { startSandbox, type RunningSandbox } from '../../../src/sandbox/index.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { openShop, ORDER, sendWebhook, until, webhookOf, type Shop, type ShopOptions } from '../shop.ts';

const WALLET = { order: '1001', method: 'wallet' };

/** The duration of an `onPaid`, so that a second call at the same time would overlap with it. Milliseconds. */
const CALL_MS = 5;

describe('onPaid', () => {
  let sandbox: RunningSandbox;
  let paid: string[];
  const shops: Shop[] = [];
  const onPaid: OnPaid = ({ orderRef, phase }) => void paid.push(`${orderRef} ${phase}`);

  beforeEach(async () => {
    paid = [];
    sandbox = await startSandbox();
  });
  afterEach(async () => {
    for (const shop of shops.splice(0)) await shop.close();
    await sandbox.close();
  });

  async function open(options: ShopOptions = {}): Promise<Shop> {
    const shop = await openShop(sandbox, { onPaid, ...options });
    shops.push(shop);
    return shop;
  }

  for (const [word, phase] of [
    ['PAID', 'paid'],
    ['OVERPAID', 'overpaid'],
  ] as const)
    it(`is called once for a payment that is ${phase}, after onStatus`, async () => {
      const delivered: string[] = [];
      const shop = await open({
        onStatus: ({ phase: to }) => void delivered.push(to),
        onPaid: (payment) => {
          assert.equal(payment.meta?.['cart'], 7);
          delivered.push('onPaid');
          return onPaid(payment);
        },
      });
      await shop.pay(WALLET);
      for (const status of ['UNMATCHED', word, 'REFUNDED']) await sendWebhook(webhookOf(sandbox), { status });
      await shop.checkout.sweep();
      await shop.checkout.sweep();
      assert.deepEqual(paid, [`1001 ${phase}`]);
      assert.deepEqual(delivered, ['unmatched', phase, 'onPaid', 'refunded']);
    });

  for (const status of ['UNDERPAID', 'LATE', 'EXPIRED', 'FAILED', 'HELD_FOR_REVIEW'])
    it(`is not called for ${status}`, async () => {
      const shop = await open();
      await shop.pay(WALLET);
      await sendWebhook(webhookOf(sandbox), { status });
      await shop.checkout.sweep();
      assert.deepEqual(paid, []);
    });

  it('is not called for a payment that was made for another amount than the order has now', async () => {
    let amount = '5.00';
    const shop = await open({ order: () => ({ ...ORDER, amount }) });
    await shop.pay(WALLET);
    amount = '5000';
    await sendWebhook(webhookOf(sandbox), { status: 'PAID' });
    await shop.checkout.sweep();
    assert.deepEqual(paid, []);
    assert.deepEqual(
      shop.events.map(({ type }) => type),
      ['payment-mismatch'],
    );
  });

  it('is called again when it rejects, and never twice at the same time', async () => {
    let running = 0;
    let broken = true;
    const shop = await open({
      onPaid: async (payment) => {
        assert.equal((running += 1), 1);
        await delay(CALL_MS);
        running -= 1;
        if (broken) throw new Error('the mail server is down');
        await onPaid(payment);
      },
    });
    await shop.pay(WALLET);
    await sendWebhook(webhookOf(sandbox), { status: 'PAID' });
    await Promise.all([shop.checkout.sweep(), shop.checkout.sweep()]);
    assert.equal(shop.events.at(-1)?.type, 'delivery-failed');
    broken = false;
    await shop.checkout.sweep();
    await shop.checkout.sweep();
    assert.deepEqual(paid, ['1001 paid']);
  });

  it('is named when it fails, and so are onStatus and order()', async () => {
    const broken = () => Promise.reject(new Error('the mail server is down'));
    for (const [name, options] of [
      ['onStatus()', { onStatus: broken }],
      ['onPaid()', { onStatus: () => {}, onPaid: broken }],
      ['order()', { order: (_ref, request) => (request ? ORDER : broken()) }],
    ] satisfies [string, ShopOptions][]) {
      const shop = await open({ store: memoryStore(), ...options });
      await shop.pay(WALLET);
      await sendWebhook(webhookOf(sandbox), { status: 'PAID' });
      await shop.checkout.sweep();
      const event = shop.events.at(-1)!;
      assert.deepEqual([event.type, 'at' in event && event.at], ['delivery-failed', name]);
    }
  });

  it('is not called after a refund, though it has failed before it', async () => {
    let broken = true;
    const shop = await open({
      onPaid: (payment) => {
        if (broken) throw new Error('the mail server is down');
        return onPaid(payment);
      },
    });
    await shop.pay(WALLET);
    await sendWebhook(webhookOf(sandbox), { status: 'PAID' });
    await shop.checkout.sweep();
    assert.equal(shop.events.at(-1)?.type, 'delivery-failed');
    await sendWebhook(webhookOf(sandbox), { status: 'REFUNDED' });
    broken = false;
    await shop.checkout.sweep();
    await shop.checkout.sweep();
    assert.deepEqual(paid, []);
    assert.deepEqual(await shop.store.unhandled(undefined, 9), []);
  });

  it('is not called when the refund arrives while order() is being asked', async () => {
    const shop = await open({
      order: async (_ref, request) => {
        if (!request) await sendWebhook(webhookOf(sandbox), { status: 'REFUNDED' });
        return ORDER;
      },
    });
    await shop.pay(WALLET);
    await sendWebhook(webhookOf(sandbox), { status: 'PAID' });
    await until(async () => (await shop.store.unhandled(undefined, 9)).length === 0, 'both changes to be delivered');
    assert.deepEqual(paid, []);
  });

  it('is called after a restart for a payment that was paid before', async () => {
    const store = memoryStore();
    const first = await open({ store, onPaid: () => Promise.reject(new Error('no connection')) });
    await first.pay(WALLET);
    await sendWebhook(webhookOf(sandbox), { status: 'PAID' });
    await first.checkout.close();
    const second = await open({ store });
    await second.checkout.sweep();
    assert.deepEqual(paid, ['1001 paid']);
  });
});

describe('a payment that pays its order only after the order was changed back', () => {
  let sandbox: RunningSandbox;
  let amount: string;
  let delivered: string[];
  const shops: Shop[] = [];
  const onStatus: OnStatus = (_payment, { from, to }) => void delivered.push(`${from} ${to}`);
  const onPaid: OnPaid = ({ orderRef }) => void delivered.push(`onPaid ${orderRef}`);

  beforeEach(async () => {
    amount = '5';
    delivered = [];
    sandbox = await startSandbox();
  });
  afterEach(async () => {
    for (const shop of shops.splice(0)) await shop.close();
    await sandbox.close();
  });

  async function open(options: ShopOptions = {}): Promise<Shop> {
    const shop = await openShop(sandbox, { order: () => ({ ...ORDER, amount }), onStatus, onPaid, ...options });
    shops.push(shop);
    return shop;
  }

  /** A payment that was paid while its order had another amount. */
  async function mismatch(shop: Shop): Promise<void> {
    await shop.pay(WALLET);
    amount = '25';
    await sendWebhook(webhookOf(sandbox), { status: 'PAID' });
    await shop.checkout.sweep();
    assert.deepEqual(delivered, ['awaiting paid']);
    amount = '5';
  }

  /** A look at the order, as a page that shows it takes. */
  const look = async (shop: Shop) => assert.ok((await shop.get('orders/1001')).json.paid);

  for (const [what, use] of [
    ['GET orders', look],
    ['POST payments', async (shop: Shop) => assert.equal((await shop.pay(WALLET)).status, 409)],
  ] as const)
    it(`is reported to the shop by ${what}, once only`, async () => {
      const shop = await open();
      await mismatch(shop);
      for (let n = 0; n < 3; n += 1) {
        await use(shop);
        await shop.checkout.sweep();
      }
      assert.deepEqual(delivered, ['awaiting paid', 'paid paid', 'onPaid 1001']);
    });

  it('is reported once for many concurrent requests, in two processes', async () => {
    const store = memoryStore();
    const both = [await open({ store }), await open({ store })] as const;
    await mismatch(both[0]);
    await Promise.all(Array.from({ length: 10 }, (_, n) => look(both[n % 2]!)));
    for (const shop of both) await shop.checkout.sweep();
    assert.deepEqual(delivered, ['awaiting paid', 'paid paid', 'onPaid 1001']);
  });

  it('is reported after a restart, and again when onPaid has failed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
    const store = () => sqliteStore(new DatabaseSync(join(folder, 'payments.db')));
    const first = await open({ store: store() });
    await mismatch(first);
    await first.checkout.close();
    const second = await open({ store: store(), onPaid: () => Promise.reject(new Error('no connection')) });
    await look(second);
    await second.checkout.sweep();
    await second.checkout.close();
    assert.ok(!delivered.includes('onPaid 1001'));
    const third = await open({ store: store() });
    await third.checkout.sweep();
    assert.deepEqual(delivered.at(-1), 'onPaid 1001');
    rmSync(folder, { recursive: true });
  });

  it('is not reported when it was refunded before the order matched again', async () => {
    const shop = await open();
    await mismatch(shop);
    await sendWebhook(webhookOf(sandbox), { status: 'REFUNDED' });
    assert.equal((await shop.get('orders/1001')).json.paid, undefined);
    await shop.checkout.sweep();
    assert.deepEqual(delivered, ['awaiting paid', 'paid refunded']);
  });

  it('is reported to onStatus where there is no onPaid', async () => {
    const shop = await open({ onPaid: undefined });
    await mismatch(shop);
    await look(shop);
    await shop.checkout.sweep();
    assert.deepEqual(delivered, ['awaiting paid', 'paid paid']);
  });

  it('is reported each time that the order matches again', async () => {
    const shop = await open();
    await mismatch(shop);
    // Changed again before the shop was told: another mismatch.
    let requestCount = 0;
    const checkout = await open({
      store: shop.store,
      order: (_ref, request) => ({ ...ORDER, amount: request || (requestCount += 1) > 1 ? amount : '25' }),
    });
    await look(checkout);
    await checkout.checkout.sweep();
    assert.deepEqual(delivered, ['awaiting paid', 'paid paid']);
    await look(checkout);
    await checkout.checkout.sweep();
    assert.deepEqual(delivered, ['awaiting paid', 'paid paid', 'paid paid', 'onPaid 1001']);
  });
});

describe('order() of a shop that gives orders only to their owner', () => {
  const requests: (OrderRequest | undefined)[] = [];
  const owned =
    (order: Order) =>
    (_ref: string, request: OrderRequest | undefined): Order | undefined => {
      requests.push(request);
      return !request || request.header('cookie') === 'session=ann' ? order : undefined;
    };
  const ann = { cookie: 'session=ann' };

  it('is called without a request when the checkout itself compares a paid payment with its order', async () => {
    const sandbox = await startSandbox();
    const paid: string[] = [];
    const order = { ...ORDER };
    const shop = await openShop(sandbox, {
      order: owned(order),
      onPaid: ({ orderRef }) => void paid.push(orderRef),
    });
    assert.equal((await shop.pay(WALLET)).status, 404);
    assert.equal((await shop.pay(WALLET, ann)).status, 201);
    requests.length = 0;
    await sendWebhook(webhookOf(sandbox), { status: 'PAID' });
    await until(() => paid.length > 0, 'onPaid');
    assert.deepEqual(requests, [undefined]);
    await shop.close();
    await sandbox.close();
  });

  it('that returns none without a request causes an error with this reason, and onPaid is tried again', async () => {
    const sandbox = await startSandbox();
    const paid: string[] = [];
    let isMended = false;
    const shop = await openShop(sandbox, {
      order: (_ref, request) => (isMended || request ? ORDER : undefined),
      onPaid: ({ orderRef }) => void paid.push(orderRef),
    });
    await shop.pay(WALLET);
    await sendWebhook(webhookOf(sandbox), { status: 'PAID' });
    await shop.checkout.sweep();
    const event = shop.events.at(-1)!;
    assert.ok(event.type === 'delivery-failed' && event.cause instanceof Error);
    assert.match(event.cause.message, /order\(\).*1001.*without a request/);
    assert.deepEqual(paid, []);
    isMended = true;
    await shop.checkout.sweep();
    assert.deepEqual(paid, ['1001']);
    await shop.close();
    await sandbox.close();
  });
});
