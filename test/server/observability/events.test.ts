import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import type { CheckoutEvent } from '../../../src/server/index.ts';
import { openShopAndSandbox, sendWebhook, until, webhookOf } from '../shop.ts';

describe('onEvent', () => {
  it('receives all events of a payment from the first request to the last webhook, in order', async () => {
    const shop = await openShopAndSandbox();
    const { pay, get, received, sandbox } = shop;
    const made = await pay({ order: '1001', method: 'crypto', coin: 'BTC' });
    assert.equal(made.status, 201);
    const webhookUrl = webhookOf(sandbox);
    await sendWebhook(webhookUrl, { status: 'PAID' });
    await sendWebhook(webhookUrl, { status: 'PAID' });
    await get(`${webhookUrl.slice(0, -2)}xx`, { method: 'POST', body: '{}' });
    await shop.close();

    const types = received.map(({ type }) => type);
    const expected = ['request-started', 'request-completed', 'payment-created', 'payment-changed', 'webhook-accepted'];
    assert.deepEqual(
      expected.map((type) => types.indexOf(type as CheckoutEvent['type'])).sort((a, b) => a - b),
      expected.map((type) => types.indexOf(type as CheckoutEvent['type'])),
    );
    const { paymentRef } = received.find((event) => event.type === 'payment-created')!;
    const kind = { paymentRef, orderRef: '1001', method: 'crypto', coin: 'BTC', level: 'info' };
    assert.deepEqual(
      received.filter(({ type }) => type.startsWith('payment-')),
      [
        { type: 'payment-created', ...kind },
        { type: 'payment-changed', ...kind, from: 'awaiting', to: 'paid', source: 'webhook', version: 2 },
      ],
    );
    assert.deepEqual(
      received.filter(({ type }) => type.startsWith('webhook-')),
      [
        { type: 'webhook-accepted', paymentRef, orderRef: '1001', changed: true, level: 'debug' },
        { type: 'webhook-accepted', paymentRef, orderRef: '1001', changed: false, level: 'debug' },
        { type: 'webhook-rejected', level: 'debug' },
      ],
    );
    assert.deepEqual(received.at(-1), { type: 'closed', level: 'info' });
  });

  it('receives the start and the end of each long poll', async () => {
    const shop = await openShopAndSandbox();
    const { json } = await shop.pay({ order: '1001', method: 'wallet' });
    const held = shop.get(`${String(json['statusUrl'])}?since=1`);
    await until(() => shop.received.some(({ type }) => type === 'long-poll-started'), 'a long poll');
    await sendWebhook(webhookOf(shop.sandbox), { status: 'PAID' });
    await held;
    await shop.close();
    const messages = shop.received.flatMap((event) => ('open' in event ? [[event.type, event.open]] : []));
    assert.deepEqual(messages, [
      ['long-poll-started', 1],
      ['long-poll-ended', 0],
    ]);
  });

  it('receives the events of a client that was passed, which keeps its own hook', async () => {
    const own: string[] = [];
    const first = await openShopAndSandbox();
    const end = first.checkout.client.subscribe(({ type }) => own.push(type));
    await first.checkout.client.currentUser();
    end();
    assert.deepEqual(own, ['request-started', 'request-attempted', 'request-completed']);
    assert.deepEqual(
      first.received.map(({ type }) => type),
      own,
    );
    await first.close();
  });

  it('may throw or reject, and its first error is printed to the console', async () => {
    const print = mock.method(console, 'error', () => {});
    try {
      for (const fail of [() => assert.fail('no disk'), () => Promise.reject(new Error('no disk'))]) {
        const shop = await openShopAndSandbox({ onEvent: fail });
        assert.equal((await shop.pay({ order: '1001', method: 'wallet' })).status, 201);
        await shop.close();
      }
      assert.deepEqual(
        print.mock.calls.map(({ arguments: [text, error] }) => [text as string, (error as Error).message]),
        [1, 2].map(() => ['pay-elements: a listener of events has failed:', 'no disk']),
      );
    } finally {
      print.mock.restore();
    }
  });

  it('has a level for everything that is a method of console', async () => {
    const shop = await openShopAndSandbox({ onStatus: () => Promise.reject(new Error('down')) });
    await shop.pay({ order: '1001', method: 'wallet' });
    const webhookUrl = webhookOf(shop.sandbox);
    for (const body of ['x', '{}', { status: 'ODD' }, { status: 'FAILED' }, { status: 'PAID' }])
      await sendWebhook(webhookUrl, body);
    await until(() => shop.received.some(({ type }) => type === 'delivery-failed'), 'a delivery that fails');
    await shop.close();
    for (const event of shop.received) assert.equal(typeof console[event.level], 'function', event.type);
    const levels = Object.fromEntries(shop.events.map(({ type, level }) => [type, level]));
    assert.deepEqual(levels, {
      'webhook-unreadable': 'warn',
      'webhook-without-status': 'warn',
      'status-unknown': 'warn',
      'delivery-failed': 'error',
      'conflicting-final-status': 'error',
    });
  });
});
