import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOrder } from '../../../src/server/creation/order.ts';
import { BTC_ADDRESS, openShopAndSandbox, ORDER } from './shop.ts';

const OTHER = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

describe('the payouts of an order', () => {
  const order = (crypto: object) => ({ ...ORDER, payout: { crypto } });

  it('are checked when they are new, and not again for each request', () => {
    const split = () => [
      { address: BTC_ADDRESS, percent: 60 },
      { address: OTHER, percent: 40 },
    ];
    const [first, second] = [readOrder(order({ BTC: split() })), readOrder(order({ BTC: split() }))];
    assert.equal(first.coins[0]!.payout, second.coins[0]!.payout);
    assert.ok(Object.isFrozen(first.coins[0]!.payout));
  });

  it('are checked again when the shop changes them in the same object, and sent as they are then', async () => {
    const split = [
      { address: BTC_ADDRESS, percent: 60 },
      { address: OTHER, percent: 40 },
    ];
    const shop = await openShopAndSandbox({ order: () => order({ BTC: split }) });
    assert.equal((await shop.pay({ order: '1', method: 'crypto' })).status, 201);
    split[0]!.percent = 70;
    split[1]!.percent = 30;
    assert.equal((await shop.pay({ order: '2', method: 'crypto' })).status, 201);
    const percents = shop.sandbox.control
      .payments()
      .map(({ data }) => (data['splitPayoutAddresses'] as { percent: number }[]).map(({ percent }) => percent).join());
    assert.deepEqual(percents.sort(), ['60,40', '70,30']);
    split[0]!.address = `${BTC_ADDRESS.slice(0, -1)}q`;
    assert.equal((await shop.pay({ order: '3', method: 'crypto' })).status, 500);
    assert.equal(shop.events.at(-1)?.type, 'order-invalid');
    await shop.close();
  });
});
