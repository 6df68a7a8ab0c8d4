import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { readCreation } from '../../../src/model/payment-creation.ts';
import { sendRequest } from '../../../src/model/request.ts';
import { json, soundData, startServiceStub, type ServiceStub } from '../../support/service-stub.ts';
import {
  createCheckout,
  memoryStore,
  ServiceClient,
  serviceProvider,
  type CheckoutBaseOptions,
  type CheckoutEvent,
  type CreationLimitOptions,
  type OrderRequest,
} from '../../../src/server/index.ts';
import { TransportError } from '../../../src/server/providers/service/transport/transport.ts';
import { createCheckoutWith } from '../../../src/server/checkout.ts';
import { nodeTransport } from '../../../src/server/http/node/index.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { openShop, ORDER, SECRET, type Answer, type Shop, type ShopOptions } from '../shop.ts';

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
  let requestCount = 0;
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
      another: (headers = VISITOR) => shop.pay({ order: `o${(requestCount += 1)}`, method: 'wallet' }, headers),
    });
  } finally {
    await shop.close();
    await stub.close();
  }
}

/** A checkout whose service cannot be reached until `restore()`. `request` asks for another payment: its status. */
async function withOutage(
  creationLimit: CreationLimitOptions,
  use: (shop: {
    readonly request: () => Promise<number>;
    readonly turn: (ms: number) => void;
    readonly restore: () => void;
  }) => Promise<void>,
): Promise<void> {
  const stub = await startServiceStub();
  stub.answer = (request, response) => json(response, 200, { data: soundData(request, { pid: randomUUID() }) });
  const transport = nodeTransport();
  let away = true;
  let time = START;
  const client = new ServiceClient(
    {
      baseUrl: stub.url,
      apiKey: 'key',
      transport: (request) =>
        away ? Promise.reject(new TransportError('network', 'refused', { sent: false })) : transport(request),
    },
    { after: (_ms, run) => (queueMicrotask(run), () => {}) }, // tries again at once
  );
  const checkout = createCheckoutWith(
    {
      provider: serviceProvider(client),
      secret: SECRET,
      publicUrl: 'https://shop.example/pay',
      store: memoryStore(),
      order: async () => ORDER,
      creationLimit,
    },
    { now: () => time },
  );
  const request = async () => {
    const body = JSON.stringify({ order: randomUUID(), method: 'wallet' });
    const headers = { 'content-type': 'application/json', ...VISITOR };
    return (await checkout.POST(new Request('https://shop.example/pay/payments', { method: 'POST', headers, body })))
      .status;
  };
  try {
    await use({ request, turn: (ms) => (time += ms), restore: () => (away = false) });
  } finally {
    await checkout.close();
    await stub.close();
  }
}

const statuses = async (count: number, request: () => Promise<Answer>) => {
  const all: number[] = [];
  for (let times = 0; times < count; times += 1) all.push((await request()).status);
  return all;
};

describe('a visitor', () => {
  it('creates five payments in a minute, and the refusal has the time of the next', () =>
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
      assert.deepEqual(events.at(-1), { type: 'creation-limited', level: 'warn', orderRef: 'o6', by: 'address' });
      turn(39_000);
      assert.equal((await another()).status, 429);
      turn(1_000);
      assert.deepEqual(await statuses(3, another), [201, 201, 429]);
    }));

  it('gets a refusal with the time after which pay-checkout tries again automatically', () =>
    withShop({ creationLimit: { perMinute: 1 } }, async ({ another }) => {
      await another();
      const { status, headers, text } = await another();
      const fetch = () => Promise.resolve(new Response(text, { status, headers }));
      const ports = { fetch, wait: () => () => {}, date: () => Date.now() };
      const creation = await new Promise((done) => {
        sendRequest('/', { timeout: 1_000 }, ports, (answer) => done(readCreation(answer)));
      });
      assert.deepEqual(creation, { busy: true, after: 60_000 });
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

  it('does not limit other visitors', () =>
    withShop({ creationLimit: { perMinute: 1 } }, async ({ another }) => {
      assert.deepEqual(await statuses(2, () => another(VISITOR)), [201, 429]);
      assert.deepEqual(await statuses(2, () => another(OTHER)), [201, 429]);
    }));

  it('can request the existing payment any number of times, because that creates none', () =>
    withShop({ creationLimit: { perMinute: 1 } }, async ({ another, pay, stub }) => {
      const paymentRequest = { order: '1001', method: 'wallet' };
      assert.equal((await pay(paymentRequest, VISITOR)).status, 201);
      assert.equal((await another()).status, 429);
      const again = await Promise.all(Array.from({ length: 30 }, () => pay(paymentRequest, VISITOR)));
      assert.deepEqual(new Set(again.map(({ status }) => status)), new Set([200]));
      assert.equal(stub.requests.filter(({ path }) => path !== '/v1/crypto-info').length, 1);
    }));

  it('keeps the existing payment when refused, although the order has another amount now', async () => {
    let amount = '19.99';
    const order = async () => ({ ...ORDER, amount });
    await withShop({ creationLimit: { perMinute: 1 }, order }, async ({ pay, get, turn }) => {
      const paymentRequest = { order: '1001', method: 'wallet' };
      const { json: first } = await pay(paymentRequest, VISITOR);
      amount = '25.00';
      assert.equal((await pay(paymentRequest, VISITOR)).status, 429);
      assert.equal((await get(String(first['statusUrl']))).json['phase'], 'awaiting');
      turn(60_000);
      const { status, json: second } = await pay(paymentRequest, VISITOR);
      assert.deepEqual([status, second['amount']], [201, '25']);
      assert.equal((await get(String(first['statusUrl']))).json['phase'], 'expired');
    });
  });

  it('uses one permit with twenty clicks at once', () =>
    withShop({ creationLimit: { perMinute: 2 } }, async ({ another, pay }) => {
      const paymentRequest = { order: '1001', method: 'wallet' };
      const all = await Promise.all(Array.from({ length: 20 }, () => pay(paymentRequest, VISITOR)));
      assert.deepEqual(all.map(({ status }) => status).sort(), [...Array<number>(19).fill(200), 201]);
      assert.deepEqual(await statuses(2, another), [201, 429]);
    }));

  it('does not count creations that the shop refuses', () =>
    withShop(
      {
        creationLimit: { perMinute: 1 },
        order: async (orderRef) => (orderRef === 'sold' ? { ...ORDER, soldOut: true } : ORDER),
      },
      async ({ another, pay }) => {
        for (const paymentRequest of [{ order: 'sold', method: 'wallet' }, { order: 'x', method: 'none' }, {}])
          assert.ok((await pay(paymentRequest, VISITOR)).status >= 400);
        assert.deepEqual(await statuses(2, another), [201, 429]);
      },
    ));

  it('is charged for the hour only with the requests to the service', () =>
    withOutage({ perMinute: 5, perHour: 5, proxies: 1 }, async ({ request, turn, restore }) => {
      // As many tries as there are in a minute, for the rows they leave; the hour is still whole after them.
      for (const status of [503, 503, 503, 503, 503, 429]) assert.equal(await request(), status);
      turn(60_000);
      restore();
      for (const status of [201, 201, 201, 201, 201, 429]) assert.equal(await request(), status);
      turn(60_000);
      assert.equal(await request(), 429);
    }));

  it('has no more than the hour made in a later one, after creations at once without a request to the service', () =>
    withOutage({ perMinute: Infinity, perHour: 3, proxies: 1 }, async ({ request, turn, restore }) => {
      const failed = await Promise.all([request(), request(), request()]);
      assert.deepEqual(failed, [503, 503, 503]);
      restore();
      turn(24 * 60 * 60_000);
      for (const status of [201, 201, 201, 429]) assert.equal(await request(), status);
    }));

  it('is charged for no hour while the limit of the shop is reached', () =>
    withShop({ creationLimit: { perMinute: 100, perHour: 3, perShop: 3 } }, async ({ another, turn }) => {
      assert.deepEqual(await statuses(3, () => another(OTHER)), [201, 201, 201]);
      turn(59 * 60_000);
      // Refused for the shop, not for this visitor.
      assert.deepEqual(await statuses(4, () => another(VISITOR)), [503, 503, 503, 503]);
      turn(60_000);
      assert.deepEqual(await statuses(3, () => another(VISITOR)), [201, 201, 201]);
    }));

  it("is also counted by the shop's name for the visitor, from any address", () =>
    withShop(
      { creationLimit: { perMinute: 2, visitor: async ({ header }) => header('x-session') } },
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
    withShop({ creationLimit: { perMinute: 1, proxies: 1 } }, async ({ another }) => {
      assert.equal((await another({ 'x-forwarded-for': '198.51.100.1, 203.0.113.7' })).status, 201);
      assert.equal((await another({ 'x-forwarded-for': '198.51.100.2, 203.0.113.7' })).status, 429);
    }));

  it('is the connection itself where there is no proxy', () =>
    withShop({ creationLimit: { perMinute: 1, proxies: 0 } }, async ({ another }) => {
      assert.deepEqual(
        await statuses(2, () => another({ 'x-forwarded-for': `198.51.100.${Math.random()}` })),
        [201, 429],
      );
    }));

  it('is not limited where the shop sets no limit, or on the machine of its developer', async () => {
    await withShop({ creationLimit: false }, async ({ another }) => {
      assert.deepEqual(new Set(await statuses(25, another)), new Set([201]));
    });
    await withShop({ creationLimit: { perMinute: Infinity, perHour: 2 } }, async ({ another }) => {
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
      await withShop({ store: sqliteStore(new DatabaseSync(file)), creationLimit: creations }, (here) =>
        withShop({ store: sqliteStore(new DatabaseSync(file)), creationLimit: creations }, async (there) => {
          const choices = Array.from({ length: 10 }, (_, index) => ({ order: `n${index}`, method: 'wallet' }));
          const all = await Promise.all(
            choices.map((paymentRequest, index) => (index % 2 ? here : there).pay(paymentRequest, VISITOR)),
          );
          assert.equal(all.filter(({ status }) => status === 201).length, 3);
          assert.equal(all.filter(({ status }) => status === 429).length, 7);
        }),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is stored as a keyed hash, which cannot be computed without the secret', async () => {
    const names: string[] = [];
    const store = memoryStore();
    const allEvents = {
      ...store,
      consumeRateLimit: (name: string, ...rest: [number, number, number]) => (
        names.push(name),
        store.consumeRateLimit(name, ...rest)
      ),
    };
    await withShop({ store: allEvents, creationLimit: { visitor: () => 'anna' } }, async ({ another }) => {
      await another();
      await another();
      await another(OTHER);
    });
    // Two windows for the address and two for the session, and the hour of the shop.
    assert.equal(names.length, 3 * 5);
    // Two addresses and one session.
    assert.equal(new Set(names).size, 3 * 2 + 1);
    for (const name of names) {
      assert.match(name, /^creations (minute|hour) [\w-]{22}$/);
      assert.ok(!/203|anna/.test(name), name);
    }
  });

  it('that the shop cannot name is no 500 with its text', () =>
    withShop(
      { creationLimit: { visitor: () => Promise.reject(new Error('the session store at 10.0.0.5 is down')) } },
      async ({ another, events }) => {
        const { status, text } = await another();
        assert.deepEqual([status, text], [500, '{"error":{"code":"internal"}}']);
        assert.equal(events.at(-1)?.type, 'internal-error');
      },
    ));
});

/** A checkout without a Node server: a web-standard request tells nothing of its connection. */
async function withWebShop(
  options: Partial<CheckoutBaseOptions>,
  use: (shop: {
    readonly request: (orderRef: string, headers?: Record<string, string>, context?: object) => Promise<Answer>;
    readonly events: CheckoutEvent[];
    readonly turn: (ms: number) => void;
  }) => Promise<void>,
): Promise<void> {
  const stub = await startServiceStub();
  stub.answer = (request, response) => json(response, 200, { data: soundData(request, { pid: randomUUID() }) });
  const events: CheckoutEvent[] = [];
  let time = START;
  const { POST, close } = createCheckoutWith(
    {
      service: { baseUrl: stub.url, apiKey: 'key', limit: { perMinute: 100_000 } },
      secret: SECRET,
      publicUrl: 'https://shop.example/pay',
      store: sqliteStore(new DatabaseSync(':memory:')),
      order: async () => ORDER,
      ...options,
      onEvent: (event) => (event.level === 'warn' || event.level === 'error') && events.push(event),
    },
    { now: () => time },
  );
  const request = async (orderRef: string, headers = {}, context?: object): Promise<Answer> => {
    const body = JSON.stringify({ order: orderRef, method: 'wallet' });
    const made = new Request('https://shop.example/pay/payments', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    const response = await POST(context ? { ...context, request: made } : made);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: JSON.parse(text) as Answer['json'] };
  };
  try {
    await use({ request, events, turn: (ms) => (time += ms) });
  } finally {
    await close();
    await stub.close();
  }
}

const made = (answers: readonly Pick<Answer, 'status'>[]) => answers.filter(({ status }) => status === 201).length;

describe('visitors that cannot be distinguished', () => {
  /** Asks for so many payments, each with another header that a client writes itself. */
  const tries = async (
    count: number,
    request: (headers: Record<string, string>) => Promise<Answer>,
    headers: (index: number) => Record<string, string> = () => ({}),
  ) => {
    const answers: Answer[] = [];
    for (let index = 0; index < count; index += 1) answers.push(await request(headers(index)));
    return answers;
  };

  it('share thirty payments a minute and two hundred an hour, of web-standard requests', () =>
    withWebShop({}, async ({ request, turn }) => {
      let requestCount = 0;
      const another = (headers: Record<string, string>) => request(`o${(requestCount += 1)}`, headers);
      const forged = (index: number) => ({ 'x-forwarded-for': `198.51.100.${index}` });
      const first = await tries(60, another, forged);
      assert.equal(made(first), 30);
      assert.deepEqual([first.at(-1)!.status, first.at(-1)!.headers.get('retry-after')], [429, '60']);
      let all = made(first);
      for (let minute = 1; minute < 10; minute += 1) {
        turn(60_000);
        all += made(await tries(40, another, forged));
      }
      assert.equal(all, 200);
    }));

  it('are limited behind a private peer, whatever a client writes into the header', () =>
    withShop({}, async ({ another }) => {
      assert.equal(made(await tries(40, () => another({}))), 30, 'no header');
    }));

  it('are limited behind a proxy that writes a private address after the client', () =>
    withShop({}, async ({ another }) => {
      const forged = (index: number) => ({ 'x-forwarded-for': `198.51.100.${index}, 10.0.0.9` });
      assert.equal(made(await tries(40, another, forged)), 30);
    }));

  it('cannot come from elsewhere by writing the header themselves where there are more proxies than entries', () =>
    withShop({ creationLimit: { proxies: 2 } }, async ({ another }) => {
      const forged = (index: number) => ({ 'x-forwarded-for': `198.51.100.${index}` });
      assert.equal(made(await tries(40, another, forged)), 30);
    }));

  it('are limited as configured', () =>
    withWebShop({ creationLimit: { unidentified: { perMinute: 3, perHour: 4 } } }, async ({ request, turn }) => {
      assert.equal(made([await request('1'), await request('2'), await request('3'), await request('4')]), 3);
      turn(60_000);
      assert.equal(made([await request('5'), await request('6')]), 1);
    }));

  it('have never less than one visitor alone, and no limit where the shop sets none', async () => {
    await withWebShop({ creationLimit: { perMinute: 40 } }, async ({ request }) => {
      assert.equal(made(await tries(50, (headers) => request(randomUUID(), headers))), 40);
    });
    await withWebShop({ creationLimit: { perMinute: Infinity } }, async ({ request }) => {
      assert.equal(made(await tries(50, (headers) => request(randomUUID(), headers))), 50);
    });
  });

  it('are reported once, with the option that distinguishes them', async () => {
    await withWebShop({}, async ({ request, events }) => {
      await request('1');
      await request('2');
      assert.deepEqual(events, [
        { type: 'visitor-unknown', level: 'warn', orderRef: '1', option: 'creationLimit.address' },
      ]);
    });
    await withWebShop({}, async ({ request, events }) => {
      await request('1', VISITOR);
      assert.deepEqual(events, [
        { type: 'visitor-unknown', level: 'warn', orderRef: '1', option: 'creationLimit.proxies' },
      ]);
    });
  });

  it('are distinguished by these options', async () => {
    await withWebShop({ creationLimit: { perMinute: 1, proxies: 1 } }, async ({ request, events }) => {
      assert.deepEqual([(await request('1', VISITOR)).status, (await request('2', VISITOR)).status], [201, 429]);
      assert.equal((await request('3', OTHER)).status, 201);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['creation-limited'],
      );
    });
    const visitor = ({ raw }: { readonly raw: unknown }) => (raw as Request).headers.get('x-session') ?? undefined;
    await withWebShop({ creationLimit: { perMinute: 1, visitor } }, async ({ request }) => {
      const anna = { 'x-session': 'anna' };
      assert.deepEqual([(await request('1', anna)).status, (await request('2', anna)).status], [201, 429]);
      assert.equal((await request('3', { 'x-session': 'bert' })).status, 201);
    });
  });
});

describe("the visitor's address from the platform", () => {
  const address = ({ header }: Pick<OrderRequest, 'header'>) => header('cf-connecting-ip');
  const at = (text: string, forwarded?: string) => ({
    'cf-connecting-ip': text,
    ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
  });

  it('counts for all addresses of its network together', () =>
    withWebShop({ creationLimit: { perMinute: 2, address } }, async ({ request, events }) => {
      const answers = [];
      for (let index = 0; index < 5; index += 1)
        answers.push(await request(`o${index}`, at(`2001:db8:0:7::${index}`, `198.51.100.${index}`)));
      assert.equal(made(answers), 2);
      assert.equal((await request('other', at('2001:db8:1:7::1'))).status, 201);
      assert.ok(!events.some(({ type }) => type === 'visitor-unknown'));
    }));

  it('is read like that of a connection: the last entry of the header counts behind a private one', () =>
    withWebShop({ creationLimit: { perMinute: 1, address } }, async ({ request }) => {
      assert.equal((await request('1', at('10.0.0.1', '198.51.100.1, 203.0.113.7'))).status, 201);
      assert.equal((await request('2', at('10.0.0.1', '198.51.100.2, 203.0.113.7'))).status, 429);
      assert.equal((await request('3', at('10.0.0.1', '203.0.113.8'))).status, 201);
    }));

  it('leaves visitors unidentified when it is missing or no address', () =>
    withWebShop({ creationLimit: { perMinute: 1, unidentified: { perMinute: 1 }, address } }, async ({ request }) => {
      assert.equal((await request('1')).status, 201);
      assert.equal((await request('2', at('anything else'))).status, 429);
    }));

  it('can be passed beside a web-standard Request', async () => {
    const stub = await startServiceStub();
    stub.answer = (request, response) => json(response, 200, { data: soundData(request, { pid: randomUUID() }) });
    const checkout = createCheckout({
      service: { baseUrl: stub.url, apiKey: 'key' },
      secret: SECRET,
      publicUrl: 'https://shop.example/pay',
      store: memoryStore(),
      order: async () => ORDER,
      creationLimit: { perMinute: 1 },
    });
    const requestOf = () =>
      new Request('https://shop.example/pay/payments', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order: randomUUID(), method: 'wallet' }),
      });
    const from = async (text: string) => (await checkout.fetch({ request: requestOf(), address: text })).status;
    try {
      assert.deepEqual(
        [await from('2001:db8::1'), await from('2001:db8::2'), await from('203.0.113.7')],
        [201, 429, 201],
      );
      const created = await checkout.payments.create(
        { orderRef: 'form', method: 'wallet' },
        { request: { request: requestOf(), address: '203.0.113.7' } },
      );
      assert.ok(!created.ok && created.code === 'busy');
    } finally {
      await checkout.close();
      await stub.close();
    }
  });

  it('is not the first entry of X-Forwarded-For, which Astro passes on with allowedDomains', async () => {
    const forged = (index: number) => `198.51.100.${index}`;
    const stub = await startServiceStub();
    stub.answer = (request, response) => json(response, 200, { data: soundData(request, { pid: randomUUID() }) });
    const createdWith = async (creationLimit: CreationLimitOptions) => {
      const checkout = createCheckout({
        service: { baseUrl: stub.url, apiKey: 'key', limit: { perMinute: 100_000 } },
        secret: SECRET,
        publicUrl: 'https://shop.example/pay',
        store: memoryStore(),
        order: async () => ORDER,
        creationLimit,
        log: false,
      });
      const answers = [];
      for (let index = 0; index < 40; index += 1) {
        const request = new Request('https://shop.example/pay/payments', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `${forged(index)}, 203.0.113.7` },
          body: JSON.stringify({ order: randomUUID(), method: 'wallet' }),
        });
        const context = { request, clientAddress: forged(index) };
        answers.push(await checkout.POST(context));
      }
      await checkout.close();
      return made(answers);
    };
    assert.equal(await createdWith({}), 30, 'as unidentified visitors');
    assert.equal(await createdWith({ proxies: 1 }), 5);
    await stub.close();
  });
});

describe('a visitor who writes the address of their connection into X-Forwarded-For', () => {
  it('is identified by it with SvelteKit, and does not count as unidentified', async () => {
    const address = '203.0.113.7';
    const context = { getClientAddress: () => address };
    await withWebShop({}, async ({ request }) => {
      const answers: Answer[] = [];
      for (let index = 0; index < 8; index += 1)
        answers.push(await request(`o${index}`, { 'x-forwarded-for': address }, context));
      assert.equal(made(answers), 5);
    });
  });
});

describe('the owner of a large IPv6 network', () => {
  const address = ({ header }: Pick<OrderRequest, 'header'>) => header('x-from');
  it('cannot use up the hour of the shop from a /56 or a /48', async () => {
    for (const [network, most] of [
      [(index: number) => `2001:db8:0:${(index % 256).toString(16)}::1`, 40],
      [(index: number) => `2001:db8:0:${(index * 61).toString(16)}::1`, 80],
    ] as const)
      await withWebShop({ creationLimit: { address } }, async ({ request, turn }) => {
        let created = 0;
        for (let minute = 0; minute < 10; minute += 1) {
          const answers = [];
          for (let index = 0; index < 40; index += 1)
            answers.push(await request(randomUUID(), { 'x-from': network(minute * 40 + index) }));
          created += made(answers);
          turn(60_000);
        }
        assert.equal(created, most);
        assert.equal((await request('another', { 'x-from': '2001:db8:1::1' })).status, 201, 'another visitor');
      });
  });
});

describe('all visitors together', () => {
  const asManyVisitors = async (count: number, request: (headers: Record<string, string>) => Promise<Answer>) => {
    const answers: Answer[] = [];
    for (let index = 0; index < count; index += 1)
      answers.push(await request({ 'x-forwarded-for': `203.${index >> 8}.113.${index & 255}` }));
    return answers;
  };

  it('have four hundred payments made in an hour, and the shop is notified as an error', () =>
    withWebShop({ creationLimit: { proxies: 1 } }, async ({ request, events, turn }) => {
      const answers = await asManyVisitors(405, (headers) => request(randomUUID(), headers));
      assert.equal(made(answers), 400);
      const refused = answers.at(-1)!;
      // Not 429: it is not this visitor's doing.
      assert.deepEqual([refused.status, refused.json.error], [503, { code: 'busy', retryAfter: 3600 }]);
      assert.deepEqual([...new Set(events.map(({ type, level }) => `${type} ${level}`))], ['shop-limited error']);
      const event = events.at(-1)!;
      assert.ok(event.type === 'shop-limited' && event.perShop === 400);
      turn(60 * 60_000);
      assert.equal((await request('later', VISITOR)).status, 201);
    }));

  it('have the configured limit', async () => {
    await withWebShop({ creationLimit: { proxies: 1, perShop: 3 } }, async ({ request }) => {
      assert.equal(made(await asManyVisitors(6, (headers) => request(randomUUID(), headers))), 3);
    });
    await withWebShop({ creationLimit: { proxies: 1, perShop: Infinity } }, async ({ request }) => {
      assert.equal(made(await asManyVisitors(410, (headers) => request(randomUUID(), headers))), 410);
    });
  });
});
