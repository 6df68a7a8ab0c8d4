import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { json, soundData, startServiceStub, type ServiceStub } from '../../../support/service-stub.ts';
import { openShop, ORDER } from '../../shop.ts';

describe('a service that creates a payment of another price than requested', () => {
  let stub: ServiceStub;
  before(async () => void (stub = await startServiceStub()));
  after(() => stub.close());

  /** What comes of a choice when the service's answer is changed like this. */
  async function choose(choice: object, change: object) {
    stub.answer = (request, response) =>
      json(response, 200, { message: 'ok', data: soundData(request, { currency: 'KWD', ...change }) });
    const order = () => ({ ...ORDER, amount: '20', currency: 'kwd' });
    const shop = await openShop({ url: stub.url, apiKey: 'any' }, { order });
    try {
      const { status, json: body } = await shop.pay({ order: '1001', ...choice });
      const { json: answer } = await shop.get('orders/1001');
      const [failed] = shop.events.filter(({ type }) => type === 'creation-failed');
      return { status, error: body.error?.code, shown: answer['payments'], failed };
    } finally {
      await shop.close();
    }
  }

  const WALLET = { method: 'wallet' };
  const BITCOIN = { method: 'crypto', coin: 'BTC' };

  for (const [field, choice, change] of [
    ['currency', WALLET, { currency: 'USD' }],
    ['currency', BITCOIN, { currency: 'USD' }],
    ['amount', WALLET, { amount: 0.2 }],
    ['amount', BITCOIN, { amount: '20.01' }],
    ['cryptoCoin', BITCOIN, { cryptoCoin: 'ltc' }],
  ] as const)
    it(`is not shown to the payer: ${choice.method} with ${JSON.stringify(change)}`, async () => {
      const { status, error, shown, failed } = await choose(choice, change);
      assert.deepEqual([status, error, shown], [503, 'service-unavailable', []]);
      assert.ok(failed?.type === 'creation-failed');
      assert.deepEqual([failed.code, failed.field, failed.sent], ['bad-answer', field, true]);
    });

  for (const [choice, change] of [
    [WALLET, { currency: 'kwd', amount: '20.00' }],
    [WALLET, { currency: null, amount: null }],
    [BITCOIN, { cryptoCoin: 'BTC' }],
    [BITCOIN, { cryptoCoin: 'a-name-of-its-own' }],
  ] as const)
    it(`is accepted when it has the same meaning in another form: ${choice.method} with ${JSON.stringify(change)}`, async () => {
      assert.equal((await choose(choice, change)).status, 201);
    });
});
