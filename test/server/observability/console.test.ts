import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import express from 'express';
import {
  createCheckout,
  memoryStore,
  ProviderError,
  serviceProvider,
  ServiceClient,
  type Checkout,
  type CheckoutBaseOptions,
  type CheckoutEvent,
} from '../../../src/server/index.ts';
import { nodeHandler } from '../../../src/server/http/node/index.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { createConsoleLog, eventText } from '../../../src/server/observability/console-log.ts';
import { freePort } from '../../support/free-port.ts';
import { json, startServiceStub, type ServiceStub } from '../../support/service-stub.ts';
import { openShop, ORDER, SECRET, sendWebhook, until } from '../shop.ts';

const KEY = 'a-key-that-nobody-may-see';

/** What was printed, and at which level. */
let printed: { readonly level: string; readonly text: string; readonly more: readonly unknown[] }[];

describe('the console of a shop without onEvent', () => {
  let stub: ServiceStub;
  let checkout: Checkout | undefined;
  beforeEach(async () => {
    stub = await startServiceStub();
    printed = [];
    for (const level of ['debug', 'info', 'warn', 'error'] as const)
      mock.method(console, level, (text: string, ...more: unknown[]) => void printed.push({ level, text, more }));
  });
  afterEach(async () => {
    mock.restoreAll();
    await checkout?.close();
    await stub.close();
  });

  const url = 'https://shop.example/pay';
  const make = (options: Partial<CheckoutBaseOptions> = {}, baseUrl = stub.url) => {
    checkout = createCheckout({
      service: { baseUrl, apiKey: KEY, limit: { maxWait: 0 } },
      secret: SECRET,
      publicUrl: url,
      store: sqliteStore(new DatabaseSync(':memory:')),
      creationLimit: false,
      order: async () => ORDER,
      ...options,
    });
    return checkout;
  };
  const pay = ({ POST }: Checkout) =>
    POST(
      new Request(`${url}/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order: '1001', method: 'wallet' }),
      }),
    );

  it('prints that the key is wrong, with the address and the status', async () => {
    stub.answer = (_request, response) => json(response, 401, { message: `the key ${KEY} is not known` });
    assert.equal((await pay(make())).status, 503);
    assert.equal(printed.length, 1);
    const [{ level, text }] = printed as [(typeof printed)[0]];
    assert.equal(level, 'error');
    assert.match(text, /^pay-elements: order 1001: no payment of 19\.99 USD was created: /);
    assert.ok(
      text.includes(`${stub.url}/v1/wallet/payments`) && text.includes('401') && text.includes('service.apiKey'),
    );
    assert.ok(!text.includes(KEY) && !text.includes('webhook/'), text);
  });

  it('prints that the payments are in memory and that test payments count, away from this machine', async () => {
    make({ store: memoryStore(), allowTestPayments: true });
    assert.deepEqual(
      printed.map(({ level }) => level),
      ['warn', 'warn'],
    );
    assert.match(
      printed[0]!.text,
      /^pay-elements: publicUrl is https:\/\/shop\.example\/pay, and the payments are kept in memory: .* Set store,/,
    );
    assert.match(printed[1]!.text, /and allowTestPayments is true: payments without money pay orders\./);
    await checkout?.close();
    printed = [];
    make({ publicUrl: 'http://localhost:8080/pay', store: memoryStore(), allowTestPayments: true });
    await checkout?.close();
    make();
    assert.deepEqual(printed, []);
  });

  it('prints that the service cannot be reached, and why', async () => {
    assert.equal((await pay(make({}, `http://127.0.0.1:${await freePort()}`))).status, 503);
    const { level, text } = printed.at(-1)!;
    assert.equal(level, 'error');
    assert.match(text, /POST \/v1\/wallet\/payments: no answer \(ECONNREFUSED\), at http:\/\/127\.0\.0\.1:\d+\/v1/);
    assert.match(text, /service\.baseUrl/);
  });

  it('says once that no code of the shop is called for a paid payment', async () => {
    const print = createConsoleLog('warn', { isHandled: false, isLocal: false });
    const event = {
      paymentRef: 'r1',
      method: 'wallet',
      coin: '',
      from: 'awaiting',
      version: 2,
      source: 'webhook',
    } as const;
    const change = { ...event, type: 'payment-changed', level: 'info' } as const;
    print({ ...change, orderRef: '1', to: 'confirming' });
    for (const orderRef of ['1', '2']) print({ ...change, orderRef, to: 'paid' });
    createConsoleLog('warn', { isHandled: true, isLocal: false })({ ...change, orderRef: '3', to: 'paid' });
    assert.deepEqual(
      printed.map(({ level, text }) => [level, text.slice(0, 34)]),
      [['warn', 'pay-elements: order 1 is paid, and']],
    );
  });

  it('says in development alone that an order is unknown', () => {
    const event = { type: 'order-unknown', level: 'debug', orderRef: '7', returned: 'undefined' } as const;
    for (const isLocal of [false, true]) {
      createConsoleLog('warn', { isHandled: true, isLocal })(event);
      assert.equal(printed.length, isLocal ? 1 : 0);
    }
    assert.match(printed[0]!.text, /^pay-elements: order 7: order\('7'\) returned undefined/);
  });

  it('reports a base address that includes a path of the service', async () => {
    stub.answer = (_request, response) => json(response, 404, { message: 'no such route' });
    assert.equal((await pay(make({}, `${stub.url}/v1`))).status, 503);
    const { level, text } = printed.at(-1)!;
    assert.deepEqual([level, text.includes('/v1/v1/wallet/payments'), text.includes('404')], ['error', true, true]);
  });

  it('tells a service that rejects the order from a wrong address', async () => {
    stub.answer = (_request, response) => json(response, 400, { message: 'the text of the service' });
    assert.equal((await pay(make())).status, 503);
    assert.match(
      printed.at(-1)!.text,
      /The service has rejected the field in parentheses, .* see its answer: the body of the error/,
    );
    assert.ok(!printed.at(-1)!.text.includes('the text of the service'));
    await checkout?.close();
    stub.answer = (_request, response) => response.writeHead(400).end('<html></html>');
    assert.equal((await pay(make())).status, 503);
    assert.match(
      printed.at(-1)!.text,
      /400 with an HTML page.*Is service\.baseUrl the address of the payment service, without a path such as \/v1\?/,
    );
  });

  it('says that a server speaks no TLS, and why a minimum is not known', async () => {
    assert.equal((await pay(make({}, stub.url.replace('http:', 'https:')))).status, 503);
    assert.match(printed.at(-1)!.text, /: the server speaks no TLS: is it http\? \(EPROTO\), at https:/);
    const reason = 'GET /v1/nope: the service answered 404';
    assert.equal(
      eventText({ type: 'minimum-unknown', level: 'warn', coin: 'BTC', code: 'rejected', reason }),
      `pay-elements: the minimum of BTC is not known, and payments are created without it: ${reason} (minimum-unknown)`,
    );
  });

  it('says in a sentence what happened to a payment, with its facts and what to do', () => {
    const of = { level: 'warn', paymentRef: 'p1', orderRef: '1001' } as const;
    for (const [event, text] of [
      [
        { type: 'test-payment', status: 'PAID', to: 'paid', ...of },
        /^pay-elements: order 1001: a test payment .* ignored\..*allowTestPayments: true/,
      ],
      [
        { type: 'order-paid-twice', paidBy: 'p0', ...of },
        /^pay-elements: order 1001: payment p1 .* payment p0 .*refund one of them \(order-paid-twice\)$/,
      ],
      [
        { type: 'money-gone', from: 'detected', received: '0', source: 'chain', ...of },
        /^pay-elements: order 1001: payment p1 was detected, .* gone again.* 0 is left \(money-gone\)$/,
      ],
      [
        { type: 'chain-undecided', accepted: false, ...of },
        /^pay-elements: order 1001: payment p1 .*reported as paid, .*chain could not be asked.* not accepted/,
      ],
      [
        { type: 'chain-dust', transaction: 't', amount: '0.1', ...of },
        /payment p1 got 0\.1 in transaction t, .*does not count/,
      ],
      [{ type: 'chain-history-too-short', source: 's', ...of }, /payment p1 cannot be checked: s .*Add another source/],
      [{ type: 'below-minimum', minimum: '0.2', ...of }, /payment p1 was not created, .*, which is 0\.2: offer/],
      [{ type: 'verification-declined', to: 'paid', ...of }, /reported as paid, and verifyPayment\(\) returned false/],
      [
        { type: 'paid-before-answer', status: 'PAID', ...of },
        /reported as paid \(PAID\) before the service has answered/,
      ],
      [
        { type: 'paid-without-answer', status: 'PAID', id: 't1', ...of },
        /pays no order, .*Look for t1 in your account/,
      ],
      [
        { type: 'quota', percent: 80, storeId: 's', used: 8, allowed: 10, level: 'warn' },
        /: 8 of 10 requests .*\(80 %\)/,
      ],
    ] as const)
      assert.match(eventText(event), text);
  });

  it('says what to do about a webhook or a creation that was refused', () => {
    const rejected = { type: 'webhook-rejected', level: 'warn' } as const;
    assert.match(eventText({ ...rejected, wrongSignatures: 3 }), /^pay-elements: 3 webhooks .*secret: \[new, old\]/);
    assert.match(eventText({ ...rejected, paymentRef: 'p1' }), /of payment p1 .*Is it the right database/);
    assert.match(eventText({ ...rejected, provider: 'btcpay' }), /a webhook of btcpay .*its signature is wrong/);
    assert.match(eventText({ type: 'webhook-rejected', level: 'debug' }), /a request to an unknown webhook address/);
    const of = { level: 'error', paymentRef: 'p1', orderRef: '1001' } as const;
    assert.match(
      eventText({ type: 'creation-conflict', ...of }),
      /order 1001: payment p1: no payment was created.*sandbox/,
    );
    const reason = 'JSON, but not an object';
    assert.match(eventText({ type: 'webhook-unreadable', reason, ...of }), /cannot be read: JSON.*readWebhook/);
    assert.match(eventText({ type: 'amount-unreadable', status: 'PAID', ...of }), /amount in a report \(PAID\)/);
  });

  it('says what a request of order() has, when order() reads something else of it', async () => {
    const { GET } = make({
      order: (_ref, request) => (request as unknown as { headers: Headers }).headers.get('x') as never,
    });
    assert.equal((await GET(new Request(`${url}/orders/1`))).status, 500);
    assert.match(printed[0]!.text, /order\(\) failed\. A request has url, method, header\(name\) and raw: no headers/);
  });

  it('names the callback to which a change could not be delivered', () => {
    const failed = { type: 'delivery-failed', level: 'warn', paymentRef: 'p1', version: 2, cause: undefined } as const;
    for (const at of ['onStatus()', 'onPaid()', 'order()', 'store'] as const)
      assert.equal(
        eventText({ ...failed, at }),
        `pay-elements: ${at} failed for payment p1; it will be called again (delivery-failed)`,
      );
  });

  it('shows what order() threw, with its stack', async () => {
    const cause = new Error('the database is away');
    const { GET } = make({ order: () => Promise.reject(cause) });
    assert.equal((await GET(new Request(`${url}/orders/1`))).status, 500);
    assert.deepEqual(printed, [
      { level: 'error', text: 'pay-elements: order() failed (internal-error)', more: [cause] },
    ]);
  });

  it('shows what the provider could not do in one line, without a stack', async () => {
    const reason = 'The API key is not accepted. Create another one.';
    const offers = () => Promise.reject(new ProviderError('unauthorized', reason, { sent: true }));
    const provider = {
      ...serviceProvider(new ServiceClient({ baseUrl: stub.url, apiKey: KEY })),
      payouts: 'account',
      offers,
    };
    const { GET } = make({ service: undefined, provider } as object);
    assert.equal((await GET(new Request(`${url}/orders/1`))).status, 500);
    assert.deepEqual(printed, [
      { level: 'error', text: `pay-elements: provider.offers() failed: ${reason} (internal-error)`, more: [] },
    ]);
  });

  it('shows what the store could not do in one line, when it is known what to do', async () => {
    const database = new DatabaseSync(':memory:');
    const { GET } = make({ store: sqliteStore(database) });
    await setImmediate(); // The tables are created.
    database.close();
    assert.equal((await GET(new Request(`${url}/orders/1`))).status, 500);
    const text =
      'pay-elements: order failed: The SQLite database: it was closed (database is not open). ' +
      'Close it after checkout.close(). (internal-error)';
    assert.deepEqual(printed, [{ level: 'error', text, more: [] }]);
  });

  it('names the field of an order that is wrong', async () => {
    const { GET } = make({ order: () => ({ ...ORDER, amount: 0.1 + 0.2 }) });
    assert.equal((await GET(new Request(`${url}/orders/1`))).status, 500);
    assert.match(printed[0]!.text, /^pay-elements: order 1: order\(\) returned an invalid amount: more decimals/);
  });

  it("shows nothing without a problem, unless the shop sets log: 'debug'", async () => {
    assert.equal((await pay(make())).status, 201);
    assert.deepEqual(printed, []);
    await checkout?.close();
    assert.equal((await pay(make({ log: 'debug' }))).status, 201);
    const types = printed.map(({ text }) => /\(([\w-]+)\)$/.exec(text)?.[1]);
    assert.ok(types.includes('request-started') && types.includes('payment-created'), types.join());
  });

  it('is silent where the shop sets it so or has onEvent, unless it sets both', async () => {
    stub.answer = (_request, response) => json(response, 401, {});
    const eventsReceived: string[] = [];
    const onEvent = ({ type }: { readonly type: string }) => eventsReceived.push(type);
    assert.equal((await pay(make({ log: false }))).status, 503);
    await checkout?.close();
    assert.equal((await pay(make({ onEvent }))).status, 503);
    await checkout?.close();
    assert.deepEqual([printed.length, eventsReceived.includes('creation-failed')], [0, true]);
    assert.equal((await pay(make({ onEvent, log: 'warn' }))).status, 503);
    assert.equal(printed.length, 1);
  });
});

describe('a checkout that is made with a function', () => {
  it('reads its options at the first request, so that a build needs none', async () => {
    let reads = 0;
    const checkout = createCheckout(() => {
      reads += 1;
      const secret = reads <= 3 ? (undefined as never) : SECRET;
      return {
        service: { baseUrl: 'https://service.example', apiKey: KEY },
        secret,
        publicUrl: 'https://shop.example/pay',
        store: memoryStore(),
        order: async () => ORDER,
        onEvent: () => {},
      };
    });
    const { GET, handle, matches } = checkout;
    assert.deepEqual([matches('/elsewhere'), reads], [false, 0]);
    const consoleError = mock.method(console, 'error', () => {});
    // While the options cannot be used, the shop's own pages are not taken from it, and the console shows the reason.
    assert.deepEqual([matches('/account/orders/1'), matches('/pay/orders/1'), reads], [false, false, 2]);
    assert.equal(consoleError.mock.callCount(), 2);
    const request = () => new Request('https://shop.example/pay/orders/1');
    assert.equal((await GET(request())).status, 500);
    assert.match(
      String(consoleError.mock.calls[0]?.arguments),
      /createCheckout cannot use its options.*secret is undefined/,
    );
    consoleError.mock.restore();
    assert.equal((await GET(request())).status, 200);
    assert.equal((await GET(request())).status, 200);
    assert.equal((await handle(5 as never)).status, 500);
    assert.deepEqual([matches('/pay/orders/1'), matches('/account/orders/1')], [true, false]);
    assert.equal(reads, 4);
    assert.deepEqual(await checkout.payments.ofOrder('1'), []);
    assert.equal(checkout.client.toJSON().baseUrl, 'https://service.example');
    const payment = { phase: 'paid', amount: '19.99', currency: 'USD' } as const;
    assert.deepEqual(
      [checkout.settles(payment, payment), checkout.settles({ ...payment, test: true }, payment)],
      [true, false],
    );
    await checkout.close();
  });

  it('that no request has needed has nothing to close', async () => {
    const { close } = createCheckout(() => assert.fail('not asked for'));
    await close();
  });
});

describe('a checkout that is not mounted at publicUrl', () => {
  interface MountedShop {
    readonly origin: string;
    readonly checkout: Checkout;
    /** The events `mount-mismatch`. */
    readonly mismatches: readonly unknown[];
    /** The requests to the service. */
    readonly creations: readonly unknown[];
    /** Creates a payment below this path, and returns the status of the response. */
    readonly pay: (path: string, headers?: Record<string, string>) => Promise<number>;
  }

  async function withMount(
    path: string,
    publicPath: string,
    use: (shop: MountedShop) => Promise<void>,
    prepare: (app: ReturnType<typeof express>) => void = () => {},
  ): Promise<void> {
    const stub = await startServiceStub();
    const app = express();
    prepare(app);
    const server: Server = createServer(app);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const mismatches: unknown[] = [];
    const checkout = createCheckout({
      service: { baseUrl: stub.url, apiKey: 'key' },
      secret: SECRET,
      publicUrl: `${origin}${publicPath}`,
      order: async () => ORDER,
      onEvent: (event) => event.type === 'mount-mismatch' && mismatches.push(event),
    });
    app.use(path, nodeHandler(checkout));
    const pay = async (at: string, headers: Record<string, string> = {}) => {
      const body = JSON.stringify({ order: '1001', method: 'wallet' });
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
      return (await fetch(`${origin}${at}/payments`, init)).status;
    };
    try {
      await use({ origin, checkout, mismatches, creations: stub.requests, pay });
    } finally {
      await checkout.close();
      server.closeAllConnections();
      server.close();
      await stub.close();
    }
  }

  it('reports it once, and creates no payment whose webhooks get a 404', () =>
    withMount('/api/pay', '/pay', async ({ origin, checkout, mismatches, creations, pay }) => {
      for (let times = 0; times < 3; times += 1)
        assert.equal((await fetch(`${origin}/api/pay/orders/1001`)).status, 200);
      await until(() => mismatches.length > 0, 'the event');
      const publicUrl = `${origin}/pay`;
      const event = {
        type: 'mount-mismatch',
        level: 'error',
        path: '/api/pay',
        publicUrl,
        webhooks: 'missing',
      } as const;
      assert.deepEqual(mismatches, [event]);
      assert.match(eventText(event), /answers webhooks with 404: no payment is created/);
      assert.equal(await pay('/api/pay'), 500);
      assert.deepEqual([creations.length, mismatches.length], [0, 1]);
      assert.deepEqual((await checkout.health()).warnings, ['mount-mismatch']);
    }));

  it('creates payments where the path alone is different: a proxy without headers may change it', () =>
    withMount(
      '/inside',
      '/pay',
      async ({ mismatches, pay }) => {
        assert.equal(await pay('/inside'), 201);
        assert.deepEqual(mismatches, []);
      },
      (app) =>
        app.use((request, _response, next) => {
          request.url = request.originalUrl = request.url.replace(/^\/pay\//, '/inside/');
          next();
        }),
    ));

  it('warns, and creates payments, where it is not certain that webhooks are lost', () =>
    withMount(
      '/api/pay',
      '/pay',
      async ({ origin, mismatches, pay }) => {
        assert.equal(await pay('/api/pay'), 201);
        const publicUrl = `${origin}/pay`;
        assert.deepEqual(mismatches, [
          { type: 'mount-mismatch', level: 'warn', path: '/api/pay', publicUrl, webhooks: 'unknown' },
        ]);
      },
      (app) => app.use('/pay', (_request, response) => void response.status(403).send('Are you a robot?')),
    ));

  it('warns where nothing listens at the port of publicUrl, on this machine', () =>
    withMount('/pay', '/pay', async ({ origin, mismatches, checkout }) => {
      const free = `127.0.0.1:${await freePort()}`;
      const elsewhere = createCheckout({
        service: { baseUrl: 'http://127.0.0.1:4242', apiKey: KEY },
        secret: SECRET,
        publicUrl: `http://${free}/pay`,
        order: async () => ORDER,
        onEvent: (event) => event.type === 'mount-mismatch' && warned.push(event),
      });
      const warned: CheckoutEvent[] = [];
      await elsewhere.fetch(new Request(`${origin}/pay/orders/1001`));
      await until(() => warned.length > 0, 'the event');
      assert.equal(
        eventText(warned[0]!),
        `pay-elements: publicUrl is http://${free}/pay, but the request came to ${new URL(origin).host}/pay: pages will look for ` +
          'the payment at publicUrl, and webhooks will be sent there (mount-mismatch)',
      );
      await elsewhere.close();
      // Another name of the same port, or the address of a proxy that forwards to this shop.
      const named = origin.replace('127.0.0.1', 'localhost');
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify({ order: '1001', method: 'wallet' }) };
      for (const at of [named, 'http://127.0.0.1:1'])
        assert.ok((await checkout.fetch(new Request(`${at}/pay/payments`, init))).ok, 'it waits for the check');
      assert.deepEqual(mismatches, []);
    }));

  it('creates payments where publicUrl has another host, which the shop may not reach as the service does', () =>
    withMount('/api/pay', '/pay', async ({ origin, mismatches, checkout }) => {
      const url = `${origin.replace('127.0.0.1', 'localhost')}/api/pay/payments`;
      const body = JSON.stringify({ order: '1001', method: 'wallet' });
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      assert.equal((await checkout.fetch(new Request(url, init))).status, 201);
      assert.equal(mismatches.length, 1);
    }));

  it('reports nothing where both are the same, or a proxy may have changed the path', async () => {
    await withMount('/pay', '/pay', async ({ origin, mismatches, pay }) => {
      assert.equal((await fetch(`${origin}/pay/orders/1001?x=1`)).status, 200);
      assert.equal(await pay('/pay'), 201);
      assert.deepEqual(mismatches, []);
    });
    await withMount(
      '/inside',
      '/pay',
      async ({ mismatches, pay }) => {
        assert.equal(await pay('/inside', { 'x-forwarded-for': '203.0.113.7' }), 201);
        assert.deepEqual(mismatches, []);
      },
      (app) => app.use('/pay', (_request, response) => void response.status(403).send('Are you a robot?')),
    );
  });

  it('creates no payment whose webhooks get a 404 in a framework that sets the headers of a proxy, as Next.js does', () =>
    withMount('/api/pay', '/pay', async ({ mismatches, creations, pay }) => {
      const headers = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': '127.0.0.1' };
      assert.equal(await pay('/api/pay', headers), 500);
      assert.deepEqual([creations.length, mismatches.length], [0, 1]);
    }));
});

describe('a webhook that a body parser has read first', () => {
  const EXACT = '0.123456789012345678';
  const body = `{"tid":"t1","status":"UNDERPAID","cryptoAmountReceived":${EXACT}}`;

  async function receivedBehind(parser: (app: ReturnType<typeof express>) => void) {
    const stub = await startServiceStub();
    const shop = await openShop(stub);
    const app = express();
    parser(app);
    app.use('/pay', nodeHandler(shop.checkout));
    const server = createServer(app);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      assert.equal((await shop.pay({ order: '1001', method: 'crypto', coin: 'ETH' })).status, 201);
      const webhookUrl = new URL(String(stub.requests[0]!.fields['webhook_url']));
      webhookUrl.port = String((server.address() as AddressInfo).port);
      for (let times = 0; times < 2; times += 1) assert.equal((await sendWebhook(webhookUrl.href, body)).status, 200);
      const [row] = await shop.store.ofOrder('1001');
      return { received: row!.cryptoAmountReceived, events: shop.events.map(({ type }) => type) };
    } finally {
      server.closeAllConnections();
      server.close();
      await shop.close();
      await stub.close();
    }
  }
  const parsedCount = (events: readonly string[]) => events.filter((type) => type === 'webhook-body-parsed').length;

  it('is reported once: digits beyond a double are lost', async () => {
    const { received, events } = await receivedBehind((app) => app.use(express.json()));
    assert.equal(received, '0.12345678901234568');
    assert.equal(parsedCount(events), 1);
  });

  it('keeps every digit where the parser has kept the bytes', async () => {
    const { received, events } = await receivedBehind((app) =>
      app.use(
        express.json({
          verify: (request, _response, bytes) => {
            (request as { rawBody?: Buffer }).rawBody = bytes;
          },
        }),
      ),
    );
    assert.deepEqual([received, parsedCount(events)], [EXACT, 0]);
  });

  it('keeps every digit where it is read as text or not at all', async () => {
    for (const parser of [express.text({ type: 'application/json' }), express.raw({ type: 'application/json' })]) {
      const { received, events } = await receivedBehind((app) => app.use(parser));
      assert.deepEqual([received, parsedCount(events)], [EXACT, 0]);
    }
    const { received, events } = await receivedBehind(() => {});
    assert.deepEqual([received, parsedCount(events)], [EXACT, 0]);
  });
});
