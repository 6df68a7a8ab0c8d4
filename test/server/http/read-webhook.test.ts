import assert from 'node:assert/strict';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { describe, it } from 'node:test';
import { readWebhook, type ReadWebhook, type WebhookReport } from '../../../src/server/index.ts';
import type { StartOptions } from '../../../src/sandbox/index.ts';
import { openShop, openShopAndSandbox, sendWebhook, webhookOf } from '../shop.ts';

/** A shop with a reader of its own and one cryptocurrency payment. */
async function withReader(
  reader: ReadWebhook,
  use: (begun: {
    readonly id: string;
    readonly shop: Awaited<ReturnType<typeof openShopAndSandbox>>;
    readonly send: (body: unknown, init?: RequestInit) => Promise<number>;
    readonly state: () => Promise<Record<string, unknown>>;
  }) => Promise<void>,
  start?: StartOptions,
): Promise<void> {
  const shop = await openShopAndSandbox({ readWebhook: reader }, start);
  try {
    const { json } = await shop.pay({ order: '1001', method: 'crypto', coin: 'BTC' });
    await use({
      shop,
      id: String(json['tid']),
      send: async (body, init) => (await sendWebhook(webhookOf(shop.sandbox), body, init)).status,
      state: async () => (await shop.get(String(json['statusUrl']))).json,
    });
  } finally {
    await shop.close();
  }
}

describe('the option readWebhook (contract 6: the payload is not shown)', () => {
  it('reads webhooks of a format that the default reader does not support', () =>
    withReader(
      (body) => {
        const [id, state, got] = JSON.parse(body) as [string, string, string];
        return { id, status: state === 'F' ? 'PAID' : 'UNDERPAID', received: got };
      },
      async ({ shop: { sandbox, events }, id, state }) => {
        sandbox.control.under(id);
        await sandbox.control.settled();
        const under = await state();
        assert.equal(under['phase'], 'underpaid');
        assert.equal(under['cryptoAmountReceived'], sandbox.control.payment(id).received);
        sandbox.control.pay(id);
        await sandbox.control.advance(60_000);
        await sandbox.control.settled();
        assert.equal((await state())['phase'], 'paid');
        assert.deepEqual(events, []);
      },
      {
        contractGaps: {
          webhookStates: ['UNDERPAID', 'PAID'],
          webhookBody: ({ id, status, cryptoAmountReceived }) => [
            id,
            status === 'PAID' ? 'F' : 'P',
            cryptoAmountReceived,
          ],
        },
      },
    ));

  it('may be asynchronous, can read headers in any letter case, and can fall back to the built-in reader', () =>
    withReader(
      async (body, headers) => {
        const expected = createHmac('sha256', 'store-key').update(body).digest();
        const given = Buffer.from(headers.get('X-Signature') ?? '', 'hex');
        await Promise.resolve();
        if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
        assert.equal(headers.get('x-none'), null);
        return readWebhook(body);
      },
      async ({ shop: { sandbox, events }, id, send, state }) => {
        assert.equal(await send({ tid: id, status: 'PAID' }), 202);
        assert.equal((await state())['phase'], 'awaiting');
        const [event, ...more] = events;
        assert.deepEqual(more, []);
        assert.ok(event?.type === 'webhook-unreadable');
        assert.equal(event.reason, 'readWebhook() returned undefined');
        sandbox.control.pay(id);
        await sandbox.control.advance(60_000);
        await sandbox.control.settled();
        assert.equal((await state())['phase'], 'paid');
      },
      { storeApiKey: 'store-key', contractGaps: { webhookSignature: 'hmac' } },
    ));

  it('returns a partial result: another id is rejected, and a missing status emits an event', async () => {
    let content: WebhookReport | undefined;
    await withReader(
      () => content,
      async ({ shop: { events }, id, send, state }) => {
        content = { id: 'another', status: 'PAID' };
        assert.equal(await send('x'), 202);
        content = { id };
        assert.equal(await send('x'), 202);
        content = undefined;
        assert.equal(await send('x'), 202);
        assert.deepEqual(
          events.map(({ type }) => type),
          ['webhook-conflict', 'webhook-without-status', 'webhook-unreadable'],
        );
        content = { status: 'CONFIRMING', received: '1e-8', confirmations: 1, confirmationsRequired: 3 };
        assert.equal(await send('x'), 200);
        const { phase, cryptoAmountReceived, confirmations, confirmationsRequired } = await state();
        assert.deepEqual(
          [phase, cryptoAmountReceived, confirmations, confirmationsRequired],
          ['confirming', '0.00000001', 1, 3],
        );
      },
    );
  });

  it('that returns undefined is the reason, and not that the default reader does not support the format either', () =>
    withReader(
      () => undefined,
      async ({ shop: { events }, send }) => {
        for (const body of ['["t1","F"]', '<status>PAID</status>', '', '{"status":"PAID"}'])
          assert.equal(await send(body), 202);
        assert.deepEqual(
          events.map((event) => 'reason' in event && event.reason),
          [
            'readWebhook() returned undefined; the body is JSON, but not an object',
            'readWebhook() returned undefined; the body is not JSON, a form, or multipart',
            'readWebhook() returned undefined; the body is empty',
            'readWebhook() returned undefined',
          ],
        );
      },
    ));

  it('is named in the reason, too, when a provider of the shop has it', async () => {
    let webhookUrl = '';
    const shop = await openShop({
      name: 'own',
      create: async (request) => {
        webhookUrl = request.webhookUrl;
        return { id: 'p1', status: 'NEW', note: 'n' };
      },
      readWebhook: () => undefined,
      phaseOf: () => 'awaiting',
    });
    try {
      await shop.pay({ order: '1001', method: 'wallet' });
      assert.equal((await sendWebhook(webhookUrl, '["t1","F"]')).status, 202);
      const event = shop.events.at(-1);
      assert.ok(event?.type === 'webhook-unreadable');
      assert.equal(event.reason, 'readWebhook() returned undefined; the body is JSON, but not an object');
    } finally {
      await shop.close();
    }
  });

  it('that throws or rejects is a 500 with an event, so that the service sends its webhook again', async () => {
    let fail = true;
    const cause = new Error('the key server is down');
    for (const broken of [
      () => {
        throw cause;
      },
      () => Promise.reject(cause),
    ] satisfies ReadWebhook[]) {
      fail = true;
      await withReader(
        (body) => (fail ? broken() : readWebhook(body)),
        async ({ shop: { events }, id, send, state }) => {
          assert.equal(await send({ tid: id, status: 'PAID' }), 500);
          assert.equal((await state())['phase'], 'awaiting');
          const event = events.find(({ type }) => type === 'internal-error');
          assert.ok(event && 'cause' in event && event.cause === cause);
          fail = false;
          assert.equal(await send({ tid: id, status: 'PAID' }), 200);
          assert.equal((await state())['phase'], 'paid');
        },
      );
    }
  });

  it('that returns an invalid value is a 500 with an event that names the field, and nothing changes', async () => {
    let odd: unknown;
    await withReader(
      () => odd as WebhookReport,
      async ({ shop: { events }, id, send, state }) => {
        for (const [field, value] of [
          ['readWebhook', null],
          ['readWebhook', 'PAID'],
          ['readWebhook', true],
          ['readWebhook', ['PAID']],
          ['readWebhook', () => ({})],
          ['id', { id: 7, status: 'PAID' }],
          ['id', { id: '', status: 'PAID' }],
          ['id', { id: 'x'.repeat(201), status: 'PAID' }],
          ['status', { id, status: 7 }],
          ['status', { id, status: ' ' }],
          ['status', { id, status: ['PAID'] }],
          ['received', { id, status: 'PAID', received: 0.1 }],
          ['received', { id, status: 'PAID', received: '-1' }],
          ['received', { id, status: 'PAID', received: '0,1' }],
          ['confirmations', { id, status: 'PAID', confirmations: -1 }],
          ['confirmations', { id, status: 'PAID', confirmations: '2' }],
          ['confirmationsRequired', { id, status: 'PAID', confirmationsRequired: 1.5 }],
          ['confirmationsRequired', { id, status: 'PAID', confirmationsRequired: Infinity }],
          ['expiresAt', { id, status: 'PAID', expiresAt: 'tomorrow' }],
          ['expiresAt', { id, status: 'PAID', expiresAt: new Date() }],
          ['state', { id, state: 'PAID' }],
          ['amountReceived', { id, status: 'PAID', amountReceived: '1' }],
        ] as const) {
          events.length = 0;
          odd = value;
          assert.equal(await send('x'), 500, field);
          const [event, ...more] = events;
          assert.deepEqual(more, []);
          assert.ok(event?.type === 'webhook-content-invalid', field);
          assert.deepEqual([event.level, event.field, event.orderRef], ['error', field, '1001']);
          assert.ok(event.reason.length > 0 && !event.reason.includes('PAID'), event.reason);
        }
        assert.equal((await state())['phase'], 'awaiting');
      },
    );
  });
});
