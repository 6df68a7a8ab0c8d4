import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Order } from '../../../src/server/index.ts';
import { BTC_ADDRESS, EVM_ADDRESS, ORDER, withShopAndSandbox } from '../shop.ts';

const methodsIn = (json: Readonly<Record<string, unknown>>) =>
  (json['methods'] as { method: string }[]).map(({ method }) => method);

const payout = (currency?: string) =>
  ({
    ...ORDER.payout,
    localcode: { ...(currency && { currency }), payoutCryptoCoin: 'ETH', payoutAddress: EVM_ADDRESS },
  }) as Order['payout'];

const order = (currency: string, codes?: string, change: Partial<Order> = {}): Order => ({
  ...ORDER,
  currency,
  payout: payout(codes),
  ...change,
});

describe('a local code, which the service charges without a currency (contract 4.5)', () => {
  it('is offered and made only in the currency that the account is in, in any letter case', () =>
    withShopAndSandbox(
      {
        order: (orderRef) => {
          const [currency, codes] = orderRef.split('-') as [string, string];
          return order(currency, codes, { amount: '20' });
        },
      },
      async ({ get, pay, sandbox, events }) => {
        for (const same of ['USD-USD', 'usd-USD', 'USD-usd'])
          assert.deepEqual(methodsIn((await get(`orders/${same}`)).json), ['crypto', 'wallet', 'localcode'], same);
        for (const other of ['JPY-USD', 'KWD-USD', 'USD-EUR', 'EUR-usd']) {
          assert.deepEqual(methodsIn((await get(`orders/${other}`)).json), ['crypto', 'wallet'], other);
          const { status, json } = await pay({ order: other, method: 'localcode' });
          assert.deepEqual([status, json.error], [400, { code: 'invalid-request', field: 'method' }], other);
        }
        assert.deepEqual(sandbox.control.payments(), []);
        assert.equal(events.length, 0, 'a shop with several currencies is in order');
        assert.equal((await pay({ order: 'usd-USD', method: 'localcode' })).status, 201);
      },
    ));

  it('is sent to the service with the fields of the contract alone', () =>
    withShopAndSandbox({ order: () => order('USD', 'USD') }, async ({ pay, sandbox }) => {
      assert.equal((await pay({ order: '1', method: 'localcode' })).status, 201);
      const [made] = sandbox.control.payments();
      assert.equal(made!.data['currency'], undefined);
      assert.deepEqual([made!.data['payoutCryptoCoin'], made!.data['payoutAddress']], ['ETH', EVM_ADDRESS]);
    }));

  it('is not offered where the account’s currency is missing, with one error event that explains it', () =>
    withShopAndSandbox({ order: () => order('USD') }, async ({ get, pay, events }) => {
      assert.deepEqual(methodsIn((await get('orders/1')).json), ['crypto', 'wallet']);
      assert.equal((await pay({ order: '1', method: 'localcode' })).status, 400);
      assert.deepEqual(events, [
        {
          type: 'method-not-offered',
          level: 'error',
          orderRef: '1',
          method: 'localcode',
          field: 'payout.localcode.currency',
          reason: "missing: the service takes no currency for local codes, so name the one that your account's are in",
        },
      ]);
    }));

  it('that is the only method is an order that cannot be paid, and the event names the field', () =>
    withShopAndSandbox(
      {
        order: (orderRef) =>
          order('EUR', orderRef === 'none' ? undefined : 'USD', {
            methods: ['localcode'],
          }),
      },
      async ({ get, events }) => {
        for (const [orderRef, field] of [
          ['none', 'payout.localcode.currency'],
          ['other', 'currency'],
        ] as const) {
          assert.equal((await get(`orders/${orderRef}`)).status, 500);
          const event = events.at(-1);
          assert.ok(event?.type === 'order-invalid');
          assert.deepEqual([event.orderRef, event.field], [orderRef, field]);
        }
      },
    ));

  it('with an invalid currency is not offered, with the name of the field', () =>
    withShopAndSandbox({ order: () => order('USD', 'US$') }, async ({ get, events }) => {
      assert.deepEqual(methodsIn((await get('orders/1')).json), ['crypto', 'wallet']);
      const event = events.at(-1);
      assert.ok(event?.type === 'method-not-offered');
      assert.deepEqual([event.field, event.reason], ['payout.localcode.currency', 'not a code of three letters']);
    }));
});

describe('the option currencies', () => {
  it('offers a method only in the currencies that it names, in any letter case', () =>
    withShopAndSandbox(
      {
        currencies: { wallet: ['usd'], crypto: ['USD', 'EUR'] },
        order: (orderRef) => order(orderRef, 'JPY', { amount: '20' }),
      },
      async ({ get, pay, events, sandbox }) => {
        const offered = async (orderRef: string) => methodsIn((await get(`orders/${orderRef}`)).json);
        assert.deepEqual(await offered('USD'), ['crypto', 'wallet']);
        assert.deepEqual(await offered('EUR'), ['crypto']);
        assert.deepEqual(await offered('JPY'), ['localcode']);
        assert.equal((await pay({ order: 'EUR', method: 'wallet' })).status, 400);
        assert.equal((await pay({ order: 'USD', method: 'wallet' })).status, 201);
        assert.equal(sandbox.control.payments().length, 1);
        assert.equal(events.length, 0);
        assert.equal((await get('orders/CHF')).status, 500);
        const event = events.at(-1);
        assert.ok(event?.type === 'order-invalid' && event.field === 'currency');
      },
    ));
});

describe("an order's amount", () => {
  const orders: Readonly<Record<string, Partial<Order>>> = {
    'three decimals of a dollar': { amount: '19.999' },
    'a sum of doubles': { amount: 0.1 + 0.2 },
    'a sum of doubles as text': { amount: String(0.1 + 0.2) },
    'a product of doubles': { amount: 4.35 * 100 },
    'half a yen': { amount: '100.5', currency: 'JPY' },
    'four decimals of a dinar': { amount: '1.2345', currency: 'KWD' },
    'a number too large for its digits': { amount: 2 ** 53 + 2 },
    'less than nothing': { amount: -5 },
    'no number': { amount: Number.NaN },
    'a big integer': { amount: 1999n as never },
  };
  for (const [name, change] of Object.entries(orders))
    it(`is refused with the name of its field: ${name}`, () =>
      withShopAndSandbox({ order: () => ({ ...ORDER, ...change }) }, async ({ get, pay, events, sandbox }) => {
        assert.equal((await get('orders/1')).status, 500);
        const event = events.at(-1);
        assert.ok(event?.type === 'order-invalid');
        assert.equal(event.field, 'amount');
        assert.doesNotMatch(event.reason, /\d{3}/, 'no value in it');
        assert.equal((await pay({ order: '1', method: 'wallet' })).status, 500);
        assert.deepEqual(sandbox.control.payments(), []);
      }));

  it('keeps every digit that its currency has, and the currency is written in capitals', () =>
    withShopAndSandbox(
      {
        order: (orderRef) => {
          const [amount, currency] = orderRef.split(' ') as [string, string];
          return { ...ORDER, amount: currency === 'num' ? Number(amount) : amount, currency: currency.slice(0, 3) };
        },
      },
      async ({ get }) => {
        for (const [paymentRef, amount, currency] of [
          ['19.99 usd', '19.99', 'USD'],
          ['19.990 USD', '19.99', 'USD'],
          ['1500 Jpy', '1500', 'JPY'],
          ['1.234 kwd', '1.234', 'KWD'],
          ['1.2345 clf', '1.2345', 'CLF'],
        ]) {
          const { json } = await get(`orders/${encodeURIComponent(paymentRef!)}`);
          assert.deepEqual([json['amount'], json['currency']], [amount, currency], paymentRef);
        }
      },
    ));

  it('may be a number that a person would write', () =>
    withShopAndSandbox({ order: () => ({ ...ORDER, amount: 19.99 }) }, async ({ get }) => {
      assert.equal((await get('orders/1')).json['amount'], '19.99');
    }));
});

describe('invalid fields of an order', () => {
  const odd: Readonly<Record<string, readonly [Record<string, unknown>, string, RegExp?]>> = {
    'a coin by its ticker': [{ payout: { crypto: { USDT: EVM_ADDRESS } } }, 'payout.crypto.USDT', /ERC20\/USDT/],
    'a coin by its name': [{ payout: { crypto: { bitcoin: BTC_ADDRESS } } }, 'payout.crypto.bitcoin', /BTC/],
    'one address for all coins': [{ payout: { crypto: BTC_ADDRESS } }, 'payout.crypto'],
    'methods as text': [{ methods: 'wallet' }, 'methods'],
    'a label that is no text': [{ label: 5 }, 'label'],
    'meta with a big integer': [{ meta: { cart: 5n } }, 'meta'],
    'meta with a number that JSON has not': [{ meta: { cart: NaN } }, 'meta.cart'],
    'meta with a function': [{ meta: { cart: () => 5 } }, 'meta.cart'],
    'meta that is a list': [{ meta: [5] }, 'meta'],
    'additional information under its old name': [{ additional_information: 'x' }, 'additional_information'],
    'paid as text': [{ paid: 'no' }, 'paid'],
    'soldOut as text': [{ soldOut: 'false' }, 'soldOut'],
    'expiresAt in seconds': [{ expiresAt: 1_800_000_000 }, 'expiresAt', /a Date or ISO 8601/],
    'expiresAt as a flag': [{ expiresAt: true }, 'expiresAt', /^a boolean: a Date or ISO 8601/],
    'expiresAt that is no date': [{ expiresAt: 'soon' }, 'expiresAt', /not a date/],
    'expiresAt without a time zone': [
      { expiresAt: '2030-01-31 12:00:00' },
      'expiresAt',
      /has no time zone: end it with Z/,
    ],
    'an end with another name': [
      { expires_at: '2030-01-31T12:00:00Z' },
      'expires_at',
      /write expiresAt, or leave it out/,
    ],
    'a day with a space, which would be in local time': [{ expiresAt: '2030-01-31 ' }, 'expiresAt', /has no time zone/],
    'an end without a clock time': [{ expiresAt: '01-31-2030' }, 'expiresAt', /has no time zone/],
    'a shortened end': [{ expires: '2030-01-31T12:00:00Z' }, 'expires', /write expiresAt/],
    'a misspelt end': [{ expireAt: '2030-01-31T12:00:00Z' }, 'expireAt', /write expiresAt/],
    'soldOut in small letters': [{ soldout: true }, 'soldout', /write soldOut/],
    'an end in the past tense': [{ expiredAt: '2030-01-31T12:00:00Z' }, 'expiredAt', /write expiresAt/],
    'no methods': [{ methods: [] }, 'methods', /^an empty list; leave it out for all$/],
    'no coins': [{ coins: [] }, 'coins', /^an empty list; leave it out for all$/],
    'an unknown method': [{ methods: ['paypal'] }, 'methods[0]', /^one of crypto, wallet, localcode is needed$/],
    'an unknown coin': [{ methods: ['crypto'], coins: ['XYZ'] }, 'coins[0]', /^not one of the supported coins$/],
    'a payout by another name': [{ payout: undefined, payouts: ORDER.payout }, 'payout', /write payout, not payouts/],
    'a list of payouts': [{ payout: [ORDER.payout] }, 'payout', /not an object such as/],
    'a misspelt method': [{ payout: { wallets: 'a@shop.example' } }, 'payout.wallets', /did you mean wallet\?$/],
    'an amount in spaces': [{ amount: ' 19.99 ' }, 'amount', /it has spaces around it$/],
    'an amount with a comma': [{ amount: '19,99' }, 'amount', /above zero: write it as '19\.99', without a currency/],
    'an amount with a currency': [{ amount: '$19.99' }, 'amount', /write it as '19\.99'/],
    'an amount of zero': [{ amount: '0.00' }, 'amount', /^not a decimal amount above zero$/],
    'paid with another name': [{ isPaid: true }, 'isPaid', /write paid, or leave it out$/],
    'paid in capitals': [{ PAID: true }, 'PAID', /write paid/],
    'paid as a column': [{ is_paid: 1 }, 'is_paid', /write paid/],
    'a coin beside the methods': [
      { payout: { BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' } },
      'payout.BTC',
      /^a coin: write payout\.crypto\.BTC$/,
    ],
    'an amount as a big integer': [{ amount: 1999n }, 'amount', /a bigint: write it as decimal text$/],
    'one rate for all coins': [{ rates: 67_000 }, 'rates', /^not an object such as/],
    'soldOut as a column': [{ sold_out: 1 }, 'sold_out', /write soldOut/],
  };
  for (const [name, [change, field, reason = /./]] of Object.entries(odd))
    it(`are refused with their name: ${name}`, () =>
      withShopAndSandbox({ order: () => ({ ...ORDER, ...change }) }, async ({ get, events }) => {
        assert.equal((await get('orders/1')).status, 500);
        const event = events.at(-1);
        assert.ok(event?.type === 'order-invalid', JSON.stringify(event));
        assert.equal(event.field, field);
        assert.match(event.reason, reason);
      }));

  for (const [name, value] of Object.entries({ 'a number': 5, text: 'x', 'a list': [], 'a function': () => ORDER }))
    it(`an order that is ${name} is not found`, () =>
      withShopAndSandbox({ order: () => value as never }, async ({ get, events }) => {
        assert.equal((await get('orders/1')).status, 500);
        assert.equal(events.at(-1)?.type, 'order-invalid');
      }));

  it('names a coin that is not below crypto, and offers the methods', () =>
    withShopAndSandbox(
      { order: () => ({ ...ORDER, payout: { wallet: 'till@shop.example', BTC: 'bc1q' } }) as never },
      async ({ get, events }) => {
        assert.equal((await get('orders/1')).status, 200);
        const event = events.find(({ type }) => type === 'method-not-offered');
        assert.partialDeepStrictEqual(event, { field: 'payout.BTC', coin: 'BTC', method: 'crypto' });
      },
    ));

  it('names a payout with a big integer, and offers the others', () =>
    withShopAndSandbox(
      {
        order: () =>
          ({
            ...ORDER,
            payout: {
              crypto: { BTC: BTC_ADDRESS, LTC: { addresses: [{ address: BTC_ADDRESS, percent: 100n }] } },
              wallet: { payoutEmail: 'a@shop.example', additionalInformation: 12n },
            },
          }) as never,
      },
      async ({ get, events }) => {
        assert.equal((await get('orders/1')).status, 200);
        const fields = events.flatMap((event) => (event.type === 'method-not-offered' ? event.field : []));
        assert.deepEqual(fields.toSorted(), ['payout.crypto.LTC', 'payout.wallet.additionalInformation']);
      },
    ));

  it('names a misspelt method, and offers the others', () =>
    withShopAndSandbox(
      { order: () => ({ ...ORDER, payout: { crypto: { BTC: BTC_ADDRESS }, wallets: 'a@shop.example' } }) as never },
      async ({ get, events }) => {
        assert.equal((await get('orders/1')).status, 200);
        const field = 'payout.wallets';
        const reason = 'no such field; did you mean wallet?';
        assert.deepEqual(events, [
          { type: 'method-not-offered', level: 'error', orderRef: '1', method: 'wallet', field, reason },
        ]);
      },
    ));

  it('a list of rows is no order', () =>
    withShopAndSandbox({ order: () => [ORDER] as never }, async ({ get, events }) => {
      assert.equal((await get('orders/1')).status, 500);
      const event = events.at(-1);
      assert.ok(event?.type === 'order-invalid' && /a list: return its first element$/.test(event.reason));
    }));

  it('may have columns of a database, a day as its end, and a time with an offset', async () => {
    const columns = { method: 'card', expires_at: null, expired_at: 'x', sold_out: 0, soldout: true, soldOut: false };
    const texts = [
      '2030-01-31',
      '2030-01-31T12:00:00+01:00',
      '2030-01-31 12:00:00+00',
      'Thu, 31 Jan 2030 12:00:00 GMT',
    ];
    for (const expiresAt of [...texts, new Date(), String(new Date(2030, 0, 31))])
      await withShopAndSandbox({ order: () => ({ ...ORDER, ...columns, expiresAt }) }, async ({ get }) => {
        assert.equal((await get('orders/1')).status, 200);
      });
  });

  it('null is no order', () =>
    withShopAndSandbox({ order: () => null }, async ({ get }) => {
      assert.equal((await get('orders/1')).status, 404);
    }));
});
