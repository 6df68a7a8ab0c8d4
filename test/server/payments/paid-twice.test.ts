import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { memoryStore, type PaymentStore } from '../../../src/server/index.ts';
import { openShopAndSandbox, ORDER, sendWebhook, webhookOf } from '../shop.ts';

/** A shop whose order may change, and payments of it: `begin` gives how the service reports of the one it made. */
async function withShop(
  use: (
    shop: Awaited<ReturnType<typeof openShopAndSandbox>> & {
      order: { amount: string; currency: string };
      begin: (choice: object) => Promise<{ id: string; report: (status: string) => Promise<unknown> }>;
    },
  ) => Promise<void>,
): Promise<void> {
  const order = { amount: '19.99', currency: 'USD' };
  const shop = await openShopAndSandbox({ order: async () => ({ ...ORDER, ...order }) });
  try {
    const begin = async (choice: object) => {
      const { json } = await shop.pay({ order: '1001', ...choice });
      const webhookUrl = webhookOf(shop.sandbox);
      const id = String(json['tid'] ?? json['pid'] ?? json['bid']);
      return { id, report: (status: string) => sendWebhook(webhookUrl, { status }) };
    };
    await use({ ...shop, order, begin });
  } finally {
    await shop.close();
  }
}

const WALLET = { method: 'wallet' };
const BTC = { method: 'crypto', coin: 'BTC' };

describe('an order that is paid twice', () => {
  it('is reported to the shop as an error that names both payments, once', () =>
    withShop(async ({ begin, store, events, checkout }) => {
      const first = await begin(WALLET);
      const second = await begin(BTC);
      await first.report('PAID');
      assert.deepEqual(events, []);
      await second.report('PAID');
      await second.report('PAID');
      await checkout.sweep();
      const [by, paymentRef] = (await store.ofOrder('1001')).map((row) => row.paymentRef);
      assert.deepEqual(events, [
        { type: 'order-paid-twice', paymentRef, orderRef: '1001', paidBy: by, level: 'error' },
      ]);
    }));

  it('is reported for each order', () =>
    withShop(async ({ begin, events }) => {
      for (const order of ['1001', '1002']) {
        const payments = [await begin({ order, ...WALLET }), await begin({ order, ...BTC })];
        for (const { report } of payments) await report('PAID');
      }
      const reported = events.filter(({ type }) => type === 'order-paid-twice');
      assert.deepEqual(
        reported.map((event) => 'orderRef' in event && event.orderRef),
        ['1001', '1002'],
      );
    }));

  it('is reported after a crash too: the process died when the second payment had been written', async () => {
    const store = memoryStore();
    const alive = new Map(Object.entries(store) as [string, (...given: unknown[]) => unknown][]);
    let moves = 0;
    const dying = Object.fromEntries(
      [...alive].map(([name, call]) => [
        name,
        (...given: unknown[]) => {
          if (moves >= 2 && name !== 'close') throw new Error('killed');
          if (name === 'transition') moves += 1;
          return call(...given);
        },
      ]),
    ) as unknown as PaymentStore;
    const order = async () => ORDER;
    const first = await openShopAndSandbox({ store: dying, order });
    const second = await openShopAndSandbox({ store, order });
    after(() => second.close());
    const webhookUrls: string[] = [];
    for (const choice of [WALLET, BTC]) {
      await first.pay({ order: '1001', ...choice });
      webhookUrls.push(webhookOf(first.sandbox));
    }
    await sendWebhook(webhookUrls[0]!, { status: 'PAID' });
    await first.checkout.sweep();
    await sendWebhook(webhookUrls[1]!, { status: 'PAID' });
    await first.close();
    assert.ok(!first.events.some(({ type }) => type === 'order-paid-twice'));

    await second.checkout.sweep();
    await second.checkout.sweep();
    const [by, paymentRef] = (await store.ofOrder('1001')).map((row) => row.paymentRef);
    assert.deepEqual(second.events, [
      { type: 'order-paid-twice', paymentRef, orderRef: '1001', paidBy: by, level: 'error' },
    ]);
  });

  it('is reported once where onStatus failed for the first payment for a while', async () => {
    let isDown = true;
    const onPaid = () => {
      if (isDown) throw new Error('the mail server is down');
    };
    const shop = await openShopAndSandbox({ order: async () => ORDER, onPaid });
    const webhookUrls: string[] = [];
    for (const choice of [WALLET, BTC]) {
      await shop.pay({ order: '1001', ...choice });
      webhookUrls.push(webhookOf(shop.sandbox));
    }
    for (const webhookUrl of webhookUrls) await sendWebhook(webhookUrl, { status: 'PAID' });
    await shop.checkout.sweep();
    isDown = false;
    await shop.checkout.sweep();
    assert.equal(shop.events.filter(({ type }) => type === 'order-paid-twice').length, 1);
    await shop.close();
  });

  it('is in the response for its order, with the payment that paid it and the duplicates', () =>
    withShop(async ({ begin, get }) => {
      const first = await begin(WALLET);
      const second = await begin(BTC);
      await first.report('PAID');
      assert.equal('duplicatePayments' in (await get('orders/1001')).json, false);
      await second.report('OVERPAID');
      const { json } = await get('orders/1001');
      assert.equal((json.paid as Record<string, unknown>)['pid'], first.id);
      assert.deepEqual(json['duplicatePayments'], [
        { id: second.id, amount: '19.99', currency: 'USD', phase: 'overpaid' },
      ]);
    }));

  it('is none where one payment was of another amount or currency, or came to nothing', () =>
    withShop(async ({ begin, get, order, events, checkout }) => {
      const first = await begin(WALLET);
      order.amount = '25';
      const second = await begin(BTC);
      const third = await begin({ method: 'crypto', coin: 'ETH' });
      await first.report('PAID');
      await second.report('PAID');
      await third.report('FAILED');
      await checkout.sweep();
      assert.ok(!events.some(({ type }) => type === 'order-paid-twice'));
      assert.equal('duplicatePayments' in (await get('orders/1001')).json, false);
    }));
});

describe('an order for which money was seen', () => {
  it('lists a payment that has moved also where another one has taken its place, or it came late', () =>
    withShop(async ({ begin, get, order }) => {
      const listed = async () =>
        ((await get('orders/1001')).json['payments'] as Record<string, unknown>[]).map(
          ({ tid, pid, phase }) => `${String(tid ?? pid)} ${String(phase)}`,
        );
      const first = await begin(WALLET);
      order.amount = '25';
      const second = await begin(WALLET);
      assert.deepEqual(await listed(), [`${second.id} awaiting`]);
      await first.report('UNMATCHED');
      assert.deepEqual(await listed(), [`${first.id} unmatched`, `${second.id} awaiting`]);
      const third = await begin(BTC);
      await third.report('EXPIRED');
      await third.report('LATE');
      assert.deepEqual(await listed(), [`${first.id} unmatched`, `${second.id} awaiting`, `${third.id} late`]);
      await second.report('PAID');
      assert.deepEqual(await listed(), [`${first.id} unmatched`, `${third.id} late`], 'also of an order that is paid');
    }));
});
