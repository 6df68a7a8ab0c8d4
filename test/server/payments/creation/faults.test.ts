import assert from 'node:assert/strict';
import { after, beforeEach, before, describe, it } from 'node:test';
import { memoryStore, ServiceError } from '../../../../src/server/index.ts';
import { createMinimums } from '../../../../src/server/payments/minimums.ts';
import { json, soundData, startServiceStub, type ServiceStub, type StubAnswer } from '../../../support/service-stub.ts';
import { openShop, ORDER, sendWebhook, until, type Answer, type Shop, type ShopOptions } from '../../shop.ts';

describe('a creation with an invalid response of the service', () => {
  let stub: ServiceStub;
  let sound: StubAnswer;
  before(async () => {
    stub = await startServiceStub();
    sound = stub.answer;
  });
  after(() => stub.close());
  beforeEach(() => {
    stub.answer = sound;
    stub.requests.length = 0;
  });

  const paymentRequest = { order: '1001', method: 'wallet' };
  const withShop = async (use: (shop: Shop) => Promise<void>, options?: ShopOptions) => {
    const shop = await openShop(stub, options);
    try {
      await use(shop);
    } finally {
      await shop.close();
    }
  };

  it("frees the choice when the service refuses, and repeats nothing of the service's answer", () =>
    withShop(async ({ pay, events, store }) => {
      stub.answer = (_request, response) => json(response, 400, { message: 'payout_email till@shop.example is bad' });
      const { status, json: body } = await pay(paymentRequest);
      assert.deepEqual([status, body], [503, { error: { code: 'service-unavailable' } }]);
      const event = events.find(({ type }) => type === 'creation-failed');
      assert.ok(event?.type === 'creation-failed' && event.code === 'rejected' && event.sent);
      assert.ok(!JSON.stringify(events).includes('till@shop.example'));
      assert.deepEqual(
        (await store.ofOrder('1001')).map(({ stage }) => stage),
        ['released'],
      );
      stub.answer = sound;
      assert.equal((await pay(paymentRequest)).status, 201);
    }));

  it('answers with Retry-After when the service limits the rate', () =>
    withShop(async ({ pay }) => {
      stub.answer = (_request, response) => {
        response.setHeader('retry-after', '40');
        json(response, 429, { message: 'slow down' });
      };
      const { status, json: body, headers } = await pay(paymentRequest);
      assert.deepEqual([status, body.error?.code], [503, 'busy']);
      assert.equal(headers.get('retry-after'), String(body.error?.retryAfter));
      assert.ok(body.error!.retryAfter! >= 39);
    }));

  it('gives no time after which a page would repeat a creation that may have made a payment', () =>
    withShop(async ({ pay }) => {
      let status = 500;
      stub.answer = (_request, response) => {
        response.setHeader('retry-after', '1');
        json(response, status, { message: 'down' });
      };
      const answers = async () => {
        const both = await Promise.all([pay(paymentRequest), pay(paymentRequest)]);
        return both.map((answer) => [answer.status, answer.json.error?.code, answer.headers.get('retry-after')]);
      };
      const unavailable = [503, 'service-unavailable', null];
      for (status of [500, 502, 504]) assert.deepEqual(await answers(), [unavailable, unavailable], `${status}`);
      assert.equal(stub.requests.length, 3, 'one for each two requests');
    }));

  it('ends a running creation before the checkout is closed, and begins none after it', () =>
    withShop(
      async ({ pay, checkout, store }) => {
        let answer = () => {};
        stub.answer = (...given) => void (answer = () => void sound(...given));
        const running = pay(paymentRequest);
        await until(() => stub.requests.length === 1, 'the request to the service');
        let isClosed = false;
        const closing = checkout.close().then(() => (isClosed = true));
        const { status, json: body, headers } = await pay({ ...paymentRequest, order: '1002' });
        assert.deepEqual([status, body.error?.code, headers.get('retry-after')], [503, 'busy', '5']);
        assert.equal(isClosed, false);
        answer();
        await closing;
        assert.deepEqual(
          (await store.ofOrder('1001')).map(({ stage }) => stage),
          ['ready'],
        );
        assert.equal((await running).status, 201);
        assert.equal(stub.requests.length, 1);
      },
      { order: () => ORDER },
    ));

  it('does not repeat a creation whose answer was lost, and still accepts the webhook of that payment', () =>
    withShop(async ({ pay, get, events }) => {
      stub.answer = (_request, response) => void response.destroy();
      assert.equal((await pay(paymentRequest)).status, 503);
      assert.equal(stub.requests.length, 1);
      const event = events.find(({ type }) => type === 'creation-failed');
      assert.ok(event?.type === 'creation-failed' && event.sent);
      const webhookUrl = String(stub.requests[0]!.fields['webhook_url']);
      assert.equal((await sendWebhook(webhookUrl, { pid: 'p9', status: 'PAID' })).status, 200);
      // How much it should have been was in the lost answer: it pays nothing, and the shop is notified.
      await until(() => events.some(({ type }) => type === 'paid-without-answer'), 'the event');
      assert.equal((await get('orders/1001')).json.paid, undefined);
      stub.answer = sound;
      assert.equal((await pay(paymentRequest)).status, 201);
    }));

  it('rejects a response whose identifier differs from that of the webhook', () =>
    withShop(async ({ pay, events }) => {
      stub.answer = (request, response) =>
        void sendWebhook(String(request.fields['webhook_url']), { pid: 'p9', status: 'PENDING_REVIEW' }).then(() =>
          json(response, 200, { message: 'ok', data: soundData(request) }),
        );
      assert.equal((await pay(paymentRequest)).status, 503);
      assert.equal(events.at(-1)?.type, 'creation-conflict');
    }));

  it('applies a status other than NEW in the response to a creation', () =>
    withShop(async ({ pay }) => {
      stub.answer = (request, response) => json(response, 200, { data: soundData(request, { status: 'EXPIRED' }) });
      const { json: body } = await pay(paymentRequest);
      assert.deepEqual([body['status'], body['phase'], body['version']], ['EXPIRED', 'expired', 2]);
    }));

  it('calls verifyPayment also when the response to the creation is already paid', () => {
    const requests: string[] = [];
    const confirm: ShopOptions['verifyPayment'] = (_payment, { to }) => (requests.push(to), false);
    return withShop(
      async ({ pay, events }) => {
        stub.answer = (request, response) => json(response, 200, { data: soundData(request, { status: 'PAID' }) });
        const { status, json: body } = await pay(paymentRequest);
        assert.deepEqual([status, body['phase'], requests], [201, 'awaiting', ['paid']]);
        assert.equal(events.at(-1)?.type, 'verification-declined');
      },
      { verifyPayment: confirm },
    );
  });

  it('ends the requests that wait for a concurrent creation when the shop closes', () =>
    withShop(async ({ checkout, pay, store }) => {
      const hangUp = await new Promise<() => void>((resolve) => {
        stub.answer = (_request, response) => resolve(() => response.destroy());
        void pay(paymentRequest);
      });
      const watch = store.subscribe.bind(store);
      let second: Promise<Answer> | undefined;
      await new Promise<void>((resolve) => {
        store.subscribe = (...args) => (resolve(), watch(...args));
        second = pay(paymentRequest);
      });
      const closing = checkout.close();
      const { status, json: body } = await second!;
      assert.deepEqual([status, body.error?.code], [503, 'busy']);
      hangUp();
      await closing;
    }));

  it('lets at most fifty requests wait for one creation', () =>
    withShop(async ({ pay, store }) => {
      const hangUp = await new Promise<() => void>((resolve) => {
        stub.answer = (_request, response) => resolve(() => response.destroy());
        void pay(paymentRequest);
      });
      let waiting = 0;
      const watch = store.subscribe.bind(store);
      store.subscribe = (...args) => {
        waiting += 1;
        return watch(...args);
      };
      const answers = Array.from({ length: 60 }, () => pay(paymentRequest));
      // Those above fifty are answered while the others wait.
      const early: Answer[] = [];
      for (const answer of answers) void answer.then((one) => early.push(one));
      await until(() => early.length === 10, 'ten are answered at once');
      for (const { status, headers } of early) assert.deepEqual([status, headers.get('retry-after')], [503, '5']);
      assert.equal(waiting, 50);
      hangUp();
      await Promise.all(answers);
    }));

  it('requests the minimum again when the previous request never reached the service', async () => {
    let pollCount = 0;
    const notSent = new ServiceError('busy', 'no turn', { sent: false });
    const rejecting = () => ((pollCount += 1), Promise.reject(notSent));
    const minimumOf = createMinimums({ minimumOf: rejecting }, () => {}, Date.now);
    await minimumOf('BTC');
    await minimumOf('BTC');
    assert.equal(pollCount, 2);
  });

  it('creates payments without the minimum when it cannot be read, and does not request it each time', () =>
    withShop(async ({ pay, events }) => {
      const order = { order: '1001', method: 'crypto', coin: 'BTC' };
      const { status, json: body } = await pay(order);
      assert.deepEqual([status, body['minimumTransactionCoin']], [201, undefined]);
      await sendWebhook(String(stub.requests[0]!.fields['webhook_url']), { status: 'CANCELLED' });
      stub.answer = (request, response) => json(response, 200, { data: soundData(request, { tid: 't2' }) });
      assert.equal((await pay(order)).status, 201);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['minimum-unknown'],
      );
    }));

  it('leaves the row when the store fails after the service has answered, so that its webhook is accepted', async () => {
    const store = memoryStore();
    const failing = { ...store, setResponse: () => Promise.reject(new Error('disk full')) };
    await withShop(
      async ({ pay, events }) => {
        const { status, text } = await pay(paymentRequest);
        assert.deepEqual([status, text], [500, '{"error":{"code":"internal"}}']);
        assert.equal(events.at(-1)?.type, 'internal-error');
        const webhookUrl = String(stub.requests[0]!.fields['webhook_url']);
        assert.equal((await sendWebhook(webhookUrl, { pid: 'p1', status: 'PAID' })).status, 200);
        const [row] = await store.byServiceId('p1');
        assert.deepEqual([row?.phase, row?.earlyStatus], ['confirming', 'PAID']);
      },
      { store: failing },
    );
  });
});
