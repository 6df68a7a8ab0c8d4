import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOrder } from '../../../src/server/orders/order.ts';
import { ServiceClient, ServiceError } from '../../../src/server/index.ts';
import { eventText } from '../../../src/server/observability/console-log.ts';
import { BTC_ADDRESS, EVM_ADDRESS, openShopAndSandbox, ORDER, type Answer } from '../shop.ts';

const OTHER = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

describe('the payouts of an order', () => {
  const order = (crypto: object) => ({ ...ORDER, payout: { crypto } });

  it('are checked when they are new, and not again for each request', () => {
    const split = () => [
      { address: BTC_ADDRESS, percent: 60 },
      { address: OTHER, percent: 40 },
    ];
    const [first, second] = [
      readOrder(order({ BTC: { addresses: split() } })),
      readOrder(order({ BTC: { addresses: split() } })),
    ];
    assert.equal(first.coins[0]!.payout, second.coins[0]!.payout);
    assert.ok(Object.isFrozen(first.coins[0]!.payout));
  });

  it('are checked again when the shop changes them in the same object, and sent as they are then', async () => {
    const split = [
      { address: BTC_ADDRESS, percent: 60 },
      { address: OTHER, percent: 40 },
    ];
    const shop = await openShopAndSandbox({ order: () => order({ BTC: { addresses: split } }) });
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

describe('the payout of local codes', () => {
  it('is sent with its coin as the contract writes it, in whatever letter case the order has it', async () => {
    const localcode = { currency: 'USD', payoutCryptoCoin: 'eth' as 'ETH', payoutAddress: EVM_ADDRESS };
    const shop = await openShopAndSandbox({ order: () => ({ ...ORDER, payout: { localcode } }) });
    assert.equal((await shop.pay({ order: '1', method: 'localcode' })).status, 201);
    assert.equal(shop.sandbox.control.payments()[0]?.data['payoutCryptoCoin'], 'ETH');
    await shop.close();
  });
});

describe('a payout that cannot be used', () => {
  const localcode = { currency: 'USD', payoutCryptoCoin: 'ETH', payoutAddress: EVM_ADDRESS } as const;
  const sound = { crypto: { BTC: BTC_ADDRESS, ETH: EVM_ADDRESS }, wallet: 'till@shop.example', localcode };

  /** The choices that a payer gets: coins by their symbol. */
  const choicesIn = ({ json }: Answer) =>
    (json['methods'] as { method: string; coins?: { symbol: string }[] }[]).flatMap(({ method, coins }) =>
      coins ? coins.map(({ symbol }) => symbol) : [method],
    );

  for (const [name, payout, choices, method, coin, field, reason] of [
    [
      'an address',
      { crypto: { ...sound.crypto, BTC: EVM_ADDRESS } },
      'ETH wallet localcode',
      'crypto',
      'BTC',
      'crypto.BTC',
      /^payoutAddress: /,
    ],
    [
      'a coin',
      { crypto: { ...sound.crypto, XBT: BTC_ADDRESS } },
      'BTC ETH wallet localcode',
      'crypto',
      'XBT',
      'crypto.XBT',
      /not one of/,
    ],
    [
      'every coin',
      { crypto: { BTC: 'nowhere' } },
      'wallet localcode',
      'crypto',
      'BTC',
      'crypto.BTC',
      /^payoutAddress: /,
    ],
    [
      'an e-mail address',
      { wallet: 'till@shop' },
      'BTC ETH localcode',
      'wallet',
      undefined,
      'wallet',
      /^not an e-mail address$/,
    ],
    [
      'a local code',
      { localcode: { ...localcode, payoutAddress: BTC_ADDRESS } },
      'BTC ETH wallet',
      'localcode',
      undefined,
      'localcode.payoutAddress',
      /./,
    ],
    [
      'the coin of a local code',
      { localcode: { ...localcode, payoutCryptoCoin: 'ether' as never } },
      'BTC ETH wallet',
      'localcode',
      undefined,
      'localcode.payoutCryptoCoin',
      /./,
    ],
  ] as const)
    it(`takes away its own choice and no other: ${name}`, async () => {
      const shop = await openShopAndSandbox({ order: () => ({ ...ORDER, payout: { ...sound, ...payout } }) });
      for (let times = 0; times < 2; times += 1)
        assert.deepEqual(choicesIn(await shop.get('orders/1001')), choices.split(' '));
      assert.equal((await shop.pay({ order: '1001', method, coin })).status, 400);
      const [event, ...more] = shop.events;
      assert.deepEqual(more, [], 'it is reported once');
      assert.ok(event?.type === 'method-not-offered');
      assert.deepEqual(
        [event.level, event.orderRef, event.method, event.coin, event.field],
        ['error', '1001', method, coin, `payout.${field}`],
      );
      assert.match(event.reason, reason);
      assert.ok(!JSON.stringify(event).includes(EVM_ADDRESS) && !JSON.stringify(event).includes('till@'));
      assert.match(
        eventText(event),
        new RegExp(`^pay-elements: order 1001: ${coin ?? method} is not offered: order\\(\\)`),
      );
      await shop.close();
    });

  it('is reported again when it has another wrong value', async () => {
    let wallet = 'till@shop';
    const shop = await openShopAndSandbox({ order: () => ({ ...ORDER, payout: { ...sound, wallet } }) });
    for (wallet of ['till@shop', 'till@', 'till@shop']) await shop.get('orders/1001');
    assert.deepEqual(
      shop.events.map(({ type }) => type),
      ['method-not-offered', 'method-not-offered'],
    );
    await shop.close();
  });

  it('makes the order invalid when nothing else is offered', async () => {
    const crypto = { BTC: EVM_ADDRESS, ETH: BTC_ADDRESS };
    const shop = await openShopAndSandbox({ order: () => ({ ...ORDER, payout: { crypto, wallet: 'till@shop' } }) });
    assert.equal((await shop.get('orders/1001')).status, 500);
    const [event] = shop.events;
    assert.ok(event?.type === 'order-invalid');
    assert.equal(event.field, 'payout.crypto.BTC');
    assert.match(event.reason, /^payoutAddress: /);
    await shop.close();
  });

  it('is answered like an order without a method when it is the only one', async () => {
    const answers = [];
    for (const [payout, field] of [
      [{}, 'payout'],
      [{ wallet: 'till@shop' }, 'payout.wallet'],
      [{ crypto: { BTC: 'nowhere' } }, 'payout.crypto.BTC'],
    ] as const) {
      const shop = await openShopAndSandbox({ order: () => ({ ...ORDER, payout }) });
      const [shown, paid] = [await shop.get('orders/1001'), await shop.pay({ order: '1001', method: 'wallet' })];
      answers.push([shown.status, shown.json, paid.status, paid.json]);
      assert.deepEqual(
        shop.events.map((event) => event.type === 'order-invalid' && event.field),
        [field, field],
      );
      await shop.close();
    }
    const [without, ...others] = answers;
    for (const answer of others) assert.deepEqual(answer, without);
  });

  it('is refused in its form before 0.3, and the reason shows the present one', () => {
    const { wallet: _, localcode: __, ...others } = sound;
    const reasonOf = (payout: object) => {
      const { withheld } = readOrder({ ...ORDER, payout: { ...others, ...payout } });
      return withheld.map(({ field, reason }) => `${field}: ${reason}`);
    };
    assert.deepEqual(reasonOf({ crypto: { ETH: EVM_ADDRESS, BTC: [{ address: BTC_ADDRESS, percent: 100 }] } }), [
      'payout.crypto.BTC: a list: write it as { addresses: [...] }',
    ]);
    const old = { currency: 'USD', payout_crypto_coin: 'ETH', payout_address: EVM_ADDRESS };
    assert.deepEqual(reasonOf({ localcode: old }), [
      'payout.localcode.payout_crypto_coin: is now called payoutCryptoCoin',
    ]);
  });

  it('may be written as an object: an address, an e-mail address with additional information', async () => {
    const shop = await openShopAndSandbox({
      order: () => ({
        ...ORDER,
        payout: {
          crypto: { BTC: { payoutAddress: BTC_ADDRESS } },
          wallet: { payoutEmail: 'till@shop.example', additionalInformation: 'table 7' },
        },
      }),
    });
    for (const method of ['crypto', 'wallet'])
      assert.equal((await shop.pay({ order: '1001', method })).status, 201, method);
    const sent = shop.sandbox.control.payments().map(({ data }) => data);
    const fields = ['payoutAddress', 'splitPayoutAddresses', 'payoutEmail', 'additionalInformation'] as const;
    assert.deepEqual(sent.map((data) => fields.flatMap((field) => data[field] ?? [])).sort(), [
      [],
      ['till@shop.example', 'table 7'],
    ]);
    await shop.close();
  });

  it('with additional information that is not text takes the wallet away', () => {
    const payout = {
      crypto: { BTC: BTC_ADDRESS },
      wallet: { payoutEmail: 'till@shop.example', additionalInformation: 5 },
    };
    assert.deepEqual(
      readOrder({ ...ORDER, payout: payout as never }).withheld.map(({ field, reason }) => [field, reason]),
      [['payout.wallet.additionalInformation', 'not text']],
    );
  });

  it('is an e-mail address for order() and the client alike', async () => {
    const client = new ServiceClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'key' });
    const long = 'a'.repeat(64);
    for (const [email, isSound] of [
      ['till@shop.example', true],
      ['till+shop@pay.shop.example', true],
      ['käse@läden.example', true],
      [`${long}@shop.example`, true],
      [`${long}a@shop.example`, false],
      [`till@${`${'b'.repeat(60)}.`.repeat(4)}de`, true],
      [`till@${`${'b'.repeat(60)}.`.repeat(4)}example`, false],
      ['till@shop', false],
      ['till@shop..example', false],
      ['.till@shop.example', false],
      ['till,shop@shop.example', false],
      ['"till"@shop.example', false],
      ['till@-shop.example', false],
      ['till@shop.example ', false],
    ] as const) {
      const { withheld } = readOrder({ ...ORDER, payout: { crypto: { BTC: BTC_ADDRESS }, wallet: email } });
      assert.equal(withheld.length === 0, isSound, email);
      const fields = { amount: '5', currency: 'USD', payout_email: email };
      const error = await client.createWallet(fields).catch((cause: unknown) => cause);
      assert.ok(error instanceof ServiceError);
      assert.equal(error.code === 'network', isSound, email);
    }
  });
});
