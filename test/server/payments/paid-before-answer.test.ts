import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryStore, type OnStatus, type PaymentStore } from '../../../src/server/index.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { json, soundData, startServiceStub, type ServiceStub } from '../../support/service-stub.ts';
import { openShop, openShopAndSandbox, sendWebhook, until, type Shop, type ShopOptions } from '../shop.ts';

/** What the service stub expects for a Bitcoin payment. */
const EXPECTED = '0.00031112';

/** Within this time a delivery would mark the early status as handled, if it did not wait for the sweep. Milliseconds. */
const DELIVERY_MS = 20;

const CRYPTO = { order: '1001', method: 'crypto', coin: 'BTC' };

describe('a webhook with paid before the response to the creation', () => {
  let stub: ServiceStub;
  let delivered: string[];
  const shops: Shop[] = [];
  const onStatus: OnStatus = ({ phase }, { status }) => void delivered.push(`${phase} ${status}`);

  before(async () => {
    stub = await startServiceStub();
  });
  after(() => stub.close());
  beforeEach(() => {
    delivered = [];
    stub.requests.length = 0;
  });
  afterEach(async () => {
    for (const shop of shops.splice(0)) await shop.close();
  });

  async function open(options: ShopOptions = {}): Promise<Shop> {
    const shop = await openShop(stub, { onStatus, ...options });
    shops.push(shop);
    return shop;
  }

  /** Creations are answered after these webhooks. */
  function sendFirst(webhooks: readonly object[], data: Readonly<Record<string, unknown>> = {}): void {
    stub.answer = async (request, response) => {
      for (const body of webhooks)
        assert.equal((await sendWebhook(String(request.fields['webhook_url']), body)).status, 200);
      json(response, 200, { message: 'ok', data: soundData(request, data) });
    };
  }

  const typesOf = ({ events }: Shop) => events.map(({ type }) => type);

  for (const [received, phase] of [
    ['0.00002', 'underpaid'],
    [EXPECTED, 'paid'],
    ['0.5', 'overpaid'],
  ] as const)
    it(`with ${received} received is ${phase} once the expected amount is known`, async () => {
      sendFirst([{ tid: 't1', status: 'PAID', cryptoAmountReceived: received }]);
      const shop = await open();
      const { json: payment } = await shop.pay(CRYPTO);
      assert.deepEqual([payment['phase'], payment['status']], [phase, 'PAID']);
      await shop.checkout.sweep();
      assert.deepEqual(delivered, ['confirming PAID', `${phase} PAID`]);
      assert.ok(typesOf(shop).includes('paid-before-answer'));
    });

  it('after one with confirming is checked too', async () => {
    sendFirst([
      { tid: 't1', status: 'CONFIRMING', cryptoAmountReceived: EXPECTED },
      { tid: 't1', status: 'PAID' },
      { tid: 't1', status: 'CONFIRMING' },
    ]);
    const shop = await open();
    assert.equal((await shop.pay(CRYPTO)).json['phase'], 'paid');
  });

  it('is passed to verifyPayment only after the answer', async () => {
    const requests: unknown[] = [];
    sendFirst([{ tid: 't1', status: 'PAID' }]);
    const shop = await open({ verifyPayment: ({ answer }) => requests.push(answer?.['tid']) > 0 });
    assert.equal((await shop.pay(CRYPTO)).json['phase'], 'paid');
    assert.deepEqual(requests, ['t1']);
  });

  it('does not make a test payment paid, even if only the response marks it as a test', async () => {
    sendFirst([{ tid: 't1', status: 'PAID' }], { test: true });
    const shop = await open({ allowTestPayments: false });
    assert.equal((await shop.pay(CRYPTO)).json['phase'], 'confirming');
    await shop.checkout.sweep();
    assert.deepEqual(typesOf(shop).sort(), ['minimum-unknown', 'paid-before-answer', 'test-payment']);
  });

  it('of the sandbox is judged by its answer', async () => {
    const shop = await openShopAndSandbox({ onStatus });
    shop.sandbox.control.beforeNextAnswer('PAID');
    assert.equal((await shop.pay(CRYPTO)).json['phase'], 'paid');
    await shop.checkout.sweep();
    assert.deepEqual(delivered, ['confirming PAID', 'paid PAID']);
    await shop.close();
  });

  it('is reported to the shop when the service refuses the creation after all, and pays nothing', async () => {
    stub.answer = async (request, response) => {
      await sendWebhook(String(request.fields['webhook_url']), { tid: 't1', status: 'PAID' });
      json(response, 500, { message: 'broken' });
    };
    const shop = await open();
    assert.equal((await shop.pay(CRYPTO)).status, 503);
    await until(() => delivered.length > 0, 'onStatus');
    assert.deepEqual(delivered, ['confirming PAID']);
    const event = shop.events.find(({ type }) => type === 'paid-without-answer');
    assert.equal(event?.level, 'error');
    assert.equal((await shop.get('orders/1001')).json.paid, undefined);
    const [row] = await shop.store.ofOrder('1001');
    assert.deepEqual([row!.knownPhase, row!.earlyStatus], ['confirming', 'PAID']);
  });

  /** The service says that the money is being confirmed, and then that all of it is there. */
  const CONFIRMED_BEFORE = [
    { tid: 't1', status: 'CONFIRMING' },
    { tid: 't1', status: 'PAID' },
  ];

  it('after one with confirming is checked by a sweep when verifyPayment fails at first', async () => {
    sendFirst(CONFIRMED_BEFORE);
    let isDown = true;
    const verifyPayment = () => {
      if (isDown) throw new Error('the block explorer is down');
      return true;
    };
    const shop = await open({ verifyPayment });
    assert.equal((await shop.pay(CRYPTO)).status, 500);
    await shop.checkout.sweep();
    assert.equal((await shop.store.ofOrder('1001'))[0]!.phase, 'confirming');
    isDown = false;
    await shop.checkout.sweep();
    assert.equal((await shop.store.ofOrder('1001'))[0]!.phase, 'paid');
    await until(() => delivered.length === 3, 'onStatus');
    assert.deepEqual(delivered, ['confirming CONFIRMING', 'confirming PAID', 'paid PAID']);
  });

  it('is still applied by the sweep when another status arrives during verifyPayment, which then fails', async () => {
    sendFirst(CONFIRMED_BEFORE);
    let isDown = true;
    const verifyPayment = async () => {
      if (!isDown) return true;
      // Arrives during the creation's verification, after the answer was written.
      const webhookUrl = String(stub.requests[0]!.fields['webhook_url']);
      await sendWebhook(webhookUrl, { tid: 't1', status: 'UNDERPAID' });
      await delay(DELIVERY_MS);
      throw new Error('the block explorer is down');
    };
    const shop = await open({ verifyPayment: (...given) => (given[2].status === 'PAID' ? verifyPayment() : true) });
    await shop.pay(CRYPTO);
    isDown = false;
    await shop.checkout.sweep();
    assert.equal((await shop.store.ofOrder('1001'))[0]!.phase, 'paid');
  });

  it('is not verified again when verifyPayment has returned false', async () => {
    sendFirst(CONFIRMED_BEFORE);
    let requestCount = 0;
    const shop = await open({ verifyPayment: () => (requestCount += 1) < 1 });
    assert.equal((await shop.pay(CRYPTO)).json['phase'], 'confirming');
    await shop.checkout.sweep();
    await shop.checkout.sweep();
    await until(() => delivered.length === 2, 'onStatus');
    assert.deepEqual(delivered, ['confirming CONFIRMING', 'confirming PAID']);
    assert.equal(requestCount, 1);
  });

  it('after one with confirming is reported when the service refuses the creation later', async () => {
    stub.answer = async (request, response) => {
      for (const body of CONFIRMED_BEFORE) await sendWebhook(String(request.fields['webhook_url']), body);
      json(response, 500, { message: 'broken' });
    };
    const shop = await open();
    assert.equal((await shop.pay(CRYPTO)).status, 503);
    await until(() => delivered.length === 2, 'onStatus');
    assert.deepEqual(delivered, ['confirming CONFIRMING', 'confirming PAID']);
    assert.equal(typesOf(shop).filter((type) => type === 'paid-without-answer').length, 1);
  });

  it('after one with confirming is reported at once when the creation had failed before', async () => {
    stub.answer = (_request, response) => json(response, 500, { message: 'broken' });
    const shop = await open();
    assert.equal((await shop.pay(CRYPTO)).status, 503);
    for (const body of CONFIRMED_BEFORE) await sendWebhook(String(stub.requests[0]!.fields['webhook_url']), body);
    await until(() => delivered.length === 2, 'onStatus');
    assert.ok(typesOf(shop).includes('paid-without-answer'));
  });

  it('is reported at once when the creation has failed before', async () => {
    stub.answer = (_request, response) => json(response, 500, { message: 'broken' });
    const shop = await open();
    assert.equal((await shop.pay(CRYPTO)).status, 503);
    await sendWebhook(String(stub.requests[0]!.fields['webhook_url']), { tid: 't1', status: 'PAID' });
    await until(() => delivered.length > 0, 'onStatus');
    assert.deepEqual(delivered, ['confirming PAID']);
    assert.ok(typesOf(shop).includes('paid-without-answer'));
  });

  /** The same store after a restart: what the first process was doing is never finished. */
  async function killed(store: PaymentStore, options: ShopOptions = {}): Promise<Shop> {
    let ahead = 0;
    const shop = await open({ store, now: () => Date.now() + ahead, ...options });
    const turn = (ms: number) => (ahead += ms);
    return Object.assign(shop, { turn });
  }

  it('is reported after a crash before the answer, once no answer is possible any more', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
    const store = sqliteStore(new DatabaseSync(join(folder, 'payments.db')));
    let webhookUrl = '';
    stub.answer = (request) => void (webhookUrl = String(request.fields['webhook_url']));
    const first = await open({ store });
    void first.pay(CRYPTO).catch(() => {});
    await until(() => webhookUrl !== '', 'the creation');
    assert.equal((await sendWebhook(webhookUrl, { tid: 't1', status: 'PAID' })).status, 200);
    assert.deepEqual(delivered, []);

    const second = (await killed(store)) as Shop & { turn: (ms: number) => void };
    await second.checkout.sweep();
    assert.deepEqual(delivered, []);
    second.turn(60_001);
    await second.checkout.sweep();
    assert.deepEqual(delivered, ['confirming PAID']);
    assert.ok(typesOf(second).includes('paid-without-answer'));
    rmSync(folder, { recursive: true });
  });

  for (const first of [[], [{ tid: 't1', status: 'CONFIRMING' }]])
    it(`is judged by the sweep after a crash between the answer and the judgement: ${first.length} before`, async () => {
      const store = memoryStore();
      const broken: PaymentStore = {
        ...store,
        transition: (paymentRef, change) =>
          change.phase === 'underpaid' ? new Promise(() => {}) : store.transition(paymentRef, change),
      };
      sendFirst([...first, { tid: 't1', status: 'PAID', cryptoAmountReceived: '0.00002' }]);
      const killedShop = await open({ store: broken, callbackTimeout: 100 });
      assert.equal((await killedShop.pay(CRYPTO)).status, 500);
      const second = await killed(store);
      await second.checkout.sweep();
      assert.equal((await store.ofOrder('1001'))[0]!.phase, 'underpaid');
      await until(() => delivered.length === 2 + first.length, 'onStatus');
      assert.deepEqual(delivered.slice(first.length), ['confirming PAID', 'underpaid PAID']);
    });
});
