import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, it, mock } from 'node:test';
import { text } from 'node:stream/consumers';
import { nodeHandler } from '../../../src/server/http/node/index.ts';
import { openShopAndSandbox, webhookOf } from '../shop.ts';

const withShop = async (use: (shop: Awaited<ReturnType<typeof openShopAndSandbox>>) => Promise<void>) => {
  const shop = await openShopAndSandbox();
  try {
    await use(shop);
  } finally {
    await shop.close();
  }
};

async function socketTo(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket.on('error', () => {});
}

/** Every address there is, with what it is asked by, and some that there are not. */
async function routesOf({ url, pay, sandbox }: Awaited<ReturnType<typeof openShopAndSandbox>>) {
  const { json } = await pay({ order: '1001', method: 'wallet' });
  const token = String(json['statusUrl']).split('/').at(-1)!;
  const { pathname } = new URL(url);
  return {
    order: `${pathname}/orders/1001`,
    create: `${pathname}/payments`,
    payment: `${pathname}/payments/${token}`,
    status: `${pathname}/status/${token}`,
    webhook: new URL(webhookOf(sandbox)).pathname,
    nowhere: `${pathname}/nowhere`,
  };
}

describe('a body', () => {
  it('that never ends is read nowhere: each address answers and lets go of the connection', () =>
    withShop(async (shop) => {
      for (const [name, path] of Object.entries(await routesOf(shop))) {
        for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
          const socket = await socketTo(shop.url);
          socket.write(
            `${method} ${path} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
          );
          const flood = setInterval(() => socket.writable && socket.write(`1000\r\n${'x'.repeat(4096)}\r\n`), 1);
          const closed = new Promise((resolve) => socket.once('close', resolve));
          socket.resume();
          // However it ends, by our end or by a reset: it ends.
          await closed;
          clearInterval(flood);
          assert.ok(socket.bytesWritten < 4_000_000, `${method} ${name}: took ${socket.bytesWritten} bytes`);
        }
      }
      assert.equal((await shop.get('orders/1001')).status, 200);
    }));

  it('of a Request that other code has read is an error that says so', () =>
    withShop(async (shop) => {
      const headers = { 'content-type': 'application/json', origin: new URL(shop.url).origin };
      const request = new Request(`${shop.url}/payments`, { method: 'POST', headers, body: '{}' });
      await request.text();
      assert.equal((await shop.checkout.fetch(request)).status, 500);
      const event = shop.events.at(-1);
      assert.ok(event?.type === 'internal-error' && event.cause instanceof Error);
      assert.match(event.cause.message, /was read before this handler/);
    }));

  it('of a Node request that other code has read is an error that says so', () =>
    withShop(async (shop) => {
      const handler = nodeHandler(shop.checkout);
      const server = createServer((request, response) => {
        request.resume().once('end', () => handler(request, response));
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      try {
        const { port } = server.address() as AddressInfo;
        const headers = { 'content-type': 'application/json' };
        const { status } = await fetch(`http://127.0.0.1:${port}/pay/payments`, {
          method: 'POST',
          headers,
          body: '{}',
        });
        assert.equal(status, 500);
        const event = shop.events.at(-1);
        assert.ok(event?.type === 'internal-error' && event.cause instanceof Error);
        assert.match(event.cause.message, /was read before this handler/);
      } finally {
        server.close();
      }
    }));

  it('with a content-length that is too long is rejected before it is read', () =>
    withShop(async (shop) => {
      const { create, webhook } = await routesOf(shop);
      for (const [path, length, type] of [
        [create, 16 * 1024 + 1, 'application/json'],
        [webhook, 64 * 1024 + 1, 'application/json'],
        [webhook, '9'.repeat(30), 'text/plain'],
      ] as const) {
        const socket = await socketTo(shop.url);
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
        );
        assert.match(await text(socket), /^HTTP\/1\.1 413 |^HTTP\/1\.1 400 /);
      }
    }));

  it('that is not read is let pass while it is short, and the connection lives on', () =>
    withShop(async (shop) => {
      const { status, nowhere } = await routesOf(shop);
      const socket = await socketTo(shop.url);
      for (const path of [status, nowhere])
        socket.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\nContent-Length: 20000\r\n\r\n${'x'.repeat(20_000)}`);
      socket.write(`GET ${status} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`);
      const answers = (await text(socket)).match(/HTTP\/1\.1 \d{3}/g);
      assert.deepEqual(answers, ['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
    }));

  it('that does not come to its end in 15 s is 408, and holds neither a socket nor a stream', () =>
    withShop(async (shop) => {
      const { create } = await routesOf(shop);
      const { port } = new URL(shop.url);
      mock.timers.enable({ apis: ['setTimeout'] });
      try {
        const socket = await socketTo(shop.url);
        const answer = text(socket);
        socket.write(
          `POST ${create} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"ord`,
        );
        let cancelled = false;
        const dribbling = shop.checkout.fetch(
          new Request(`${shop.url}/payments`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: new ReadableStream({
              start: (controller) => controller.enqueue(new TextEncoder().encode('{"ord')),
              cancel: () => void (cancelled = true),
            }),
            duplex: 'half',
          } as RequestInit),
        );
        // The clock is turned again until the server has seen the beginning: it looks at it when it comes.
        let result: string | undefined;
        void answer.then((all) => (result = all));
        while (result === undefined) {
          await new Promise((resolve) => setImmediate(resolve));
          mock.timers.tick(15_000);
        }
        assert.match(result, /^HTTP\/1\.1 408 /);
        assert.match(result, /\r\nconnection: close\r\n/i);
        assert.match(result, /\{"error":\{"code":"invalid-request","field":"body"\}\}$/);
        assert.deepEqual([(await dribbling).status, cancelled], [408, true]);
      } finally {
        mock.timers.reset();
      }
      assert.deepEqual(shop.events, []);
    }));
});

describe('every answer', () => {
  it('is not cached, not sniffed, sends no referrer, and can do nothing as a page', () =>
    withShop(async (shop) => {
      const seen = new Set<number>();
      for (const [name, path] of Object.entries(await routesOf(shop))) {
        for (const [method, type, body] of [
          ['GET'],
          ['HEAD'],
          ['OPTIONS'],
          ['PUT'],
          ['DELETE'],
          ['POST', 'text/plain', 'x'],
          ['POST', 'application/json', 'x'],
          ['POST', 'application/json', '{}'],
          ['POST', 'application/json', '{"order":"none","method":"wallet"}'],
          ['POST', 'application/json', '{"order":"1001","method":"wallet"}'],
          ['POST', 'application/json', 'x'.repeat(70_000)],
        ] as const) {
          const init = { method, ...(type ? { headers: { 'content-type': type }, body } : {}) };
          const { status, headers } = await fetch(new URL(path, shop.url), init);
          seen.add(status);
          const where = `${method} ${name}: ${status}`;
          assert.equal(headers.get('cache-control'), 'no-store', where);
          assert.equal(headers.get('x-content-type-options'), 'nosniff', where);
          assert.equal(headers.get('referrer-policy'), 'no-referrer', where);
          assert.match(headers.get('content-security-policy')!, /^default-src 'none'; frame-ancestors 'none'$/, where);
          for (const telling of ['server', 'x-powered-by', 'etag', 'set-cookie'])
            assert.equal(headers.get(telling), null, where);
        }
      }
      assert.deepEqual([...seen].sort(), [200, 202, 204, 400, 404, 405, 413, 415]);
    }));
});
