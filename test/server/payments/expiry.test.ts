import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { OnStatus } from '../../../src/server/index.ts';
import { openShopAndSandbox, ORDER, sendWebhook, webhookOf, type ShopOptions } from '../shop.ts';

const paymentRequest = { order: '1001', method: 'wallet' };
const BITCOIN = { order: '1001', method: 'crypto', coin: 'BTC' };
const HOUR_MS = 3_600_000;

type Told = readonly [to: string, afterExpiry: boolean, replaced: boolean];

interface Begun {
  /** Turns the shop's clock. */
  readonly turn: (ms: number) => void;
  readonly send: (body: object) => Promise<void>;
  readonly phase: () => Promise<unknown>;
  /** What the payer has to send, in the coin; undefined for a wallet payment. */
  readonly expected: string;
  /** What `onStatus` was told. */
  readonly delivered: readonly Told[];
  /** The events that a person should see. */
  readonly events: readonly { readonly type: string }[];
}

/** A shop whose offers end after an hour, with one payment. */
async function withOffer(
  options: ShopOptions,
  use: (begun: Begun) => Promise<void>,
  choice: object = paymentRequest,
): Promise<void> {
  let time = Date.now();
  const end = new Date(time + HOUR_MS);
  const delivered: Told[] = [];
  const onStatus: OnStatus = (_, { to, afterExpiry, replaced }) => void delivered.push([to, afterExpiry, replaced]);
  const order = async () => ({ ...ORDER, expiresAt: end });
  const shop = await openShopAndSandbox({ order, onStatus, now: () => time, ...options });
  try {
    const { json } = await shop.pay(choice);
    const webhookUrl = webhookOf(shop.sandbox);
    await use({
      expected: String(json['cryptoAmountExpected']),
      turn: (ms) => void (time += ms),
      send: async (body) => {
        assert.equal((await sendWebhook(webhookUrl, body)).status, 200);
        await shop.checkout.sweep();
      },
      phase: async () => (await shop.get(String(json['statusUrl']))).json['phase'],
      delivered,
      events: shop.events,
    });
  } finally {
    await shop.close();
  }
}

const types = (events: Begun['events']) => events.map(({ type }) => type);

describe('money that arrives after the offer has expired', () => {
  it('is delivered as such, with an event', () =>
    withOffer({}, async ({ turn, send, phase, delivered, events }) => {
      turn(3 * 24 * HOUR_MS);
      await send({ status: 'PAID' });
      assert.equal(await phase(), 'paid');
      assert.deepEqual(delivered, [['paid', true, false]]);
      assert.deepEqual(types(events), ['update-after-expiry']);
    }));

  it('is marked at each step, from the moment the offer ends', () =>
    withOffer({}, async ({ turn, send, delivered, events }) => {
      turn(HOUR_MS);
      await send({ status: 'CONFIRMING' });
      turn(HOUR_MS);
      await send({ status: 'PAID' });
      assert.deepEqual(delivered, [
        ['confirming', true, false],
        ['paid', true, false],
      ]);
      assert.deepEqual(types(events), ['update-after-expiry', 'update-after-expiry']);
    }));

  it('is late instead of paid where the shop sets afterExpiry, and stays so', () =>
    withOffer({ afterExpiry: 'late' }, async ({ turn, send, phase, delivered }) => {
      turn(HOUR_MS);
      await send({ status: 'CONFIRMING' });
      await send({ status: 'PAID' });
      assert.equal(await phase(), 'late');
      await send({ status: 'PAID' });
      await send({ status: 'OVERPAID' });
      assert.equal(await phase(), 'late');
      assert.deepEqual(delivered, [
        ['confirming', true, false],
        ['late', true, false],
      ]);
    }));

  for (const first of [{ status: 'CONFIRMING' }, { status: 'IN_REVIEW', cryptoAmountReceived: '0.001' }])
    it(`is never late when it was seen before: ${JSON.stringify(first)}`, () =>
      withOffer({ afterExpiry: 'late' }, async ({ turn, send, phase, delivered, events }) => {
        turn(HOUR_MS - 1);
        await send(first);
        turn(24 * HOUR_MS);
        await send({ status: 'PAID' });
        assert.equal(await phase(), 'paid');
        assert.deepEqual(delivered.at(-1), ['paid', false, false]);
        assert.ok(!types(events).includes('update-after-expiry'));
      }));

  /** Sent in time, in this order; then all of the money a week later. */
  for (const [what, first] of [
    ['one satoshi', [{ status: 'UNDERPAID', cryptoAmountReceived: '0.00000001' }]],
    ['one satoshi that is being confirmed', [{ status: 'CONFIRMING', cryptoAmountReceived: '0.00000001' }]],
    ['one satoshi, of which nobody told how much it was', [{ status: 'UNDERPAID' }]],
    [
      'one satoshi, of which nobody told at first how much it was',
      [{ status: 'DETECTED' }, { status: 'UNDERPAID', cryptoAmountReceived: '0.00000001' }],
    ],
    [
      'one satoshi beside a word that nobody knows',
      [{ status: 'IN_REVIEW', cryptoAmountReceived: '0.00000001' }, { status: 'DETECTED' }],
    ],
  ] as const)
    it(`is late although a part was seen before: ${what}`, () =>
      withOffer(
        { afterExpiry: 'late' },
        async ({ turn, send, phase, delivered, events, expected }) => {
          turn(HOUR_MS - 1);
          for (const body of first) await send(body);
          turn(7 * 24 * HOUR_MS);
          await send({ status: 'PAID', cryptoAmountReceived: expected });
          assert.equal(await phase(), 'late');
          assert.deepEqual(delivered.at(-1), ['late', true, false]);
          assert.ok(types(events).includes('update-after-expiry'));
        },
        BITCOIN,
      ));

  for (const [what, first] of [
    ['word', (): object => ({ status: 'DETECTED' })],
    ['confirmation', (): object => ({ status: 'CONFIRMING', cryptoAmountReceived: '0', confirmations: 0 })],
    ['whole amount', (expected: string): object => ({ status: 'DETECTED', cryptoAmountReceived: expected })],
    ['amount within the tolerance', (): object => ({ status: 'UNDERPAID', cryptoAmountReceived: '0.0001' })],
  ] as const)
    it(`is never late when all of it was seen before, by its ${what}`, () =>
      withOffer(
        { afterExpiry: 'late', ...(what.includes('tolerance') ? { amountTolerance: '0.00028' } : {}) },
        async ({ turn, send, phase, delivered, expected }) => {
          turn(HOUR_MS - 1);
          await send(first(expected));
          turn(24 * HOUR_MS);
          await send({ status: 'PAID', cryptoAmountReceived: expected });
          assert.equal(await phase(), 'paid');
          assert.deepEqual(delivered.at(-1), ['paid', false, false]);
        },
        BITCOIN,
      ));

  it('is in time when the rest came before the end, though the service calls it paid afterwards', () =>
    withOffer(
      { afterExpiry: 'late' },
      async ({ turn, send, phase, expected }) => {
        await send({ status: 'UNDERPAID', cryptoAmountReceived: '0.00000001' });
        turn(HOUR_MS - 1);
        await send({ status: 'CONFIRMING', cryptoAmountReceived: expected });
        turn(24 * HOUR_MS);
        await send({ status: 'PAID' });
        assert.equal(await phase(), 'paid');
      },
      BITCOIN,
    ));

  it('is late although the service reported an unmatched note in time', () =>
    withOffer({ afterExpiry: 'late' }, async ({ turn, send, phase }) => {
      await send({ status: 'UNMATCHED' });
      turn(24 * HOUR_MS);
      await send({ status: 'PAID' });
      assert.equal(await phase(), 'late');
    }));

  it('emits no change when the service reports an expiry that the checkout already applies', () =>
    withOffer({}, async ({ turn, send, delivered, events }) => {
      turn(HOUR_MS);
      await send({ status: 'EXPIRED' });
      assert.deepEqual(delivered, [['expired', true, false]]);
      assert.deepEqual(events, []);
    }));
});

describe('money for a payment that another has replaced', () => {
  it('is delivered as such, with an event', async () => {
    const delivered: Told[] = [];
    let amount = '5';
    const onStatus: OnStatus = (_, { to, afterExpiry, replaced }) => void delivered.push([to, afterExpiry, replaced]);
    const shop = await openShopAndSandbox({ order: async () => ({ ...ORDER, amount }), onStatus });
    after(() => shop.close());
    await shop.pay(paymentRequest);
    const webhookUrl = webhookOf(shop.sandbox);
    amount = '6';
    assert.equal((await shop.pay(paymentRequest)).status, 201);
    await sendWebhook(webhookUrl, { status: 'PAID' });
    await shop.checkout.sweep();
    assert.deepEqual(delivered, [['paid', false, true]]);
    assert.ok(types(shop.events).includes('update-of-replaced-payment'));
  });
});
