import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createCheckout, type Checkout, type CheckoutBaseOptions } from '../../../src/server/index.ts';
import { nodeHandler } from '../../../src/server/http/node/index.ts';
import { json, soundData, startServiceStub, type ServiceStub } from '../../support/service-stub.ts';
import { openShop, ORDER, SECRET, until, type Shop, type ShopOptions } from '../shop.ts';

const LEAVE: Readonly<Record<string, (socket: Socket) => void>> = {
  'closes the connection': (socket) => socket.destroy(),
  'resets the connection': (socket) => void socket.resetAndDestroy(),
};

/** How long `order()` takes, so that a client that leaves at once leaves before it returns. Milliseconds. */
const ORDER_MS = 5;

const bodyOf = (orderRef: string) => JSON.stringify({ order: orderRef, method: 'wallet' });

/** Requests a payment and leaves as soon as the request is written. */
async function requestAndLeave(url: string, orderRef: string, leave: (socket: Socket) => void): Promise<void> {
  const { port, pathname } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  const body = bodyOf(orderRef);
  const head = `POST ${pathname}/payments HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
  socket.write(`${head}\r\n\r\n${body}`, () => leave(socket));
  await once(socket, 'close');
}

describe('a visitor who disconnects before the payment is created', () => {
  let stub: ServiceStub;
  before(async () => (stub = await startServiceStub()));
  after(() => stub.close());
  beforeEach(() => {
    stub.requests.length = 0;
    stub.answer = (request, response) =>
      json(response, 200, { data: soundData(request, { pid: `p${stub.requests.length}` }) });
  });

  const options: Partial<CheckoutBaseOptions> = {
    creationLimit: { perMinute: 2, proxies: 0, unidentified: { perMinute: 9 } },
    order: async () => {
      await delay(ORDER_MS);
      return ORDER;
    },
  };

  async function withShop(use: (shop: Shop) => Promise<void>, more: ShopOptions = {}): Promise<void> {
    const shop = await openShop(stub, { ...options, ...more });
    try {
      await use(shop);
    } finally {
      await shop.close();
    }
  }

  const checkoutOf = (more: Partial<CheckoutBaseOptions> = {}): Checkout =>
    createCheckout({
      service: { baseUrl: stub.url, apiKey: 'key' },
      secret: SECRET,
      publicUrl: 'http://127.0.0.1:1/pay',
      order: async () => ORDER,
      ...options,
      ...more,
    });

  for (const [what, leave] of Object.entries(LEAVE))
    it(`has no more made than one who stays: ${what}`, () =>
      withShop(async (shop) => {
        for (let n = 0; n < 6; n += 1) await requestAndLeave(shop.url, `left-${n}`, leave);
        // Each of these waits as long as those above, which came before it: when it is answered, they are over.
        for (let n = 0; n < 3; n += 1) await shop.pay({ order: `stayed-${n}`, method: 'wallet' });
        assert.ok(stub.requests.length <= 2, `${stub.requests.length} payments were made`);
      }));

  for (const [what, leave] of Object.entries(LEAVE))
    it(`creates no payment once the disconnection is known: ${what}`, () => {
      let isSlow = true;
      let isReceived = false;
      let isReturned = false;
      const order: ShopOptions['order'] = async (_ref, request) => {
        isReceived = true;
        const { socket } = request!.raw as IncomingMessage;
        if (isSlow) await until(() => socket.destroyed, 'the visitor to leave');
        isReturned = true;
        return ORDER;
      };
      return withShop(
        async (shop) => {
          await requestAndLeave(shop.url, 'left', (socket) => {
            void until(() => isReceived, 'the request').then(() => leave(socket));
          });
          await until(() => isReturned, 'order()');
          isSlow = false;
          // It takes the same steps, and begins after the other: when it is answered, the other is over.
          assert.equal((await shop.pay({ order: 'later', method: 'wallet' })).status, 201);
          assert.deepEqual(await shop.store.ofOrder('left'), []);
          assert.deepEqual(shop.events, []);
          assert.equal((await shop.pay({ order: 'left', method: 'wallet' })).status, 201, 'the choice is free');
        },
        { order },
      );
    });

  it('has none made by payments.create either, where the shop has waited for something before', async () => {
    const checkout = checkoutOf();
    const results: unknown[] = [];
    let isReceived = false;
    const create = async (request: IncomingMessage): Promise<void> => {
      isReceived = true;
      await until(() => request.socket.destroyed, 'the visitor to leave');
      const choice = { orderRef: '1001', method: 'wallet' } as const;
      results.push(await checkout.payments.create(choice, { request }));
      results.push(await checkout.payments.create(choice, { request: { raw: request } }));
      results.push((await checkout.payments.create(choice, { request, visitor: 'anna' })).ok);
    };
    const server: Server = createServer((request) => void create(request)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    await requestAndLeave(`http://127.0.0.1:${port}`, '1001', (socket) => {
      void until(() => isReceived, 'the request').then(() => socket.destroy());
    });
    await until(() => results.length === 3, 'payments.create');
    await checkout.close();
    server.close();
    const refused = { ok: false, code: 'invalid-request', field: 'connection' };
    assert.deepEqual(results, [refused, refused, true], 'a visitor whom the shop names is counted by that name');
  });

  it('is identified by the first address that a framework returned, not by a later one', async () => {
    const checkout = checkoutOf();
    const create = async (orderRef: string): Promise<number> => {
      let address: string | undefined = '203.0.113.7';
      const event = {
        request: new Request('http://127.0.0.1:1/pay/payments', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: bodyOf(orderRef),
        }),
        getClientAddress: () => address,
      };
      const answered = checkout.POST(event);
      address = undefined; // as with SvelteKit's adapter for Node
      return (await answered).status;
    };
    assert.deepEqual([await create('1'), await create('2'), await create('3')], [201, 201, 429]);
    await checkout.close();
  });

  it('of a web-standard request has none made', async () => {
    const checkout = checkoutOf();
    const leaving = new AbortController();
    const answered = checkout.POST(
      new Request('http://127.0.0.1:1/pay/payments', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: bodyOf('1001'),
        signal: leaving.signal,
      }),
    );
    leaving.abort();
    const response = await answered;
    assert.equal(response.status, 400);
    assert.equal(stub.requests.length, 0);
    await checkout.close();
  });

  it('is distinguished from one on a Unix socket, which has no address', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
    const socketPath = join(folder, 'shop.sock');
    const checkout = checkoutOf({ creationLimit: {} });
    const server = createServer(nodeHandler(checkout)).listen(socketPath);
    await once(server, 'listening');
    const body = bodyOf('1001');
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const requested = httpRequest({ socketPath, path: '/pay/payments', method: 'POST', headers }).end(body);
    const [response] = (await once(requested, 'response')) as [IncomingMessage];
    response.resume();
    assert.equal(response.statusCode, 201);
    await checkout.close();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
});
