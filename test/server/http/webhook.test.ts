import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore, type PaymentStore } from '../../../src/server/index.ts';
import { openShopAndSandbox, sendWebhook, webhookOf, type ShopOptions } from '../shop.ts';

type Begun = Awaited<ReturnType<typeof openShopAndSandbox>> & {
  readonly id: string;
  readonly webhookUrl: string;
  /** Sends a body to the payment's webhook address and gives the HTTP status. */
  readonly send: (body: unknown, init?: RequestInit) => Promise<number>;
  readonly state: () => Promise<Record<string, unknown>>;
};

/** A shop with one cryptocurrency payment. */
async function withPayment(options: ShopOptions, use: (begun: Begun) => Promise<void>): Promise<void> {
  const shop = await openShopAndSandbox(options);
  try {
    const { json } = await shop.pay({ order: '1001', method: 'crypto', coin: 'BTC' });
    const webhookUrl = webhookOf(shop.sandbox);
    await use({
      ...shop,
      id: String(json['tid']),
      webhookUrl,
      send: async (body, init) => (await sendWebhook(webhookUrl, body, init)).status,
      state: async () => (await shop.get(String(json['statusUrl']))).json,
    });
  } finally {
    await shop.close();
  }
}

describe('a webhook', () => {
  it('moves the payment when the sandbox plays the payer', () =>
    withPayment({}, async ({ sandbox, id, state }) => {
      sandbox.control.under(id);
      await sandbox.control.settled();
      const under = await state();
      assert.equal(under['phase'], 'underpaid');
      assert.equal(under['cryptoAmountReceived'], sandbox.control.payment(id).received);
      sandbox.control.pay(id);
      await sandbox.control.settled();
      await sandbox.control.advance(60_000);
      assert.equal((await state())['phase'], 'paid');
    }));

  it('is rejected with the same response for a wrong signature and for an unknown paymentRef', () =>
    withPayment({}, async ({ webhookUrl, url, id, state }) => {
      const [, paymentRef, signature] = /webhook\/([^/]+)\/([^/]+)$/.exec(webhookUrl)!;
      const answers = await Promise.all(
        [
          `${url}/webhook/${paymentRef}/${'A'.repeat(43)}`,
          `${url}/webhook/${'A'.repeat(22)}/${signature}`,
          `${url}/webhook/${paymentRef}/x`,
          `${url}/webhook/${paymentRef}/%C3%BC${signature!.slice(1)}`,
        ].map(async (address) => {
          const answer = await sendWebhook(address, { tid: id, status: 'PAID' });
          return [answer.status, await answer.text()];
        }),
      );
      for (const answer of answers) assert.deepEqual(answer, [404, '{"error":{"code":"not-found"}}']);
      assert.equal((await state())['phase'], 'awaiting');
    }));

  it('does not query the store when the signature is wrong', async () => {
    const store = memoryStore();
    let requestCount = 0;
    const watched: PaymentStore = {
      ...store,
      byPaymentRef: (paymentRef) => ((requestCount += 1), store.byPaymentRef(paymentRef)),
    };
    await withPayment({ store: watched }, async ({ url, send }) => {
      requestCount = 0;
      await sendWebhook(`${url}/webhook/${'A'.repeat(22)}/${'A'.repeat(43)}`, { status: 'PAID' });
      assert.equal(requestCount, 0);
      await send({ status: 'PAID' });
      assert.ok(requestCount > 0);
    });
  });

  it('is taken once: what comes twice or late is answered 200 and changes nothing', () =>
    withPayment({}, async ({ send, id, state, store }) => {
      for (const status of ['CONFIRMING', 'PAID', 'PAID', 'CONFIRMING', 'NEW', 'EXPIRED', 'FAILED'])
        assert.equal(await send({ tid: id, status }), 200);
      const { phase, version } = await state();
      assert.deepEqual([phase, version], ['paid', 3]);
      assert.deepEqual(await store.unhandled(undefined, 10), []);
    }));

  it('counts confirmations upwards only', () =>
    withPayment({}, async ({ send, state }) => {
      for (const confirmations of [0, 2, 1, 2])
        await send({ status: 'CONFIRMING', confirmations, confirmationsRequired: 3 });
      const { confirmations, confirmationsRequired, version } = await state();
      assert.deepEqual([confirmations, confirmationsRequired, version], [2, 3, 3]);
    }));

  it('never makes a payment paid by an unknown status word, and goes on after it', () =>
    withPayment({}, async ({ send, id, state, events }) => {
      assert.equal(await send({ tid: id, status: 'HELD_FOR_REVIEW' }), 200);
      const odd = await state();
      assert.deepEqual([odd['phase'], odd['status'], odd['version']], ['unknown', 'HELD_FOR_REVIEW', 2]);
      const event = events.at(-1)!;
      assert.deepEqual([event.type, 'status' in event && event.status], ['status-unknown', 'HELD_FOR_REVIEW']);
      await send({ tid: id, status: 'PAID' });
      assert.equal((await state())['phase'], 'paid');
    }));

  it("is read with the shop's own statusMap", () =>
    withPayment({ statusMap: { COMPLETED: 'paid' } }, async ({ send, id, state }) => {
      await send({ tid: id, status: 'completed' });
      assert.equal((await state())['phase'], 'paid');
    }));

  it("with another payment's identifier changes nothing", () =>
    withPayment({}, async ({ send, state, events }) => {
      assert.equal(await send({ tid: 'somebody-else', status: 'PAID' }), 202);
      assert.equal((await state())['phase'], 'awaiting');
      assert.equal(events.at(-1)?.type, 'webhook-conflict');
    }));

  it('that is unreadable or has no status gets a 202 with an event, and changes nothing', () =>
    withPayment({}, async ({ send, id, state, events }) => {
      for (const [body, reason] of [
        ['', 'empty'],
        ['[]', 'JSON, but not an object'],
        ['"PAID"', 'JSON, but not an object'],
        ['PAID', 'not JSON, a form, or multipart'],
        ['{"tid":', 'not JSON, a form, or multipart'],
        ['\u0000\u0001', 'not JSON, a form, or multipart'],
      ] as const) {
        assert.equal(await send(body), 202);
        const event = events.at(-1);
        assert.ok(event?.type === 'webhook-unreadable');
        assert.equal(event.reason, reason, body);
      }
      for (const body of [{ tid: id }, { tid: id, status: {} }, { tid: id, status: 7 }])
        assert.deepEqual([await send(body), events.at(-1)?.type], [202, 'webhook-without-status']);
      assert.equal((await state())['version'], 1);
    }));

  it('is read as a form too', () =>
    withPayment({}, async ({ send, id, state }) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      assert.equal(await send(`tid=${id}&status=PAID`, { headers }), 200);
      assert.equal((await state())['phase'], 'paid');
    }));

  it('longer than 64 KiB is rejected, also without a content-length', () =>
    withPayment({}, async ({ send, id, state }) => {
      const body = JSON.stringify({ tid: id, status: 'PAID', more: 'x'.repeat(64 * 1024) });
      assert.equal(await send(body), 413);
      const stream = new Blob([body]).stream();
      assert.equal(await send('', { body: stream, duplex: 'half' } as RequestInit), 413);
      assert.equal((await state())['phase'], 'awaiting');
    }));

  it('takes POST and PUT, and never a GET', () =>
    withPayment({}, async ({ webhookUrl, send, id, state }) => {
      const answer = await fetch(`${webhookUrl}?tid=${id}&status=PAID`);
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST, PUT, OPTIONS']);
      assert.equal((await state())['phase'], 'awaiting');
      assert.equal(await send({ tid: id, status: 'PAID' }, { method: 'PUT' }), 200);
      assert.equal((await state())['phase'], 'paid');
    }));

  it('is requested again when the store fails, and accepted then', async () => {
    const store = memoryStore();
    let down = false;
    const failing = {
      ...store,
      transition: (...args: Parameters<typeof store.transition>) =>
        down ? Promise.reject(new Error('disk full at /var/lib')) : store.transition(...args),
    };
    await withPayment({ store: failing }, async ({ webhookUrl, send, id, state, events }) => {
      down = true;
      const answer = await sendWebhook(webhookUrl, { tid: id, status: 'PAID' });
      assert.equal(answer.status, 500);
      assert.equal(await answer.text(), '{"error":{"code":"internal"}}');
      assert.equal(events.at(-1)?.type, 'internal-error');
      down = false;
      assert.equal(await send({ tid: id, status: 'PAID' }), 200);
      assert.equal((await state())['phase'], 'paid');
    });
  });

  it('before the answer to the creation is kept, and the payer is shown a paid payment', async () => {
    const shop = await openShopAndSandbox();
    try {
      shop.sandbox.control.beforeNextAnswer('PAID');
      const { status, json } = await shop.pay({ order: '1001', method: 'crypto', coin: 'BTC' });
      assert.deepEqual([status, json['phase'], json['status']], [201, 'paid', 'PAID']);
      assert.equal((await shop.pay({ order: '1001', method: 'crypto', coin: 'BTC' })).status, 409);
    } finally {
      await shop.close();
    }
  });

  it('of an old secret is believed while that secret is handed in', async () => {
    const previous = 'the secret of last year, which was long enough too';
    const store = memoryStore();
    const first = await openShopAndSandbox({ store, secret: previous });
    await first.pay({ order: '1001', method: 'wallet' });
    const path = webhookOf(first.sandbox).split('/pay/')[1]!;
    const body = JSON.stringify({ status: 'PAID' });
    const second = await openShopAndSandbox({
      store,
      secret: ['the secret of this year, long enough as well', previous],
    });
    assert.equal((await second.get(path, { method: 'POST', body })).status, 200);
    const third = await openShopAndSandbox({ store, secret: 'the secret of this year, long enough as well' });
    assert.equal((await third.get(path, { method: 'POST', body })).status, 404);
    for (const shop of [first, second, third]) await shop.close();
  });

  it('of another end than the payment had changes nothing, and the shop is notified', () =>
    withPayment({}, async ({ send, id, state, events }) => {
      assert.equal(await send({ tid: id, status: 'FAILED' }), 200);
      assert.equal(await send({ tid: id, status: 'EXPIRED' }), 200);
      assert.ok(!events.some(({ type }) => type === 'conflicting-final-status'));
      assert.equal(await send({ tid: id, status: 'PAID' }), 200);
      assert.equal((await state())['phase'], 'failed');
      const event = events.at(-1);
      assert.ok(events.length === 1 && event?.type === 'conflicting-final-status');
      assert.deepEqual([event.from, event.to, event.status, event.orderRef], ['failed', 'paid', 'PAID', '1001']);
    }));

  it('of an overpaid or refunded payment may report late that it was paid', () =>
    withPayment({}, async ({ send, events }) => {
      for (const status of ['PAID', 'REFUNDED', 'PAID', 'REFUNDED']) await send({ status });
      assert.deepEqual(events, []);
    }));

  it('of an end does not hide money that could not be matched: the payer must not pay again', () =>
    withPayment({}, async ({ send, state }) => {
      for (const status of ['UNMATCHED', 'EXPIRED']) assert.equal(await send({ status }), 200);
      assert.equal((await state())['phase'], 'unmatched');
      assert.equal(await send({ status: 'PAID' }), 200);
      assert.equal((await state())['phase'], 'paid');
    }));

  it('that is too long is refused, and the shop is notified', () =>
    withPayment({}, async ({ send, events }) => {
      assert.equal(await send({ status: 'PAID', more: 'x'.repeat(64 * 1024) }), 413);
      const [event, ...more] = events;
      assert.deepEqual(more, []);
      assert.ok(event?.type === 'webhook-unreadable');
      assert.equal(event.reason, 'longer than 64 KiB');
    }));

  it('is accepted although the log returns a promise that rejects', () =>
    withPayment({ onEvent: async () => Promise.reject(new Error('the log is full')) }, async ({ send, state }) => {
      assert.equal(await send({ status: 'HELD_FOR_REVIEW' }), 200);
      assert.equal((await state())['phase'], 'unknown');
    }));

  it('is verified first where the shop has verifyPayment', async () => {
    let sure = false;
    const seen: unknown[] = [];
    const confirm: ShopOptions['verifyPayment'] = ({ orderRef, meta }, { from, to, status }) => {
      seen.push({ order: orderRef, meta, from, to, status });
      return sure;
    };
    await withPayment({ verifyPayment: confirm }, async ({ send, id, state, events }) => {
      await send({ tid: id, status: 'CONFIRMING' });
      assert.deepEqual(seen, []);
      assert.equal(await send({ tid: id, status: 'PAID' }), 200);
      assert.deepEqual(seen, [{ order: '1001', meta: { cart: 7 }, from: 'confirming', to: 'paid', status: 'PAID' }]);
      assert.equal((await state())['phase'], 'confirming');
      assert.equal(events.at(-1)?.type, 'verification-declined');
      sure = true;
      await send({ tid: id, status: 'PAID' });
      assert.equal((await state())['phase'], 'paid');
      await send({ tid: id, status: 'PAID' });
      assert.equal(seen.length, 2);
    });
  });
});
