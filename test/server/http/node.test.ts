import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { connect, type AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import express from 'express';
import fastify, { type FastifyInstance } from 'fastify';
import { startSandbox, type RunningSandbox } from '../../../src/sandbox/index.ts';
import { createCheckout, memoryStore, type Checkout, type CheckoutEvent } from '../../../src/server/index.ts';
import { nodeHandler, type NodeHandler } from '../../../src/server/http/node/index.ts';
import { ORDER, SECRET, sendWebhook, webhookOf } from '../shop.ts';

/** Express 4 under another name. It comes without types of its own; what is used of it here is the same in both. */
const express4 = createRequire(import.meta.url)('express4') as typeof express;

interface Mounted {
  /** The origin. */
  readonly url: string;
  close(): unknown;
}

async function listen(server: Server): Promise<Mounted> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => (server.closeAllConnections(), server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

async function listenTo(app: FastifyInstance): Promise<Mounted> {
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, close: () => (app.server.closeAllConnections(), app.close()) };
}

/** Each way of mounting that the documentation promises. */
const ways: Record<string, (handler: NodeHandler) => Promise<Mounted>> = {
  'node:http': (handler) => listen(createServer(handler)),
  'Express 5': (handler) => {
    const app = express();
    app.use('/pay', handler);
    return listen(createServer(app));
  },
  'Express 5 after its body parsers': (handler) => {
    const app = express();
    app.use(express.json(), express.urlencoded({ extended: true }));
    app.use('/pay', handler);
    return listen(createServer(app));
  },
  'Express 4': (handler) => {
    const app = express4();
    app.use('/pay', handler);
    return listen(createServer(app));
  },
  'Express 4 after its body parsers': (handler) => {
    const app = express4();
    app.use(express4.json(), express4.urlencoded({ extended: true }), express4.text());
    app.use('/pay', handler);
    return listen(createServer(app));
  },
  Fastify: (handler) => {
    const app = fastify();
    app.all('/pay/*', handler);
    return listenTo(app);
  },
  'Fastify without its body parsers': (handler) => {
    const app = fastify();
    app.register(async (pay) => {
      pay.removeAllContentTypeParsers();
      pay.addContentTypeParser('*', (_request, _body, done) => done(null));
      pay.all('/pay/*', handler);
    });
    return listenTo(app);
  },
};

for (const [name, mount] of Object.entries(ways)) {
  describe(`nodeHandler under ${name}`, () => {
    let sandbox: RunningSandbox;
    let shop: Mounted;
    let checkout: Checkout;
    let pay: string;
    const events: CheckoutEvent[] = [];

    before(async () => {
      sandbox = await startSandbox({ port: 0 });
      // The checkout needs to know where it is reached, so it comes second.
      shop = await mount(
        nodeHandler({ handle: (request) => checkout.handle(request), matches: (url) => checkout.matches(url) }),
      );
      pay = `${shop.url}/pay`;
      checkout = createCheckout({
        service: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
        secret: SECRET,
        publicUrl: pay,
        store: memoryStore(),
        longPoll: { timeout: 20_000 },
        allowTestPayments: true,
        onEvent: (event) => event.level === 'error' && events.push(event),
        order: async (orderRef, request) => {
          if (orderRef === 'throws') throw new Error('secret of the shop');
          return orderRef === '1001' && request?.header('X-Cart') !== 'other' ? ORDER : undefined;
        },
      });
    });
    after(async () => {
      await checkout.close();
      await shop.close();
      await sandbox.close();
    });

    const make = (paymentRequest: object, headers: Record<string, string> = {}) =>
      fetch(`${pay}/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(paymentRequest),
      });

    it('makes a payment, takes its webhook, and answers a long poll', async () => {
      const made = await make({ order: '1001', method: 'wallet' });
      assert.equal(made.status, 201);
      const { statusUrl, pid } = (await made.json()) as { statusUrl: string; pid: string };
      const held = fetch(`${statusUrl}?since=1`);
      const webhookUrl = webhookOf(sandbox);
      assert.equal((await sendWebhook(webhookUrl, { pid, status: 'UNMATCHED' })).status, 200);
      assert.equal(((await (await held).json()) as { phase: string }).phase, 'unmatched');
      if (name !== 'Fastify') {
        const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
        assert.equal((await sendWebhook(webhookUrl, `pid=${pid}&status=PAID`, form)).status, 200);
        assert.equal(((await (await fetch(statusUrl)).json()) as { phase: string }).phase, 'paid');
      }
    });

    it('sends the length of its responses, and no body for a HEAD', async () => {
      const got = await fetch(`${pay}/orders/1001`);
      const text = await got.text();
      assert.equal(got.headers.get('content-length'), String(text.length));
      const head = await fetch(`${pay}/orders/1001`, { method: 'HEAD' });
      assert.deepEqual(
        [head.status, head.headers.get('content-length'), await head.text()],
        [200, String(text.length), ''],
      );
    });

    it('hands the headers on to order()', async () => {
      assert.equal((await make({ order: '1001', method: 'wallet' }, { 'x-cart': 'other' })).status, 404);
    });

    it('is a 500 without its text when order() throws', async () => {
      const answer = await fetch(`${pay}/orders/throws`);
      assert.deepEqual([answer.status, await answer.text()], [500, '{"error":{"code":"internal"}}']);
    });

    it('refuses a body that is too long and lives on', async () => {
      const long = await make({ order: '1001', method: 'wallet', more: 'x'.repeat(17 * 1024) });
      assert.equal(long.status, 413);
      assert.equal((await fetch(`${pay}/orders/1001`)).status, 200);
    });

    it('reads nothing in a body that is nested too deeply, and is not at fault for it', async () => {
      const before = events.length;
      const body = `{"order":${'['.repeat(8_000)}${']'.repeat(8_000)}}`;
      const deep = await fetch(`${pay}/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      assert.equal(deep.status, 400);
      assert.deepEqual(events.slice(before), []);
    });

    it('is not at fault for a client that leaves in the middle of its body', async () => {
      const before = events.length;
      const socket = connect(Number(new URL(pay).port), '127.0.0.1');
      const head = 'POST /pay/payments HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n';
      socket.write(`${head}Content-Length: 100\r\n\r\n{"order":`);
      socket.end();
      socket.resume();
      await once(socket, 'close');
      assert.equal((await fetch(`${pay}/orders/1001`)).status, 200);
      assert.deepEqual(events.slice(before), []);
    });

    it('continues after an invalid Host header and an invalid path', async () => {
      const socket = connect(Number(new URL(pay).port), '127.0.0.1');
      socket.write('GET /pay/orders/1001 HTTP/1.1\r\nHost: [bad::host:x\r\nConnection: close\r\n\r\n');
      const chunks: Buffer[] = [];
      for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
      assert.match(Buffer.concat(chunks).toString(), /^HTTP\/1\.1 (200|400)/);
      assert.equal((await fetch(`${pay}/orders/%c0%ae`)).status >= 400, true);
      assert.equal((await fetch(`${pay}/orders/1001`)).status, 200);
    });
  });
}

describe('nodeHandler with the arguments of other frameworks', () => {
  const handler = nodeHandler({ handle: () => assert.fail('nothing is answered'), matches: () => true });
  const request = new Request('https://shop.example/pay/orders/1');
  for (const [name, args, hint] of [
    ['Next.js', [request, { params: {} }], /For a web-standard request: checkout\.fetch\(request\)$/],
    ['Bun', [request], /For a web-standard request/],
    ['Hono', [{ req: { raw: request } }, async () => {}], /Hono, Next\.js and Bun: checkout\.fetch\(request\)$/],
  ] as const)
    it(`names checkout.fetch: ${name}`, () => {
      const call = handler as (...given: unknown[]) => void;
      assert.throws(() => call(...args), { name: 'TypeError', message: hint });
    });
});

describe('nodeHandler with requests for other handlers', () => {
  const checkout = { matches: (url: string) => url === '/pay/orders/1', handle: async () => assert.fail('not asked') };

  it("passes another address on to the framework's next handler", async () => {
    const app = express();
    app.use('/pay', nodeHandler(checkout));
    app.use((_request, response) => void response.status(418).send('the shop'));
    const shop = await listen(createServer(app));
    const answer = await fetch(`${shop.url}/pay/elsewhere`);
    assert.deepEqual([answer.status, await answer.text()], [418, 'the shop']);
    shop.close();
  });

  it("passes the shop's own pages on that end like a route", async () => {
    const answered: string[] = [];
    const real = createCheckout({
      service: { baseUrl: 'http://127.0.0.1:1', apiKey: 'key' },
      secret: SECRET,
      publicUrl: 'http://127.0.0.1/pay',
      order: (orderRef) => (answered.push(orderRef), ORDER),
      onEvent: () => {},
    });
    const statusOf = async (mount: string, path: string) => {
      const app = express();
      app.use(mount, nodeHandler(real));
      app.use((_request, response) => void response.status(418).end());
      const shop = await listen(createServer(app));
      const { status } = await fetch(`${shop.url}${path}`);
      shop.close();
      return status;
    };
    assert.equal(await statusOf('/', '/pay/orders/1'), 200);
    assert.equal(await statusOf('/', '/account/orders/17'), 418);
    assert.equal(await statusOf('/', '/orders/17'), 418);
    assert.equal(await statusOf('/pay', '/pay/orders/2'), 200);
    assert.equal(await statusOf('/pay', '/pay/account/orders/17'), 418);
    // A proxy may have changed the path, or publicUrl is wrong: an event reports it.
    assert.equal(await statusOf('/inside', '/inside/orders/3'), 200);
    assert.deepEqual(answered, ['1', '2', '3']);
    const handled = ['/pay/orders/1', '/pay/orders/1?x', 'https://shop.example/pay/payments/', '/pay/webhook/a/b'];
    for (const url of handled) assert.equal(real.matches(url), true, url);
    for (const url of ['/account/orders/17', '/orders/17', '/pay/account/orders/17', '/payments', '/pay'])
      assert.equal(real.matches(url), false, url);
    await real.close();
  });

  it('refuses options in place of a checkout at once', () => {
    for (const given of [{ service: {}, order: () => undefined }, undefined, null, () => {}])
      assert.throws(
        () => nodeHandler(given as never),
        /^ConfigurationError: nodeHandler: a checkout is needed: nodeHandler\(/,
      );
  });
});

describe('the web-standard handler', () => {
  it('returns a promise of its answer, for frameworks such as Koa that answer 404 after their middleware', async (t) => {
    const checkout = createCheckout({
      service: { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' },
      secret: SECRET,
      publicUrl: 'http://127.0.0.1/pay',
      order: () => ORDER,
    });
    const pay = nodeHandler(checkout);
    const server = await listen(
      createServer((request, response) => {
        const answered: unknown = pay(request, response);
        void Promise.resolve(answered).then(() => response.headersSent || response.writeHead(404).end());
      }),
    );
    t.after(() => Promise.all([server.close(), checkout.close()]));
    const answer = await fetch(`${server.url}/pay/orders/1001`);
    assert.deepEqual([answer.status, ((await answer.json()) as { order: string }).order], [200, '1001']);
  });

  it('works destructured, mounted anywhere, without a server', async () => {
    const sandbox = await startSandbox({ port: 0 });
    const checkout = createCheckout({
      service: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
      secret: SECRET,
      publicUrl: 'https://shop.example/api/pay',
      store: memoryStore(),
      order: async (_ref, request) => (request?.raw instanceof Request ? ORDER : undefined),
    });
    const { GET, POST } = checkout;
    const made = await POST(
      new Request('https://shop.example/api/pay/payments', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order: '7', method: 'wallet' }),
      }),
    );
    assert.equal(made.status, 201);
    assert.equal(made.headers.get('content-type'), 'application/json; charset=utf-8');
    const { statusUrl } = (await made.json()) as { statusUrl: string };
    assert.match(statusUrl, /^https:\/\/shop\.example\/api\/pay\/status\//);
    const leaving = new AbortController();
    const held = GET(new Request(`${statusUrl}?since=1`, { signal: leaving.signal }));
    leaving.abort();
    assert.equal((await held).status, 200);
    const head = await GET(new Request(statusUrl, { method: 'HEAD' }));
    assert.deepEqual([head.status, head.body], [200, null]);
    const options = await checkout.fetch(new Request(statusUrl, { method: 'OPTIONS' }));
    assert.equal(options.status, 204);
    const long = new Request('https://shop.example/payments', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob(['x'.repeat(20_000)]).stream(),
      duplex: 'half',
    } as RequestInit);
    assert.equal((await POST(long)).status, 413);
    await checkout.close();
    await sandbox.close();
  });
});
