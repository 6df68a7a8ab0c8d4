import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { readCreation } from '../../../src/elements/creation.ts';
import { json, soundData, startServiceStub, type ServiceStub } from '../../support/service-stub.ts';
import { createCheckout, memoryStore, ServiceClient, type CreationLimitOptions } from '../../../src/server/index.ts';
import { TransportError } from '../../../src/server/client/transport.ts';
import { nodeTransport } from '../../../src/server/node/index.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { openShop, ORDER, SECRET, type Answer, type Shop, type ShopOptions } from './shop.ts';

/** Somebody in the internet, as the proxy in front of the shop writes it down. */
const VISITOR = { 'x-forwarded-for': '203.0.113.7' };
const OTHER = { 'x-forwarded-for': '203.0.113.8' };

const START = Date.UTC(2026, 10, 20);

interface Limited extends Shop {
  readonly stub: ServiceStub;
  /** Turns the clock, ms. */
  readonly turn: (ms: number) => void;
  /** Asks for a payment that nobody has asked for before. */
  readonly another: (headers?: Record<string, string>) => Promise<Answer>;
}

/** A shop with any number of orders, a clock to turn, and a service that makes every payment. */
async function withShop(options: ShopOptions, use: (shop: Limited) => Promise<void>): Promise<void> {
  const stub = await startServiceStub();
  let time = START;
  let asked = 0;
  stub.answer = (request, response) => json(response, 200, { data: soundData(request, { pid: randomUUID() }) });
  const shop = await openShop(
    { url: stub.url, apiKey: 'key' },
    { order: async () => ORDER, now: () => time, ...options },
  );
  try {
    await use({
      ...shop,
      stub,
      turn: (ms) => (time += ms),
      another: (headers = VISITOR) => shop.pay({ order: `o${(asked += 1)}`, method: 'wallet' }, headers),
    });
  } finally {
    await shop.close();
    await stub.close();
  }
}

const statuses = async (count: number, ask: () => Promise<Answer>) => {
  const all: number[] = [];
  for (let times = 0; times < count; times += 1) all.push((await ask()).status);
  return all;
};

describe('a visitor', () => {
  it('has five payments made in a minute, and is told when the next can be', () =>
    withShop({}, async ({ another, turn, stub, events }) => {
      assert.deepEqual(await statuses(2, another), [201, 201]);
      turn(20_000);
      assert.deepEqual(await statuses(3, another), [201, 201, 201]);
      const sent = stub.requests.length;
      const refused = await another();
      assert.deepEqual(
        [refused.status, refused.text, refused.headers.get('retry-after')],
        [429, '{"error":{"code":"busy","retryAfter":40}}', '40'],
      );
      assert.equal(stub.requests.length, sent, 'the service was asked');
      assert.deepEqual(events.at(-1), { type: 'creation-limited', level: 'warn', order: 'o6', by: 'address' });
      turn(39_000);
      assert.equal((await another()).status, 429);
      turn(1_000);
      assert.deepEqual(await statuses(3, another), [201, 201, 429]);
    }));

  it('is told so that pay-checkout asks again by itself, once it is time', () =>
    withShop({ creations: { perMinute: 1 } }, async ({ another }) => {
      await another();
      const { status, headers, text } = await another();
      assert.deepEqual(readCreation(new Response(text, { status, headers }), text), { busy: true, after: 60_000 });
    }));

  it('has twenty made in an hour', () =>
    withShop({}, async ({ another, turn }) => {
      for (let minutes = 0; minutes < 4; minutes += 1) {
        assert.deepEqual(await statuses(5, another), [201, 201, 201, 201, 201]);
        turn(60_000);
      }
      const refused = await another();
      assert.deepEqual([refused.status, refused.json.error?.retryAfter], [429, 56 * 60]);
      turn(56 * 60_000);
      assert.equal((await another()).status, 201);
    }));

  it('is not the next one: others go on paying', () =>
    withShop({ creations: { perMinute: 1 } }, async ({ another }) => {
      assert.deepEqual(await statuses(2, () => another(VISITOR)), [201, 429]);
      assert.deepEqual(await statuses(2, () => another(OTHER)), [201, 429]);
    }));

  it('may ask for the payment there is as often as they like: it makes none', () =>
    withShop({ creations: { perMinute: 1 } }, async ({ another, pay, stub }) => {
      const wish = { order: '1001', method: 'wallet' };
      assert.equal((await pay(wish, VISITOR)).status, 201);
      assert.equal((await another()).status, 429);
      const again = await Promise.all(Array.from({ length: 30 }, () => pay(wish, VISITOR)));
      assert.deepEqual(new Set(again.map(({ status }) => status)), new Set([200]));
      assert.equal(stub.requests.filter(({ path }) => path !== '/v1/crypto-info').length, 1);
    }));

  it('who is sent away keeps the payment they had, though the order asks for other money now', async () => {
    let amount = '19.99';
    const order = async () => ({ ...ORDER, amount });
    await withShop({ creations: { perMinute: 1 }, order }, async ({ pay, get, turn }) => {
      const wish = { order: '1001', method: 'wallet' };
      const { json: first } = await pay(wish, VISITOR);
      amount = '25.00';
      assert.equal((await pay(wish, VISITOR)).status, 429);
      assert.equal((await get(String(first['statusUrl']))).json['phase'], 'awaiting');
      turn(60_000);
      const { status, json: second } = await pay(wish, VISITOR);
      assert.deepEqual([status, second['amount']], [201, '25']);
      assert.equal((await get(String(first['statusUrl']))).json['phase'], 'expired');
    });
  });

  it('who clicks twenty times at once has asked for one', () =>
    withShop({ creations: { perMinute: 2 } }, async ({ another, pay }) => {
      const wish = { order: '1001', method: 'wallet' };
      const all = await Promise.all(Array.from({ length: 20 }, () => pay(wish, VISITOR)));
      assert.deepEqual(all.map(({ status }) => status).sort(), [...Array<number>(19).fill(200), 201]);
      assert.deepEqual(await statuses(2, another), [201, 429]);
    }));

  it('is not charged for what the shop refuses', () =>
    withShop(
      { creations: { perMinute: 1 }, order: async (ref) => (ref === 'sold' ? { ...ORDER, soldOut: true } : ORDER) },
      async ({ another, pay }) => {
        for (const wish of [{ order: 'sold', method: 'wallet' }, { order: 'x', method: 'none' }, {}])
          assert.ok((await pay(wish, VISITOR)).status >= 400);
        assert.deepEqual(await statuses(2, another), [201, 429]);
      },
    ));

  it('is charged for the hour only with what the service was asked for', async () => {
    const stub = await startServiceStub();
    stub.answer = (request, response) => json(response, 200, { data: soundData(request, { pid: randomUUID() }) });
    const transport = nodeTransport();
    let away = true;
    let time = START;
    const checkout = createCheckout({
      client: new ServiceClient({
        baseUrl: stub.url,
        apiKey: 'key',
        transport: (request) =>
          away ? Promise.reject(new TransportError('network', 'refused', { sent: false })) : transport(request),
        after: (_ms, run) => (queueMicrotask(run), () => {}), // tries again at once
      }),
      secret: SECRET,
      publicUrl: 'https://shop.example/pay',
      order: async () => ORDER,
      creations: { perMinute: 5, perHour: 5, proxies: 1 },
      now: () => time,
    });
    const ask = async () => {
      const body = JSON.stringify({ order: randomUUID(), method: 'wallet' });
      const headers = { 'content-type': 'application/json', ...VISITOR };
      return (await checkout.POST(new Request('https://shop.example/pay/payments', { method: 'POST', headers, body })))
        .status;
    };
    // As many tries as there are in a minute, for the rows they leave; the hour is still whole after them.
    for (const status of [503, 503, 503, 503, 503, 429]) assert.equal(await ask(), status);
    time += 60_000;
    away = false;
    for (const status of [201, 201, 201, 201, 201, 429]) assert.equal(await ask(), status);
    time += 60_000;
    assert.equal(await ask(), 429);
    await checkout.close();
    await stub.close();
  });

  it('is counted by what the shop calls them too, wherever they come from', () =>
    withShop(
      { creations: { perMinute: 2, visitor: async ({ header }) => header('x-session') } },
      async ({ another, events }) => {
        const at = (address: string, session: string) => ({ 'x-forwarded-for': address, 'x-session': session });
        assert.equal((await another(at('203.0.113.1', 'anna'))).status, 201);
        assert.equal((await another(at('203.0.113.2', 'anna'))).status, 201);
        assert.equal((await another(at('203.0.113.3', 'anna'))).status, 429);
        const event = events.at(-1);
        assert.ok(event?.type === 'creation-limited' && event.by === 'visitor');
        // And a new session is no way round the address.
        assert.equal((await another(at('203.0.113.2', 'bert'))).status, 201);
        assert.equal((await another(at('203.0.113.2', 'carl'))).status, 429);
      },
    ));

  it('cannot come from elsewhere by saying so', () =>
    withShop({ creations: { perMinute: 1, proxies: 1 } }, async ({ another }) => {
      assert.equal((await another({ 'x-forwarded-for': '198.51.100.1, 203.0.113.7' })).status, 201);
      assert.equal((await another({ 'x-forwarded-for': '198.51.100.2, 203.0.113.7' })).status, 429);
    }));

  it('is the connection itself where there is no proxy', () =>
    withShop({ creations: { perMinute: 1, proxies: 0 } }, async ({ another }) => {
      assert.deepEqual(
        await statuses(2, () => another({ 'x-forwarded-for': `198.51.100.${Math.random()}` })),
        [201, 429],
      );
    }));

  it('is not limited where the shop wants no limit, or on the machine of its developer', async () => {
    await withShop({ creations: false }, async ({ another }) => {
      assert.deepEqual(new Set(await statuses(25, another)), new Set([201]));
    });
    await withShop({ creations: { perMinute: Infinity, perHour: 2 } }, async ({ another }) => {
      assert.deepEqual(await statuses(3, another), [201, 201, 429]);
    });
    await withShop({}, async ({ another, events }) => {
      assert.deepEqual(new Set(await statuses(25, () => another({}))), new Set([201]));
      assert.deepEqual(events, []);
    });
  });

  it('is one to all processes on a store', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
    const file = join(folder, 'payments.db');
    const creations = { perMinute: 3 };
    try {
      await withShop({ store: sqliteStore(new DatabaseSync(file)), creations }, (here) =>
        withShop({ store: sqliteStore(new DatabaseSync(file)), creations }, async (there) => {
          const wishes = Array.from({ length: 10 }, (_, index) => ({ order: `n${index}`, method: 'wallet' }));
          const all = await Promise.all(wishes.map((wish, index) => (index % 2 ? here : there).pay(wish, VISITOR)));
          assert.equal(all.filter(({ status }) => status === 201).length, 3);
          assert.equal(all.filter(({ status }) => status === 429).length, 7);
        }),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is written down under another name, which nobody without the secret can find', async () => {
    const names: string[] = [];
    const store = memoryStore();
    const heard = {
      ...store,
      take: (name: string, ...rest: [number, number, number]) => (names.push(name), store.take(name, ...rest)),
    };
    await withShop({ store: heard, creations: { visitor: () => 'anna' } }, async ({ another }) => {
      await another();
      await another();
      await another(OTHER);
    });
    assert.equal(names.length, 12);
    // Two windows; two addresses and one session.
    assert.equal(new Set(names).size, 6);
    for (const name of names) {
      assert.match(name, /^creations (minute|hour) [\w-]{22}$/);
      assert.ok(!/203|anna/.test(name), name);
    }
  });

  it('is unknown to a web-standard request: the shop hears of it once, and nobody is sent away', async () => {
    const stub = await startServiceStub();
    stub.answer = (request, response) => json(response, 200, { data: soundData(request, { pid: randomUUID() }) });
    const events: unknown[] = [];
    const checkout = (creations: CreationLimitOptions) =>
      createCheckout({
        client: new ServiceClient({ baseUrl: stub.url, apiKey: 'key', limit: { perMinute: 1_000 } }),
        secret: SECRET,
        publicUrl: 'https://shop.example/pay',
        order: async () => ORDER,
        creations,
        onEvent: (event) => event.level === 'warn' && events.push(event),
      });
    const ask = async ({ POST }: ReturnType<typeof checkout>, order: string, headers = {}) =>
      (
        await POST(
          new Request('https://shop.example/pay/payments', {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body: JSON.stringify({ order, method: 'wallet' }),
          }),
        )
      ).status;
    const blind = checkout({ perMinute: 1 });
    assert.deepEqual([await ask(blind, '1'), await ask(blind, '2'), await ask(blind, '3', VISITOR)], [201, 201, 201]);
    assert.deepEqual(events, [{ type: 'visitor-unknown', level: 'warn', order: '1' }]);
    const told = checkout({ perMinute: 1, proxies: 1 });
    assert.deepEqual([await ask(told, '1', VISITOR), await ask(told, '2', VISITOR)], [201, 429]);
    const named = checkout({
      perMinute: 1,
      visitor: ({ raw }) => (raw as Request).headers.get('x-session') ?? undefined,
    });
    assert.deepEqual(
      [await ask(named, '1', { 'x-session': 'anna' }), await ask(named, '2', { 'x-session': 'anna' })],
      [201, 429],
    );
    await Promise.all([blind, told, named].map(({ close }) => close()));
    await stub.close();
  });

  it('that the shop cannot name is no 500 with its text', () =>
    withShop(
      { creations: { visitor: () => Promise.reject(new Error('the session store at 10.0.0.5 is down')) } },
      async ({ another, events }) => {
        const { status, text } = await another();
        assert.deepEqual([status, text], [500, '{"error":{"code":"internal"}}']);
        assert.equal(events.at(-1)?.type, 'failed');
      },
    ));
});

describe('the option creations', () => {
  it('names what cannot be used in it', () => {
    const base = {
      client: new ServiceClient({ baseUrl: 'https://service.example', apiKey: 'key' }),
      secret: SECRET,
      publicUrl: 'https://shop.example/pay',
      order: async () => undefined,
    };
    for (const [creations, message] of [
      [{ perMinute: 0 }, /^TypeError: creations.perMinute/],
      [{ perMinute: 1.5 }, /^TypeError: creations.perMinute/],
      [{ perHour: '20' }, /^TypeError: creations.perHour/],
      [{ proxies: -1 }, /^TypeError: creations.proxies/],
      [{ visitor: 'anna' }, /^TypeError: creations.visitor/],
    ] as const)
      assert.throws(
        () => createCheckout({ ...base, creations: creations as never }),
        message,
        JSON.stringify(creations),
      );
  });
});
