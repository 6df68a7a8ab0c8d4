import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startServiceStub } from '../../support/service-stub.ts';
import { openShop, ORDER, sendWebhook, webhookOf, withShopAndSandbox } from '../shop.ts';

const paymentRequest = { order: '1001', method: 'wallet' };

describe('a payment of a sandbox', () => {
  it('is refused where the shop has not allowed test payments, and the shop is notified', () =>
    withShopAndSandbox({ allowTestPayments: false }, async ({ pay, get, events, sandbox, store }) => {
      const { json } = await pay(paymentRequest);
      assert.equal((await sendWebhook(webhookOf(sandbox), { status: 'PAID' })).status, 200);
      assert.equal((await get(String(json['statusUrl']))).json['phase'], 'awaiting');
      assert.equal((await get('orders/1001')).json.paid, undefined);
      const [row] = await store.ofOrder('1001');
      assert.deepEqual(events, [
        {
          type: 'test-payment',
          level: 'error',
          paymentRef: row!.paymentRef,
          orderRef: '1001',
          status: 'PAID',
          to: 'paid',
        },
      ]);
    }));

  it('is paid where they are allowed', () =>
    withShopAndSandbox({ allowTestPayments: true }, async ({ pay, get, events, sandbox }) => {
      const { json } = await pay(paymentRequest);
      await sendWebhook(webhookOf(sandbox), { status: 'PAID' });
      assert.equal((await get(String(json['statusUrl']))).json['phase'], 'paid');
      assert.deepEqual(events, []);
    }));

  it('that was paid while they were allowed settles nothing once they are not', () =>
    withShopAndSandbox({ allowTestPayments: true }, async ({ pay, sandbox, store, ...shop }) => {
      await pay(paymentRequest);
      await sendWebhook(webhookOf(sandbox), { status: 'PAID' });
      assert.ok((await shop.get('orders/1001')).json.paid);
      const strict = await openShop(sandbox, { store, allowTestPayments: false });
      after(() => strict.close());
      assert.equal((await strict.get('orders/1001')).json.paid, undefined);
      assert.equal((await strict.pay(paymentRequest)).status, 201);
    }));

  it('settles its order by checkout.settles where they are allowed, and nowhere else', () =>
    withShopAndSandbox({ allowTestPayments: true }, async ({ pay, sandbox, store, checkout }) => {
      await pay(paymentRequest);
      await sendWebhook(webhookOf(sandbox), { status: 'PAID' });
      const [payment] = await checkout.payments.ofOrder('1001');
      assert.equal(payment?.test, true);
      const { amount, currency } = ORDER;
      assert.equal(checkout.settles(payment, { amount, currency }), true);
      assert.equal(checkout.settles(payment, { amount: '20', currency }), false);
      assert.equal(checkout.settles({ ...payment, phase: 'confirming' }, { amount, currency }), false);
      const strict = await openShop(sandbox, { store, allowTestPayments: false });
      after(() => strict.close());
      assert.equal(strict.checkout.settles(payment, { amount, currency }), false);
      assert.equal(strict.checkout.settles({ ...payment, test: false }, { amount, currency }), true);
    }));

  it('is detected by its webhook too, also when that arrives before the response to the creation', () =>
    withShopAndSandbox({ allowTestPayments: false }, async ({ pay, events, sandbox }) => {
      sandbox.control.beforeNextAnswer('PAID');
      const { status, json } = await pay(paymentRequest);
      assert.deepEqual([status, json['phase']], [201, 'awaiting']);
      assert.equal(events[0]?.type, 'test-payment');
    }));

  it('stays a test payment when a later webhook does not contain the flag', async () => {
    const stub = await startServiceStub();
    const shop = await openShop(stub, { allowTestPayments: false });
    after(async () => {
      await shop.close();
      await stub.close();
    });
    const { json } = await shop.pay(paymentRequest);
    const webhookUrl = String(stub.requests[0]!.fields['webhook_url']);
    await sendWebhook(webhookUrl, { status: 'PAID', test: true });
    await sendWebhook(webhookUrl, { status: 'PAID' });
    const { json: payment } = await shop.get(String(json['statusUrl']).replace('/status/', '/payments/'));
    assert.deepEqual([payment['phase'], payment['test']], ['awaiting', true]);
    assert.deepEqual(
      shop.events.map(({ type }) => type),
      ['test-payment', 'test-payment'],
    );
  });
});
