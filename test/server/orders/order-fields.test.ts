import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCheckout, type CheckoutOptions, type Order } from '../../../src/server/index.ts';
import { startSandbox } from '../../../src/sandbox/index.ts';
import { BTC_ADDRESS, openShopAndSandbox, SECRET, webhookOf } from '../shop.ts';

/** An order as a database gives it: each column that is empty is null. */
const FROM_DATABASE: Order = {
  amount: '19.99',
  currency: 'USD',
  methods: null,
  payout: { crypto: { BTC: BTC_ADDRESS, ETH: null }, wallet: null, localcode: null },
  label: null,
  expiresAt: null,
  meta: null,
  paid: null,
  soldOut: null,
};

describe('order()', () => {
  it('may give null where it has nothing, as databases do', async () => {
    const shop = await openShopAndSandbox({ order: () => FROM_DATABASE });
    const { status, json } = await shop.get('orders/1001');
    assert.equal(status, 200);
    assert.deepEqual(
      (json['methods'] as { method: string; coins?: { symbol: string }[] }[]).map(({ method, coins }) => [
        method,
        coins?.map(({ symbol }) => symbol),
      ]),
      [['crypto', ['BTC']]],
    );
    assert.ok(!('expiresAt' in json) && !('soldOut' in json));
    assert.equal((await shop.pay({ order: '1001', method: 'crypto' })).status, 201);
    assert.deepEqual(shop.events, []);
    await shop.close();
  });

  for (const [field, change, reason] of [
    ['amount', { amount: null }, 'null: not a decimal amount above zero'],
    ['amount', { amount: undefined }, 'undefined: not a decimal amount above zero'],
    ['amount', { amount: NaN }, 'not a decimal amount above zero, but NaN: the computation of the amount has failed'],
    ['amount', { amount: Promise.resolve('1') }, 'not a decimal amount above zero, but a promise: await it'],
    [
      'amount',
      { amount: { value: '1' } },
      'not a decimal amount above zero, but an object: write it as decimal text, such as String(amount)',
    ],
    ['amount', { rows: [FROM_DATABASE] }, 'missing: order() returned the result of a query: return its rows[0]'],
    [
      'amount',
      { amount: undefined, currency: undefined },
      'missing, and currency too: does order() await what it returns?',
    ],
    ['currency', { currency: null }, "null: not a code of three letters, such as 'USD'"],
    ['payout', { payout: { crypto: { BTC: null } } }, 'no method has a payout: payout.crypto.BTC is not set'],
    [
      'payout',
      { payout: { payoutEmail: 'shop@shop.example' } },
      'no method has a payout: the fields are payoutEmail; write crypto, wallet, localcode',
    ],
  ] as const)
    it(`that needs ${field} gets a reason: ${reason}`, async () => {
      const shop = await openShopAndSandbox({ order: () => ({ ...FROM_DATABASE, ...change }) as never });
      assert.equal((await shop.get('orders/1001')).status, 500);
      const [event] = shop.events;
      assert.ok(event?.type === 'order-invalid');
      assert.deepEqual([event.field, event.reason], [field, reason]);
      await shop.close();
    });

  it('names a coin that has no payout, also where other methods are offered', async () => {
    const order = {
      amount: '19.99',
      currency: 'USD',
      coins: ['BTC' as const],
      payout: { wallet: 'till@shop.example' },
    };
    const shop = await openShopAndSandbox({ order: () => order });
    assert.equal((await shop.get('orders/1001')).status, 200);
    assert.deepEqual(
      shop.events.flatMap((event) =>
        event.type === 'method-not-offered' ? [[event.coin, event.field, event.reason]] : [],
      ),
      [['BTC', 'coins', 'has no payout that can be used']],
    );
    await shop.close();
  });

  it('names the fields of a row that has other names', async () => {
    for (const [row, reason] of [
      [
        { id: 7, amount_total: 1999, currency_code: 'usd' },
        'missing, and currency too: the fields are id, amount_total, currency_code',
      ],
      [{ total: '19.99', currency: 'USD' }, 'missing: write amount; the fields are total, currency'],
    ] as const) {
      const shop = await openShopAndSandbox({ order: () => row as never });
      assert.equal((await shop.get('orders/1001')).status, 500);
      const [event] = shop.events;
      assert.ok(event?.type === 'order-invalid');
      assert.equal(event.reason, reason);
      await shop.close();
    }
  });

  it('pays out a coin that is named twice to the first address, and names the second', async () => {
    const crypto = { btc: BTC_ADDRESS, BTC: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' };
    const shop = await openShopAndSandbox({ order: () => ({ ...FROM_DATABASE, payout: { crypto } }) });
    const { json } = await shop.get('orders/1001');
    assert.equal((json['methods'] as { coins: unknown[] }[])[0]!.coins.length, 1);
    const [event] = shop.events;
    assert.ok(event?.type === 'method-not-offered');
    assert.deepEqual([event.field, event.reason], ['payout.crypto.BTC', 'BTC is there twice']);
    await shop.close();
  });

  it('defines the type of meta, and returns meta with that type', async () => {
    const sandbox = await startSandbox();
    const carts: number[] = [];
    const checkout = createCheckout({
      service: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
      secret: SECRET,
      publicUrl: 'http://127.0.0.1/pay',
      allowTestPayments: true,
      order: () => ({ ...FROM_DATABASE, meta: { cart: 7 } }),
      // Types are part of this test: `cart` is a number here, without a cast.
      onPaid: ({ meta }) => void carts.push(meta?.cart ?? 0),
    });
    const made = await checkout.payments.create({ orderRef: '1', method: 'crypto' }, { visitor: 'ann' });
    assert.ok(made.ok);
    const cart: number | undefined = made.payment.meta?.cart;
    assert.equal(cart, 7);
    await checkout.fetch(new Request(webhookOf(sandbox), { method: 'POST', body: JSON.stringify({ status: 'PAID' }) }));
    await checkout.sweep();
    assert.deepEqual(carts, [7]);
    await checkout.close();
    await sandbox.close();
  });
});

describe('options from the environment', () => {
  const env: Readonly<Record<string, string | undefined>> = {};
  /** As it stands in a shop: nothing of it needs a cast, and what is not set is named. */
  const options: CheckoutOptions = {
    service: { baseUrl: env['SERVICE_URL'], apiKey: env['SERVICE_KEY'] },
    secret: env['PAY_SECRET'],
    publicUrl: env['PAY_URL'],
    order: () => FROM_DATABASE,
  };
  const service = { baseUrl: 'http://127.0.0.1:1', apiKey: 'key' };

  for (const [given, message] of [
    [options, /^service\.baseUrl is undefined: is SERVICE_URL set\?/],
    [{ ...options, service: { ...service, apiKey: undefined } }, /^service\.apiKey is undefined: is SERVICE_KEY set\?/],
    [{ ...options, service, secret: SECRET }, /^publicUrl is undefined: is PAY_URL set\?/],
    [{ ...options, service, publicUrl: 'http://127.0.0.1/pay' }, /^secret is undefined: is PAY_SECRET set\?/],
  ] as const)
    it(`that is not set is named: ${String(message)}`, () => {
      assert.throws(() => createCheckout(given as CheckoutOptions), { name: 'ConfigurationError', message });
    });
});
