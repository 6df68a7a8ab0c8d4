import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OnStatus, Order } from '../../../src/server/index.ts';
import { openShopAndSandbox, ORDER, sendWebhook, until, webhookOf, type ShopOptions } from '../shop.ts';

type Opened = Awaited<ReturnType<typeof openShopAndSandbox>>;

/** An order whose amount and currency a test changes while it is open, as a visitor who goes on filling the cart does. */
interface Cart {
  amount: string;
  currency: string;
}

async function withCart(
  use: (shop: Opened, cart: Cart) => Promise<void>,
  { order, ...options }: ShopOptions = {},
): Promise<void> {
  const cart: Cart = { amount: '5.00', currency: 'USD' };
  const find = async (): Promise<Order> => ({ ...ORDER, ...cart });
  const shop = await openShopAndSandbox({ order: order ?? find, ...options });
  try {
    await use(shop, cart);
  } finally {
    await shop.close();
  }
}

const mismatches = ({ events }: Opened) => events.filter(({ type }) => type === 'payment-mismatch');
const wallet = { order: '1', method: 'wallet' };

describe('a payment that was made for another amount than the order has now', () => {
  it('does not pay the order, is named beside it, and does not block a new payment', () =>
    withCart(async (shop, cart) => {
      const { json: old } = await shop.pay(wallet);
      cart.amount = '5000';
      const webhookUrl = webhookOf(shop.sandbox);
      assert.equal((await sendWebhook(webhookUrl, { status: 'PAID' })).status, 200);

      const { json: order } = await shop.get('orders/1');
      assert.equal(order.paid, undefined);
      assert.deepEqual(order['mismatchedPayments'], [{ id: old['pid'], amount: '5', currency: 'USD', phase: 'paid' }]);

      const second = await shop.pay(wallet);
      assert.deepEqual([second.status, second.json['amount']], [201, '5000']);
      await sendWebhook(webhookOf(shop.sandbox), { status: 'PAID' });
      const { json: paid } = await shop.get('orders/1');
      assert.equal((paid.paid as Record<string, unknown>)['pid'], second.json['pid']);
    }));

  it('is reported when it becomes paid, and not again at each look', () =>
    withCart(async (shop, cart) => {
      await shop.pay(wallet);
      const [row] = await shop.store.ofOrder('1');
      cart.amount = '5000';
      cart.currency = 'EUR';
      await sendWebhook(webhookOf(shop.sandbox), { status: 'PAID' });
      await until(() => mismatches(shop).length === 1, 'the event');
      for (let look = 0; look < 3; look += 1) await shop.get('orders/1');
      assert.deepEqual(mismatches(shop), [
        {
          type: 'payment-mismatch',
          level: 'error',
          paymentRef: row!.paymentRef,
          orderRef: '1',
          amount: '5',
          currency: 'USD',
          orderAmount: '5000',
          orderCurrency: 'EUR',
        },
      ]);
    }));

  it('is reported once, even when another one is reported in between', () =>
    withCart(async (shop, cart) => {
      for (const order of ['1', '2']) {
        await shop.pay({ order, method: 'wallet' });
        await sendWebhook(webhookOf(shop.sandbox), { status: 'PAID' });
      }
      cart.amount = '5000';
      for (const order of ['1', '2', '1', '2']) await shop.get(`orders/${order}`);
      assert.equal(mismatches(shop).length, 2);
    }));

  it('is reported by the first look at the order when that changed after it was paid', () =>
    withCart(async (shop, cart) => {
      await shop.pay(wallet);
      await sendWebhook(webhookOf(shop.sandbox), { status: 'PAID' });
      assert.ok((await shop.get('orders/1')).json.paid);
      assert.deepEqual(mismatches(shop), []);
      cart.amount = '6';
      for (let look = 0; look < 2; look += 1) assert.equal((await shop.get('orders/1')).json.paid, undefined);
      assert.equal(mismatches(shop).length, 1);
    }));

  it('does not pay it although it was replaced and shown as expired before', () =>
    withCart(async (shop, cart) => {
      const { json: old } = await shop.pay(wallet);
      const webhookUrl = webhookOf(shop.sandbox);
      cart.amount = '5000';
      assert.equal((await shop.pay(wallet)).status, 201);
      assert.equal((await shop.get(String(old['statusUrl']))).json['phase'], 'expired');
      await sendWebhook(webhookUrl, { pid: old['pid'], status: 'PAID' });
      const { json: order } = await shop.get('orders/1');
      assert.equal(order.paid, undefined);
      assert.equal((order['payments'] as unknown[]).length, 1);
    }));

  it('of another currency does not pay it; another letter case and zeros at the end make no difference', () =>
    withCart(async (shop, cart) => {
      await shop.pay(wallet);
      await sendWebhook(webhookOf(shop.sandbox), { status: 'PAID' });
      cart.currency = 'JPY';
      assert.equal((await shop.get('orders/1')).json.paid, undefined);
      Object.assign(cart, { currency: 'usd', amount: '5.0' });
      assert.ok((await shop.get('orders/1')).json.paid);
    }));

  for (const [what, find] of [
    ['throws', () => Promise.reject(new Error('the shop’s database is away'))],
    ['never answers', () => new Promise<never>(() => {})],
  ] as const)
    it(`is taken from its webhook also when order() ${what}`, async () => {
      let broken = false;
      const order = () => (broken ? find() : { ...ORDER, amount: '5' });
      await withCart(
        async (shop) => {
          const { json } = await shop.pay(wallet);
          broken = true;
          assert.equal((await sendWebhook(webhookOf(shop.sandbox), { status: 'PAID' })).status, 200);
          assert.equal((await shop.get(String(json['statusUrl']))).json['phase'], 'paid');
          const isTold = () =>
            shop.events.some((event) => event.type === 'internal-error' && event.at === 'settlement');
          await until(isTold, 'the failure to be told');
        },
        { order, callbackTimeout: 200 },
      );
    });
});

describe('an offer whose payment got an unknown status word', () => {
  it('does not outlive a change of the amount', () =>
    withCart(async (shop, cart) => {
      const { json: old } = await shop.pay(wallet);
      await sendWebhook(webhookOf(shop.sandbox), { status: 'HELD_FOR_REVIEW' });
      cart.amount = '5000';
      const second = await shop.pay(wallet);
      assert.deepEqual([second.status, second.json['amount']], [201, '5000']);
      assert.deepEqual((await shop.get('orders/1')).json['payments'], [second.json]);
      assert.equal((await shop.get(String(old['statusUrl']))).json['phase'], 'expired');
    }));

  it('does not outlive its end', async () => {
    let time = Date.now();
    const order = async () => ({ ...ORDER, expiresAt: new Date(time + 60_000) });
    await withCart(
      async (shop) => {
        const { json: old } = await shop.pay(wallet);
        await sendWebhook(webhookOf(shop.sandbox), { status: 'HELD_FOR_REVIEW' });
        time += 60_000;
        const second = await shop.pay(wallet);
        assert.equal(second.status, 201);
        assert.notEqual(second.json['pid'], old['pid']);
      },
      { order, now: () => time },
    );
  });
});

describe('onStatus', () => {
  it('is passed the data that a shop needs to decide', async () => {
    const delivered: unknown[] = [];
    const onStatus: OnStatus = ({ amount, currency, test }, { to, replaced, afterExpiry }) =>
      void delivered.push([amount, currency, test, to, replaced, afterExpiry]);
    await withCart(
      async (shop) => {
        await shop.pay(wallet);
        await sendWebhook(webhookOf(shop.sandbox), { status: 'PAID' });
        await shop.checkout.sweep();
        assert.deepEqual(delivered, [['5', 'USD', true, 'paid', false, false]]);
      },
      { onStatus },
    );
  });
});
