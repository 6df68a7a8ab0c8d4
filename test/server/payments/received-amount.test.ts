import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VerifyPayment } from '../../../src/server/index.ts';
import { openShopAndSandbox, sendWebhook, webhookOf, type Json, type ShopOptions } from '../shop.ts';

type Opened = Awaited<ReturnType<typeof openShopAndSandbox>>;

interface Begun extends Opened {
  /** The payment, as its payer was given it. */
  readonly json: Json;
  readonly id: string;
  /** What the payer has to send, in the coin. */
  readonly expected: string;
  readonly send: (body: object) => Promise<number>;
  readonly phase: () => Promise<unknown>;
}

/** A shop with one Bitcoin payment. */
async function withPayment(options: ShopOptions, use: (begun: Begun) => Promise<void>): Promise<void> {
  const shop = await openShopAndSandbox(options);
  try {
    const { json } = await shop.pay({ order: '1001', method: 'crypto', coin: 'BTC' });
    const webhookUrl = webhookOf(shop.sandbox);
    await use({
      ...shop,
      json,
      id: String(json['tid']),
      expected: String(json['cryptoAmountExpected']),
      send: async (body) => (await sendWebhook(webhookUrl, body)).status,
      phase: async () => (await shop.get(String(json['statusUrl']))).json['phase'],
    });
  } finally {
    await shop.close();
  }
}

/** The amount with so many of the coin's smallest unit more. */
function plus(amount: string, units: bigint): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const digits = (BigInt(whole + fraction.padEnd(8, '0')) + units).toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

describe('a payment that the service calls paid', () => {
  it('is underpaid while less has been received than expected, and paid once the rest has arrived', () =>
    withPayment({}, async ({ send, phase, events, expected, store }) => {
      assert.equal(await send({ status: 'PAID', cryptoAmountReceived: '0.00002' }), 200);
      assert.equal(await phase(), 'underpaid');
      const [row] = await store.ofOrder('1001');
      assert.deepEqual(events, [
        {
          type: 'paid-amount-low',
          level: 'warn',
          paymentRef: row!.paymentRef,
          orderRef: '1001',
          status: 'PAID',
          received: '0.00002',
          expected,
        },
      ]);
      assert.equal(await send({ status: 'PAID', cryptoAmountReceived: '0.00003' }), 200);
      assert.equal(await phase(), 'underpaid');
      assert.equal((await store.ofOrder('1001'))[0]?.cryptoAmountReceived, '0.00003');
      assert.equal(await send({ status: 'PAID', cryptoAmountReceived: expected }), 200);
      assert.equal(await phase(), 'paid');
    }));

  for (const received of ['1e-90', '1e-99'])
    it(`is underpaid with ${received} received, however it is written`, () =>
      withPayment({}, async ({ send, phase }) => {
        assert.equal(await send({ status: 'PAID', cryptoAmountReceived: received }), 200);
        assert.equal(await phase(), 'underpaid');
      }));

  for (const received of ['12,5', 'abc', '-1', '1e999', true, { value: '1' }])
    it(`is confirming when the received amount is ${JSON.stringify(received)}, until it can be read`, () =>
      withPayment({}, async ({ send, phase, events, expected, store }) => {
        assert.equal(await send({ status: 'PAID', cryptoAmountReceived: received }), 200);
        assert.equal(await phase(), 'confirming');
        const { paymentRef } = (await store.ofOrder('1001'))[0]!;
        const event = { type: 'amount-unreadable', level: 'warn', paymentRef, orderRef: '1001', status: 'PAID' };
        assert.deepEqual(events, [event]);
        await send({ status: 'PAID', cryptoAmountReceived: '0.00002' });
        assert.equal(await phase(), 'underpaid');
        await send({ status: 'PAID', cryptoAmountReceived: received });
        assert.equal(await phase(), 'underpaid');
        await send({ status: 'PAID', cryptoAmountReceived: expected });
        assert.equal(await phase(), 'paid');
      }));

  for (const received of [null, '', ' '])
    it(`is paid when the received amount is ${JSON.stringify(received)}, which is none`, () =>
      withPayment({}, async ({ send, phase, events }) => {
        assert.equal(await send({ status: 'PAID', cryptoAmountReceived: received }), 200);
        assert.deepEqual([await phase(), events], ['paid', []]);
      }));

  it('is paid by wallet whatever amount in a coin is reported', async () => {
    const shop = await openShopAndSandbox();
    const { json } = await shop.pay({ order: '1001', method: 'wallet' });
    await sendWebhook(webhookOf(shop.sandbox), { status: 'PAID', cryptoAmountReceived: 'abc' });
    assert.equal((await shop.get(String(json['statusUrl']))).json['phase'], 'paid');
    assert.deepEqual(
      shop.events.map(({ type }) => type),
      ['amount-unreadable'],
    );
    await shop.close();
  });

  it('is overpaid with 1e99 received', () =>
    withPayment({}, async ({ send, phase }) => {
      assert.equal(await send({ status: 'PAID', cryptoAmountReceived: '1e99' }), 200);
      assert.equal(await phase(), 'overpaid');
    }));

  it('is not paid with nothing received', () =>
    withPayment({}, async ({ send, phase }) => {
      await send({ status: 'PAID', cryptoAmountReceived: 0 });
      assert.equal(await phase(), 'underpaid');
    }));

  it('is judged by the amount of the last webhook that had one, whatever its status was', () =>
    withPayment({}, async ({ send, phase, expected }) => {
      await send({ status: 'CONFIRMING', cryptoAmountReceived: expected });
      await send({ status: 'NEW', cryptoAmountReceived: '0.00002' });
      await send({ status: 'CONFIRMING' });
      await send({ status: 'PAID' });
      assert.equal(await phase(), 'underpaid');
      await send({ status: 'CONFIRMING', cryptoAmountReceived: expected });
      await send({ status: 'PAID' });
      assert.equal(await phase(), 'paid');
    }));

  it('is judged by its own amount, because a transfer that was seen may have been replaced by a smaller one', () =>
    withPayment({}, async ({ send, phase, expected, events, store }) => {
      await send({ status: 'DETECTED', cryptoAmountReceived: expected });
      await send({ status: 'PAID', cryptoAmountReceived: '0.00002' });
      assert.equal(await phase(), 'underpaid');
      const [row] = await store.ofOrder('1001');
      assert.deepEqual([row?.cryptoAmountReceived, row?.highestReceived], ['0.00002', expected]);
      const [event] = events;
      assert.ok(event?.type === 'paid-amount-low');
      assert.deepEqual([event.received, event.expected], ['0.00002', expected]);
    }));

  it('shows its payer no amount while a later report was lower, and then the new one', () =>
    withPayment({}, async ({ send, get, expected, json }) => {
      const shown = async () => {
        const { cryptoAmountReceived: received, phase } = (await get(String(json['statusUrl']))).json;
        const payment = (await get(String(json['statusUrl']).replace('/status/', '/payments/'))).json;
        assert.equal(payment['cryptoAmountReceived'], received ?? undefined);
        return [phase, received];
      };
      await send({ status: 'CONFIRMING', cryptoAmountReceived: '0.00003' });
      assert.deepEqual(await shown(), ['confirming', '0.00003']);
      await send({ status: 'UNDERPAID', cryptoAmountReceived: '0.00002' });
      assert.deepEqual(await shown(), ['underpaid', null]);
      await send({ status: 'CONFIRMING', cryptoAmountReceived: expected });
      assert.deepEqual(await shown(), ['confirming', expected]);
    }));

  it('is overpaid when more was received', () =>
    withPayment({}, async ({ send, phase, expected }) => {
      await send({ status: 'PAID', cryptoAmountReceived: plus(expected, 1n) });
      assert.equal(await phase(), 'overpaid');
    }));

  it('and overpaid is underpaid all the same when less was received', () =>
    withPayment({}, async ({ send, phase, expected }) => {
      await send({ status: 'OVERPAID', cryptoAmountReceived: plus(expected, -1n) });
      assert.equal(await phase(), 'underpaid');
    }));

  it('is paid when no amount is known', () =>
    withPayment({}, async ({ send, phase }) => {
      await send({ status: 'PAID' });
      assert.equal(await phase(), 'paid');
    }));

  for (const amountTolerance of ['0.00000002', 0.00000002, { BTC: '0.00000002' }, { btc: 2e-8, ETH: '1' }])
    it(`may differ by ${JSON.stringify(amountTolerance)} where the shop allows it, and by no more`, async () => {
      for (const [units, wanted] of [
        [-3n, 'underpaid'],
        [-2n, 'paid'],
        [2n, 'paid'],
        [3n, 'overpaid'],
      ] as const)
        await withPayment({ amountTolerance }, async ({ send, phase, expected }) => {
          await send({ status: 'PAID', cryptoAmountReceived: plus(expected, units) });
          assert.equal(await phase(), wanted, String(units));
        });
    });

  it('after it was expired, with too little, is late: the shop decides', () =>
    withPayment({}, async ({ send, phase, expected }) => {
      await send({ status: 'EXPIRED' });
      await send({ status: 'PAID', cryptoAmountReceived: '0.00002' });
      assert.equal(await phase(), 'late');
      await send({ status: 'PAID', cryptoAmountReceived: expected });
      assert.equal(await phase(), 'paid');
    }));

  it('is judged alike when webhooks with and without the amount come at once', async () => {
    for (let round = 0; round < 5; round += 1)
      await withPayment({}, async ({ send, phase }) => {
        await send({ status: 'CONFIRMING', cryptoAmountReceived: '0.00001' });
        await Promise.all([
          send({ status: 'PAID' }),
          send({ status: 'PAID', cryptoAmountReceived: '0.00002' }),
          send({ status: 'CONFIRMING', cryptoAmountReceived: '0.00003' }),
        ]);
        assert.equal(await phase(), 'underpaid');
      });
  });

  it('is not paid with less by a tolerance that is as large as the expected amount, or larger', () =>
    withPayment({ amountTolerance: { BTC: '0.5' } }, async ({ send, phase, expected }) => {
      for (const cryptoAmountReceived of ['0', '0.00000001', plus(expected, -1n)]) {
        await send({ status: 'PAID', cryptoAmountReceived });
        assert.equal(await phase(), 'underpaid', cryptoAmountReceived);
      }
      await send({ status: 'PAID', cryptoAmountReceived: expected });
      assert.equal(await phase(), 'paid');
    }));
});

describe('status words that may mean that the call succeeded, or that money was seen', () => {
  const statusWords =
    'SUCCESS SUCCESSFUL SUCCEEDED CONFIRMED COMPLETE COMPLETED DONE FINISHED OK ACCEPTED APPROVED RECEIVED'.split(' ');
  for (const status of statusWords)
    it(`do not make a payment paid: ${status}`, () =>
      withPayment({}, async ({ send, phase, events, id }) => {
        await send({ tid: id, status });
        assert.equal(await phase(), 'unknown');
        assert.deepEqual(
          events.map((event) => ('status' in event ? [event.type, event.status] : event)),
          [['status-unknown', status]],
        );
      }));

  it('mean paid where statusMap maps them to paid', () =>
    withPayment({ statusMap: { CONFIRMED: 'paid' } }, async ({ send, phase }) => {
      await send({ status: 'confirmed' });
      assert.equal(await phase(), 'paid');
    }));
});

describe('verifyPayment', () => {
  it('gets the values of this webhook, in the payment and separately', async () => {
    const seen: Parameters<VerifyPayment>[] = [];
    const verifyPayment: VerifyPayment = (...given) => seen.push(given) > 0;
    await withPayment({ verifyPayment }, async ({ send, expected, id }) => {
      await send({ status: 'CONFIRMING', cryptoAmountReceived: '0.00002', confirmations: 1, confirmationsRequired: 2 });
      assert.equal(seen.length, 0);
      await send({ tid: id, status: 'PAID', cryptoAmountReceived: expected, confirmations: 2 });
      const [payment, change, webhook] = seen[0]!;
      const { phase, cryptoAmountReceived, confirmations, confirmationsRequired } = payment;
      assert.deepEqual(
        [phase, cryptoAmountReceived, confirmations, confirmationsRequired],
        ['confirming', expected, 2, 2],
      );
      assert.deepEqual(
        [change.from, change.to, change.afterExpiry, change.replaced],
        ['confirming', 'paid', false, false],
      );
      assert.deepEqual(webhook, { source: 'webhook', id, status: 'PAID', received: expected, confirmations: 2 });
      assert.ok(Object.isFrozen(webhook));
    });
  });

  it('is not called for a payment that is short of money', async () => {
    let requestCount = 0;
    await withPayment({ verifyPayment: () => (requestCount += 1) > 0 }, async ({ send, phase }) => {
      await send({ status: 'PAID', cryptoAmountReceived: '0.00002' });
      assert.deepEqual([requestCount, await phase()], [0, 'underpaid']);
    });
  });
});
