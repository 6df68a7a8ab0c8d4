import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { renderPayment } from '../../src/html/index.ts';
import { memoryStore, type OrderRequest, type PaymentRequester, type StoredPayment } from '../../src/server/index.ts';
import { sqliteStore } from '../../src/server/stores/sqlite.ts';
import { json, soundData, startServiceStub, type ServiceStub, type StubRequest } from '../support/service-stub.ts';
import { openShop, ORDER, SECRET, sendWebhook, type Shop, type ShopOptions } from './shop.ts';

async function withShop(
  options: ShopOptions,
  use: (shop: Shop & { stub: ServiceStub }) => Promise<void>,
): Promise<void> {
  const stub = await startServiceStub();
  stub.answer = (request, response) => json(response, 200, { data: { ...soundData(request), ...idOf(request) } });
  const shop = await openShop({ url: stub.url, apiKey: 'key' }, { order: async () => ORDER, ...options });
  try {
    await use({ ...shop, stub });
  } finally {
    await shop.close();
    await stub.close();
  }
}

/** A new identifier, under the name that the kind of payment has. */
const idOf = ({ path }: StubRequest) => {
  if (path === '/v1/payments') return { tid: randomUUID() };
  return path === '/v1/wallet/payments' ? { pid: randomUUID() } : { bid: randomUUID() };
};

const request = (headers: Record<string, string> = {}) =>
  new Request('http://127.0.0.1/checkout/1001', { method: 'POST', headers });

const wallet = { orderRef: '1001', method: 'wallet' } as const;

describe('checkout.payments.create', () => {
  it('makes the payment that POST payments makes, and finds it again', () =>
    withShop({}, async ({ checkout, pay, get, stub }) => {
      const made = await checkout.payments.create(wallet, { request: request() });
      assert.ok(made.ok && made.created);
      const { payment } = made;
      assert.deepEqual(
        [payment.orderRef, payment.method, payment.amount, payment.currency, payment.phase],
        ['1001', 'wallet', '19.99', 'USD', 'awaiting'],
      );
      assert.match(renderPayment(payment.publicPayment!), /NOTE 1/);
      const { status, json: same } = await pay({ order: '1001', method: 'wallet' });
      assert.deepEqual([status, same], [200, JSON.parse(JSON.stringify(payment.publicPayment))]);
      const again = await checkout.payments.create({ ...wallet }, { visitor: 'anna' });
      assert.ok(again.ok && !again.created && again.payment.paymentRef === payment.paymentRef);
      assert.equal(stub.requests.length, 1);
      assert.equal((await get(String(payment.publicPayment!.statusUrl))).json['phase'], 'awaiting');
    }));

  it('takes a coin in any letter case', () =>
    withShop({}, async ({ checkout }) => {
      const made = await checkout.payments.create(
        { orderRef: '1001', method: 'crypto', coin: 'btc' },
        { request: request() },
      );
      assert.ok(made.ok && made.payment.coin === 'BTC');
    }));

  it('calls order() once, with the request or the visitor', async () => {
    const requests: (OrderRequest | undefined)[] = [];
    const order = async (_ref: string, given: OrderRequest | undefined) => (requests.push(given), ORDER);
    await withShop({ order }, async ({ checkout }) => {
      const given = request({ cookie: 'session=anna' });
      await checkout.payments.create(wallet, { request: given });
      await checkout.payments.create({ ...wallet, orderRef: '1002' }, { visitor: 'customer 7' });
      assert.equal(requests.length, 2);
      assert.deepEqual([requests[0]!.header('cookie'), requests[0]!.raw === given], ['session=anna', true]);
      assert.deepEqual([requests[1]!.visitor, requests[1]!.header('cookie')], ['customer 7', undefined]);
    });
  });

  it('takes the requests of Node, Express and Fastify, and objects that hold a Request', () =>
    withShop({ creationLimit: { perMinute: 1, unidentified: { perMinute: 50 } } }, async ({ checkout }) => {
      const asks: { readonly headers: NodeJS.Dict<string | string[]>; readonly made: unknown }[] = [];
      const server = createServer((message: IncomingMessage, response) => {
        const fastify = message.headers['x-shape'] === 'fastify';
        const given = fastify ? { raw: message, headers: message.headers } : message;
        void checkout.payments
          .create({ orderRef: randomUUID(), method: 'wallet' }, { request: given })
          .then((made) => (asks.push({ headers: message.headers, made }), response.end()));
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const from = (address: string, shape: string) =>
        fetch(url, { headers: { 'x-forwarded-for': address, 'x-shape': shape } });
      await from('203.0.113.1', 'node');
      await from('203.0.113.1', 'node');
      await from('203.0.113.2', 'fastify');
      await from('203.0.113.2', 'fastify');
      server.close();
      // Counted by the address that the proxy in front wrote.
      assert.deepEqual(
        asks.map(({ made }) => (made as { ok: boolean }).ok),
        [true, false, true, false],
      );
      const event = { request: request(), locals: { session: 'anna' } };
      assert.ok((await checkout.payments.create({ ...wallet, orderRef: 'kit' }, { request: event })).ok);
    }));

  it('counts requests by visitor, as POST payments does', () =>
    withShop({ creationLimit: { perMinute: 2 } }, async ({ checkout, events }) => {
      const create = async (visitor: string) =>
        checkout.payments.create({ orderRef: randomUUID(), method: 'wallet' }, { visitor });
      assert.deepEqual([(await create('anna')).ok, (await create('anna')).ok], [true, true]);
      const refused = await create('anna');
      assert.deepEqual(refused, { ok: false, code: 'busy', retryAfter: 60 });
      assert.ok((await create('bert')).ok);
      const event = events.at(-1)!;
      assert.ok(event.type === 'creation-limited' && event.by === 'visitor');
    }));

  it('makes nothing for a form of another site, whatever is in it', () =>
    withShop({}, async ({ checkout, stub }) => {
      const pages: Record<string, string>[] = [
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        { origin: 'null', 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site', origin: 'https://blog.shop.example' },
        { origin: 'https://evil.example' },
      ];
      for (const headers of pages) {
        const made = await checkout.payments.create(wallet, { request: request(headers) });
        assert.deepEqual(made, { ok: false, code: 'invalid-request', field: 'origin' }, JSON.stringify(headers));
      }
      assert.equal(stub.requests.length, 0);
      const own = { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1' };
      assert.ok((await checkout.payments.create(wallet, { request: request(own) })).ok);
    }));

  it('returns the reason why there is no payment', async () => {
    const orders: Record<string, object> = {
      sold: { soldOut: true },
      paid: { paid: true },
      past: { expiresAt: '2020-01-01' },
    };
    const order = async (orderRef: string) => (orderRef === 'none' ? undefined : { ...ORDER, ...orders[orderRef] });
    await withShop({ order }, async ({ checkout, stub }) => {
      const why = async (wanted: object) => {
        const made = await checkout.payments.create({ ...wallet, ...wanted }, { visitor: 'anna' });
        return made.ok ? 'made' : [made.code, made.field].filter(Boolean).join(' ');
      };
      assert.deepEqual(
        [
          await why({ orderRef: 'none' }),
          await why({ orderRef: 'sold' }),
          await why({ orderRef: 'paid' }),
          await why({ orderRef: 'past' }),
        ],
        ['unknown-order', 'sold-out', 'already-paid', 'offer-expired'],
      );
      assert.deepEqual(
        [
          await why({ orderRef: '' }),
          await why({ method: 'card' }),
          await why({ method: 'crypto', coin: 'XRP' }),
          await why({ method: 'crypto' }),
        ],
        ['invalid-request orderRef', 'invalid-request method', 'invalid-request coin', 'invalid-request coin'],
      );
      stub.answer = (_request, response) => json(response, 500, {});
      assert.equal(await why({}), 'service-unavailable');
    });
  });

  it('gives the payment that paid the order', () =>
    withShop({}, async ({ checkout, stub }) => {
      const made = await checkout.payments.create(wallet, { visitor: 'anna' });
      await sendWebhook(String(stub.requests[0]!.fields['webhook_url']), { status: 'PAID' });
      const again = await checkout.payments.create({ orderRef: '1001', method: 'localcode' }, { visitor: 'anna' });
      assert.ok(made.ok && !again.ok);
      assert.deepEqual(
        [again.code, again.payment?.paymentRef, again.payment?.phase],
        ['already-paid', made.payment.paymentRef, 'paid'],
      );
    }));

  it('refuses the old name of orderRef', () =>
    withShop({}, async ({ checkout }) => {
      await assert.rejects(
        checkout.payments.create({ order: '1001', method: 'wallet' } as never, { visitor: 'anna' }),
        {
          name: 'ConfigurationError',
          code: 'option-renamed',
          message: 'payments.create.order: is now called orderRef',
        },
      );
    }));

  it('requires a visitor', () =>
    withShop({}, async ({ checkout }) => {
      const { create } = checkout.payments;
      await assert.rejects(
        checkout.payments.create(wallet, { request: 'x' as never }),
        /^TypeError: create: request: /,
      );
      for (const requester of [undefined, {}, { visitor: '' }, { visitor: 7 }, { request: 'x' }, { request: {} }])
        await assert.rejects(create(wallet, requester as PaymentRequester), TypeError, JSON.stringify(requester));
    }));
});

describe('checkout.payments', () => {
  it('reads a payment by its paymentRef and by its token, and the payments of an order', () =>
    withShop({}, async ({ checkout }) => {
      const { create, get, ofOrder } = checkout.payments;
      const first = await create(wallet, { visitor: 'anna' });
      const second = await create({ orderRef: '1001', method: 'localcode' }, { visitor: 'anna' });
      assert.ok(first.ok && second.ok);
      const { paymentRef, publicPayment } = first.payment;
      const token = publicPayment!.statusUrl!.split('/').at(-1)!;
      assert.deepEqual([(await get(paymentRef))?.paymentRef, (await get(token))?.paymentRef], [paymentRef, paymentRef]);
      for (const unknown of ['', '1001', 'A'.repeat(22), '../..', undefined])
        assert.equal(await get(unknown as string), undefined);
      assert.deepEqual(
        (await ofOrder('1001')).map(({ method }) => method),
        ['wallet', 'localcode'],
      );
      assert.deepEqual(await ofOrder('nobody'), []);
      await assert.rejects(
        ofOrder(1001 as never),
        /^TypeError: ofOrder: the reference of an order is needed, as text$/,
      );
    }));

  it('holds no secret', () =>
    withShop({}, async ({ checkout, stub }) => {
      const made = await checkout.payments.create(wallet, { visitor: 'anna' });
      const webhookUrl = String(stub.requests[0]!.fields['webhook_url']);
      const text = JSON.stringify([made, await checkout.payments.list(), await checkout.payments.ofOrder('1001')]);
      assert.ok(
        !text.includes(webhookUrl.split('/').at(-1)!) && !text.includes('/webhook/'),
        'the signed webhook address',
      );
      assert.ok(!text.includes(SECRET) && !text.includes('"key"'));
      const { publicPayment } = (await checkout.payments.ofOrder('1001'))[0]!;
      assert.ok(!JSON.stringify(publicPayment).includes('till@shop.example'));
    }));

  for (const [name, open] of Object.entries({
    memoryStore,
    sqliteStore: () => sqliteStore(new DatabaseSync(':memory:')),
  }))
    it(`lists all of them, newest first, a page at a time, also of one phase: ${name}`, async () => {
      let time = Date.UTC(2026, 10, 22);
      await withShop(
        { store: open(), creationLimit: false, now: () => (time += 10_000) },
        async ({ checkout, stub }) => {
          const { create, list } = checkout.payments;
          for (let index = 0; index < 23; index += 1) {
            const made = await create({ orderRef: `o${index}`, method: 'wallet' }, { visitor: 'anna' });
            assert.ok(made.ok);
            if (index % 4 === 0)
              await sendWebhook(String(stub.requests.at(-1)!.fields['webhook_url']), { status: 'PAID' });
          }
          const walk = async (options: Parameters<typeof list>[0]) => {
            const all: StoredPayment[] = [];
            for (let after: string | undefined; ;) {
              const { payments, next } = await list({ ...options, after });
              all.push(...payments);
              if (next === undefined) return all;
              assert.equal(payments.length, options!.limit);
              after = next;
            }
          };
          const newestFirst = Array.from({ length: 23 }, (_, index) => `o${22 - index}`);
          for (const limit of [1, 5, 23, 24, 1_000])
            assert.deepEqual(
              (await walk({ limit })).map(({ orderRef }) => orderRef),
              newestFirst,
              String(limit),
            );
          assert.equal((await list()).payments.length, 23);
          for (const limit of [1, 2, 6, 7])
            assert.deepEqual(
              (await walk({ limit, phase: 'paid' })).map(({ orderRef }) => orderRef),
              ['o20', 'o16', 'o12', 'o8', 'o4', 'o0'],
            );
          assert.deepEqual(await list({ phase: 'refunded' }), { payments: [] });
        },
      );
    });

  it('names the invalid option of a list', () =>
    withShop({}, async ({ checkout }) => {
      for (const [options, message] of [
        [{ limit: 0 }, /^ConfigurationError: limit: /],
        [{ limit: 1_001 }, /^ConfigurationError: limit: /],
        [{ phase: 'payed' }, /^ConfigurationError: phase: /],
        [{ after: 'x' }, /^ConfigurationError: after: /],
        [{ cursor: 'x' }, /^ConfigurationError: cursor: no such option/],
      ] as const)
        await assert.rejects(checkout.payments.list(options as object), message);
    }));
});
