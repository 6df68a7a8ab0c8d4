import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startSandbox, type RunningSandbox } from '../../../src/sandbox/index.ts';
import {
  createCheckout,
  memoryStore,
  type Checkout,
  type CheckoutEvent,
  type OrderRequest,
} from '../../../src/server/index.ts';
import { ORDER, SECRET } from '../shop.ts';

/** 10,000 odd arguments; the same in each run. */
const RUNS = 10_000;
const SEED = 20_261_122;

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const throwing = () => {
  throw new Error('a getter of the framework');
};

describe('the web-standard handler', () => {
  let sandbox: RunningSandbox;
  let checkout: Checkout;
  let requested: OrderRequest | undefined;
  const events: CheckoutEvent[] = [];
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => void unhandled.push(reason);

  before(async () => {
    process.on('unhandledRejection', onUnhandled);
    sandbox = await startSandbox({ port: 0 });
    checkout = createCheckout({
      service: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
      secret: SECRET,
      publicUrl: 'https://shop.example/pay',
      store: memoryStore(),
      creationLimit: { perMinute: 1 },
      order: async (orderRef, request) => {
        requested = request;
        return orderRef.startsWith('o') ? ORDER : undefined;
      },
      onEvent: (event) => events.push(event),
    });
  });
  after(async () => {
    process.off('unhandledRejection', onUnhandled);
    await checkout.close();
    await sandbox.close();
  });

  const url = 'https://shop.example/pay';
  const creation = (orderRef: string) =>
    new Request(`${url}/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order: orderRef, method: 'wallet' }),
    });

  /** What these frameworks pass to an exported GET or POST, with getters that throw where theirs do. */
  const shapes: Readonly<Record<string, (request: Request, address?: string) => object>> = {
    'a RequestEvent of SvelteKit': (request, address) => ({
      request,
      // It is a URL object, no text.
      url: new URL(request.url),
      params: { path: 'orders/o1' },
      route: { id: '/pay/[...path]' },
      locals: { session: 'anna' },
      cookies: { get: () => undefined },
      // Adapters that know no address throw; so does prerendering.
      getClientAddress: () => address ?? throwing(),
      get platform(): unknown {
        return undefined;
      },
    }),
    'an APIContext of Astro': (request, address) => ({
      request,
      url: new URL(request.url),
      params: {},
      locals: { session: 'anna' },
      get clientAddress() {
        return address ?? throwing();
      },
      get session() {
        return throwing();
      },
    }),
    'the arguments of React Router': (request) => ({ request, params: { '*': 'orders/o1' }, context: {} }),
  };
  for (const [name, shape] of Object.entries(shapes)) {
    it(`takes ${name}, and passes all of it to order()`, async () => {
      const given = shape(new Request(`${url}/orders/o1`));
      const answer = await checkout.GET(given as never);
      assert.deepEqual([answer.status, ((await answer.json()) as { order: string }).order], [200, 'o1']);
      assert.equal(requested?.raw, given);
      assert.equal((await checkout.fetch(given as never)).status, 200);
      assert.equal((await checkout.POST(shape(creation('o-new')) as never)).status < 300, true);
      assert.equal((await checkout.GET(shape(new Request(`${url}/nothing`)) as never)).status, 404);
    });
  }

  it('takes the address of a visitor from the framework that provides it', async () => {
    for (const [index, name] of ['a RequestEvent of SvelteKit', 'an APIContext of Astro'].entries()) {
      const [one, other] = [`203.0.113.${index}`, `203.0.114.${index}`];
      const post = async (orderRef: string, from: string) =>
        (await checkout.POST(shapes[name]!(creation(orderRef), from) as never)).status;
      assert.deepEqual(
        [await post(`o-a${index}`, one), await post(`o-b${index}`, one), await post(`o-c${index}`, other)],
        [201, 429, 201],
        name,
      );
    }
  });

  it('answers 500 and reports the value to the shop, when it is no request', async () => {
    for (const odd of [undefined, null, 5, 'x', {}, { request: {} }, { request: 'x' }, { method: 'GET', url: '/' }]) {
      events.length = 0;
      const answer = await checkout.GET(odd as never);
      assert.deepEqual([answer.status, await answer.text()], [500, '{"error":{"code":"internal"}}']);
      const event = events.at(-1);
      assert.ok(event?.type === 'internal-error' && event.level === 'error', JSON.stringify(odd));
      assert.match(String(event.cause), /a web-standard Request is needed.*context\.req\.raw.*nodeHandler/);
    }
  });

  it('responds with 500 to a request whose members throw, and to a body that was already read', async () => {
    const read = creation('o-read');
    await read.text();
    const parts = ['method', 'url', 'headers', 'body', 'signal'];
    const broken = parts.map((part) => Object.defineProperty(creation('o-broken'), part, { get: throwing }));
    const headers = { get: throwing };
    for (const request of [read, ...broken, { method: 'GET', url: `${url}/orders/o1`, headers }])
      assert.ok((await checkout.POST(request as never)) instanceof Response);
    assert.deepEqual(unhandled, []);
  });

  it(`resolves with a response for ${RUNS} invalid arguments, also of handle() and matches()`, async () => {
    const random = randomOf(SEED);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const leaf = () =>
      pick<unknown>([
        undefined, null, true, NaN, -1, 5n, '', 'x', 'GET', 'POST', `${url}/orders/o1`, '/pay/payments',
        '\0', '%', 'é'.repeat(300), Symbol('odd'), throwing, () => undefined, () => Promise.reject(new Error('odd')), () => new Promise(() => {}),
        async () => '{}', new Date(NaN), new Map(), /x/,
        new Request(`${url}/orders/o1`), creation('o-odd'), new Headers(), new URL(url), new AbortController().signal,
        new Proxy({}, { get: throwing }), new Proxy(() => {}, { apply: throwing, get: () => throwing }),
      ]); // prettier-ignore
    const names =
      'request method url header headers text body signal address raw then get getClientAddress clientAddress waitUntil'.split(
        ' ',
      );
    const odd = (depth = 0): unknown => {
      if (depth > 2 || random() < 0.4) return leaf();
      const made: Record<string, unknown> = {};
      for (let count = 0; count < 6; count += 1) {
        const name = pick(names);
        // An object with a `then` is a promise to whoever awaits it, and this test does not.
        if (name === 'then' && depth === 0) continue;
        const value = odd(depth + 1);
        if (random() < 0.15) Object.defineProperty(made, name, { get: throwing, configurable: true });
        else Object.defineProperty(made, name, { value, configurable: true });
      }
      return made;
    };
    const { fetch, GET, POST, PUT, OPTIONS, handle, matches } = checkout;
    for (let run = 0; run < RUNS; run += 1) {
      const [argument, context] = [odd(), odd()];
      if (run % 5 === 0) {
        const { status } = await handle(argument as never);
        assert.ok(status >= 200 && status <= 503, `handle, run ${run}: ${status}`);
        assert.equal(typeof matches(argument as never), 'boolean');
        continue;
      }
      const answer = await pick([fetch, GET, POST, PUT, OPTIONS])(argument as never, context);
      assert.ok(
        answer instanceof Response && answer.status >= 200 && answer.status <= 503,
        `run ${run}: ${answer.status}`,
      );
    }
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(unhandled, []);
    const answer = await GET(new Request(`${url}/orders/o1`));
    assert.equal(answer.status, 200);
  });
});
