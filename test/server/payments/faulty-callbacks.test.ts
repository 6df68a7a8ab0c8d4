import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  memoryStore,
  ServiceClient,
  serviceProvider,
  type PaymentStore,
  type Transport,
} from '../../../src/server/index.ts';
import { eventText } from '../../../src/server/observability/console-log.ts';
import { startServiceStub, type ServiceStub } from '../../support/service-stub.ts';
import { openShop, ORDER, sendWebhook, until, type Shop, type ShopOptions } from '../shop.ts';

/** How long code of the shop's may take here, and how soon each answer is there. Milliseconds. */
const CALLBACK_MS = 150;
const ANSWER_MS = 10_000;

const never = () => new Promise<never>(() => {});
const OWN = 'a text of the shop that no browser may see';

/** The client's time limit and its waits between attempts are shortened to this. Milliseconds. */
const LONGEST_CLIENT_WAIT_MS = 20;

/** What code that is not ours may do instead of what it should. */
const misbehaviours: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new Error(OWN);
  },
  'throws no error': () => {
    const text: unknown = OWN;
    throw text;
  },
  rejects: () => Promise.reject(new Error(OWN)),
  hangs: never,
  'returns nothing': () => undefined,
  'returns null': () => null,
  'returns a text': () => 'odd',
  'returns a number': () => 7,
  'returns a list': () => [undefined],
  'returns what throws when it is looked at': () => new Proxy({}, { get: () => assert.fail(OWN) }),
};

describe('code that is not ours', () => {
  let stub: ServiceStub;
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => void unhandled.push(reason);
  before(async () => {
    process.on('unhandledRejection', onUnhandled);
    stub = await startServiceStub();
  });
  after(async () => {
    process.off('unhandledRejection', onUnhandled);
    await stub.close();
  });

  async function withShop(options: ShopOptions, use: (shop: Shop) => Promise<void>): Promise<void> {
    unhandled.length = 0;
    stub.requests.length = 0;
    const shop = await openShop(stub, { callbackTimeout: CALLBACK_MS, longPoll: { timeout: 100 }, ...options });
    try {
      await use(shop);
    } finally {
      await shop.close();
    }
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(unhandled, []);
  }

  /** Asks for everything that a payer, a page and the service ask for: each is answered, and soon. */
  async function askAll(shop: Shop): Promise<readonly number[]> {
    const statuses: number[] = [];
    const request = async (path: string, init: RequestInit = {}) => {
      const answer = await shop.get(path, { ...init, signal: AbortSignal.timeout(ANSWER_MS) });
      assert.ok(answer.status >= 200 && answer.status <= 503, `${path}: ${answer.status}`);
      assert.ok(!answer.text.includes(OWN), answer.text);
      statuses.push(answer.status);
      return answer;
    };
    const body = (value: object) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(value),
    });
    await request('orders/1001');
    const { json } = await request('payments', body({ order: '1001', method: 'wallet' }));
    const statusUrl = typeof json['statusUrl'] === 'string' ? json['statusUrl'] : 'status/AAAAAAAAAAAAAAAAAAAAAA';
    await request(statusUrl);
    await request(`${statusUrl}?since=1`);
    await request(statusUrl.replace('/status/', '/payments/'));
    const webhookUrl = stub.requests.at(-1)?.fields['webhook_url'];
    if (typeof webhookUrl === 'string') {
      await request(webhookUrl, body({ pid: 'p1', status: 'UNMATCHED' }));
      await request(webhookUrl, body({ pid: 'p1', status: 'PAID' }));
    }
    await request('orders/1001');
    await shop.checkout.sweep();
    await shop.checkout.health();
    return statuses;
  }

  for (const [what, misbehave] of Object.entries(misbehaviours)) {
    it(`order() that ${what} is a 404 or a 500, and an error event`, () =>
      withShop({ order: misbehave as never }, async (shop) => {
        const [status] = await askAll(shop);
        const isNothing = what === 'returns nothing' || what === 'returns null';
        assert.equal(status, isNothing ? 404 : 500);
        if (isNothing) return;
        const event = shop.events[0]!;
        assert.ok(event.type === 'internal-error' || event.type === 'order-invalid', event.type);
        assert.equal(event.level, 'error');
        if (event.type === 'internal-error') assert.equal(event.at, 'order()');
      }));

    // A call that hangs is waited for a minute at the end: delivery.test.ts has that case.
    if (what !== 'hangs')
      it(`onStatus that ${what} leaves webhooks and pages alone`, () =>
        withShop({ onStatus: misbehave as never }, async (shop) => {
          assert.deepEqual((await askAll(shop)).slice(-3), [200, 200, 200]);
        }));

    it(`onEvent that ${what} leaves everything alone`, () =>
      withShop({ onEvent: misbehave }, async (shop) => {
        assert.deepEqual((await askAll(shop)).slice(-3), [200, 200, 200]);
      }));

    it(`verifyPayment that ${what} never makes a payment paid`, () =>
      withShop({ verifyPayment: misbehave as never }, async (shop) => {
        const statuses = await askAll(shop);
        assert.deepEqual(statuses.slice(-3), [200, 500, 200]);
        const [row] = await shop.store.ofOrder('1001');
        assert.equal(row!.phase, 'unmatched');
        const event = shop.events.at(-1);
        assert.ok(event?.type === 'internal-error' && event.at === 'webhook');
        // The others return a value, which is no verdict.
        const isThrown = ['throws', 'throws no error', 'rejects', 'hangs'].includes(what) || what.endsWith('looked at');
        assert.equal(event.callback, isThrown ? 'verifyPayment()' : undefined);
        if (isThrown) assert.match(eventText(event), /: webhook: verifyPayment\(\) failed/);
      }));

    it(`creationLimit.visitor that ${what} makes a payment only for who is named`, () =>
      withShop({ creationLimit: { visitor: misbehave as never } }, async (shop) => {
        const [, status] = await askAll(shop);
        assert.equal(status, ['returns nothing', 'returns null', 'returns a text'].includes(what) ? 201 : 500);
        const event = shop.events.find(({ type }) => type === 'internal-error');
        if (what === 'throws')
          assert.match(eventText(event!), /: create: creationLimit\.visitor\(\) failed \(internal-error\)$/);
      }));

    it(`a transport that ${what} is a creation that failed, and an error event`, async () => {
      const after = (ms: number, run: () => void) => {
        const timer = setTimeout(run, Math.min(ms, LONGEST_CLIENT_WAIT_MS));
        return () => clearTimeout(timer);
      };
      const transport = misbehave as unknown as Transport;
      const client = new ServiceClient({ baseUrl: stub.url, apiKey: 'key', timeout: 100, transport }, { after });
      await withShop({ provider: serviceProvider(client), service: undefined } as never, async (shop) => {
        if (what === 'hangs') {
          // A creation waits longer for the service than this test: the client alone shows that it ends.
          const [begun, fields] = [
            performance.now(),
            { amount: '5', currency: 'USD', payout_email: 'till@shop.example' },
          ];
          await assert.rejects(client.createWallet(fields), { name: 'ServiceError', code: 'timeout', sent: true });
          return assert.ok(performance.now() - begun < ANSWER_MS);
        }
        const [, status] = await askAll(shop);
        assert.equal(status, 503);
        const event = shop.events.find(({ type }) => type === 'creation-failed');
        assert.equal(event?.level, 'error');
      });
    });
  }

  const methods = Object.keys(memoryStore()) as (keyof PaymentStore)[];
  for (const method of methods.filter((name) => name !== 'permitLog' && name !== 'close'))
    it(`store.${method}() that fails in any way gets a response, and the process continues`, async () => {
      for (const misbehave of Object.values(misbehaviours)) {
        const store = memoryStore();
        let isBroken = false;
        const broken = {
          ...store,
          [method]: (...args: unknown[]) =>
            isBroken ? misbehave() : (store[method] as (...given: unknown[]) => unknown)(...args),
        };
        await withShop({ store: broken }, async (shop) => {
          isBroken = true;
          await askAll(shop);
          isBroken = false;
          // And it goes on as soon as the store does.
          assert.equal((await shop.get('orders/1001')).status, 200);
        });
      }
    });

  it('a store that hung in the middle of a creation leaves its order payable', async () => {
    const store = memoryStore();
    let isBroken = true;
    const broken: PaymentStore = { ...store, insert: (row) => (isBroken ? never() : store.insert(row)) };
    await withShop({ store: broken }, async ({ pay }) => {
      assert.equal((await pay({ order: '1001', method: 'wallet' })).status, 500);
      isBroken = false;
      assert.equal((await pay({ order: '1001', method: 'wallet' })).status, 201);
    });
  });

  it('onStatus is called again where it failed before', async () => {
    let calls = 0;
    await withShop(
      {
        onStatus: () => {
          calls += 1;
          if (calls === 1) throw new Error(OWN);
        },
      },
      async ({ pay, checkout }) => {
        assert.equal((await pay({ order: '1001', method: 'wallet' })).status, 201);
        await sendWebhook(String(stub.requests.at(-1)!.fields['webhook_url']), { pid: 'p1', status: 'UNMATCHED' });
        await until(() => calls === 1, 'the first call');
        await checkout.sweep();
        assert.equal(calls, 2);
      },
    );
  });

  for (const onPaid of [undefined, () => {}])
    it(`order() that reads a request without one is told so, ${onPaid ? 'with' : 'without'} onPaid`, () =>
      withShop(
        { onPaid, order: (_orderRef, request) => (request!.header('cookie'), ORDER) },
        async ({ pay, checkout, events }) => {
          assert.equal((await pay({ order: '1001', method: 'wallet' })).status, 201);
          await sendWebhook(String(stub.requests.at(-1)!.fields['webhook_url']), { pid: 'p1', status: 'PAID' });
          await checkout.sweep();
          const event = events.find(({ type }) => type === 'internal-error' || type === 'delivery-failed');
          assert.ok(event && 'cause' in event && event.cause instanceof TypeError);
          assert.match(eventText(event), /order\(\) failed.*It was called without a request: return the order then/);
        },
      ));

  it('an order() that hangs once is called again at the next request', async () => {
    let calls = 0;
    await withShop({ order: () => ((calls += 1) === 1 ? never() : ORDER) }, async ({ get, events }) => {
      assert.equal((await get('orders/1001')).status, 500);
      const event = events.at(-1);
      assert.ok(event?.type === 'internal-error');
      assert.match(String(event.cause), /order\(\): not done after 150 ms/);
      assert.equal((await get('orders/1001')).status, 200);
    });
  });
});
