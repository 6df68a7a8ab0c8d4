import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import jsQR from 'jsqr';
import { qrText, type QrModules } from '../../../../src/core/index.ts';
import { sqliteStore } from '../../../../src/server/stores/sqlite.ts';
import { newPayment } from '../../stores/contract.ts';
import { memoryStore, type Order } from '../../../../src/server/index.ts';
import { eventText } from '../../../../src/server/observability/console-log.ts';
import type { PaymentRow } from '../../../../src/server/store.ts';
import { BTC_ADDRESS, EVM_ADDRESS, openShop, openShopAndSandbox, ORDER, withShopAndSandbox } from '../../shop.ts';

/** What a camera reads from drawn modules. */
function readQr({ size, bits }: QrModules): string | undefined {
  const bytes = Buffer.from(bits, 'base64');
  const [scale, quiet] = [4, 4];
  const side = (size + 2 * quiet) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const [column, row] = [Math.floor(x / scale) - quiet, Math.floor(y / scale) - quiet];
      if (column < 0 || row < 0 || column >= size || row >= size) continue;
      const index = row * size + column;
      if ((bytes[index >> 3]! >> (7 - (index & 7))) & 1) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  return jsQR(pixels, side, side)?.data;
}

describe('POST payments', () => {
  it('has the name of the order and the rate of the coin that the shop gives', () =>
    withShopAndSandbox({ order: async () => ({ ...ORDER, rates: { BTC: 67_000.5, ETH: null } }) }, async ({ pay }) => {
      const btc = (await pay({ order: '1001', method: 'crypto', coin: 'btc' })).json;
      assert.deepEqual([btc.orderRef, btc.rate], ['1001', '67000.5']);
      const eth = (await pay({ order: '1001', method: 'crypto', coin: 'eth' })).json;
      assert.equal(eth.rate, undefined);
    }));

  it('makes a cryptocurrency payment that a tag can show whole', () =>
    withShopAndSandbox({}, async ({ pay, get, url, sandbox }) => {
      const { status, json } = await pay({ order: '1001', method: 'crypto', coin: 'btc' });
      assert.equal(status, 201);
      const made = sandbox.control.payment(String(json.tid));
      assert.equal(json.address, made.address);
      assert.equal(json.cryptoAmountExpected, made.expected);
      assert.equal(json.amount, '19.99');
      assert.equal(json.minimumTransactionCoin, '0.00002');
      assert.deepEqual([json.status, json.phase, json.version, json.test], ['NEW', 'awaiting', 1, true]);
      assert.match(String(json.statusUrl), new RegExp(`^${url}/status/[A-Za-z0-9_-]{22}$`));
      assert.equal(
        readQr(json.qr as QrModules),
        qrText({ coin: 'BTC', address: made.address!, amount: made.expected }),
      );
      const again = await get(String(json.statusUrl).replace('/status/', '/payments/'));
      assert.deepEqual([again.status, again.json], [200, json]);
    }));

  it('keeps the answer of the service without the webhook address, which is a credential', () =>
    withShopAndSandbox({}, async ({ pay, store }) => {
      await pay({ order: '1001', method: 'wallet' });
      const [row] = await store.ofOrder('1001');
      assert.equal(row?.data.details?.['payoutEmail'], 'till@shop.example');
      assert.ok(!JSON.stringify(row).includes('/webhook/'));
    }));

  it('makes a wallet payment with its note', () =>
    withShopAndSandbox({}, async ({ pay, sandbox }) => {
      const { status, json } = await pay({ order: '1001', method: 'wallet' });
      assert.equal(status, 201);
      assert.equal(json.note, sandbox.control.payment(String(json.pid)).note);
      assert.equal(json.qr, undefined);
    }));

  it('makes a local code payment with its hosted page as a QR code', () =>
    withShopAndSandbox({}, async ({ pay }) => {
      const { status, json } = await pay({ order: '1001', method: 'localcode' });
      assert.deepEqual([status, json.status, json.phase], [201, 'PENDING', 'awaiting']);
      assert.equal(readQr(json.qr as QrModules), json.hostedUrl);
      assert.deepEqual([json.amount, json.currency], ['19.99', 'USD']);
    }));

  it('takes amount, currency, payout and meta from the shop, whatever the browser sends', () =>
    withShopAndSandbox({}, async ({ pay, sandbox }) => {
      const theirs = { amount: 0.01, currency: 'XXX', payoutAddress: EVM_ADDRESS, meta: { mine: 1 } };
      const { json } = await pay({ order: '1001', method: 'crypto', coin: 'BTC', ...theirs });
      const { data, amount } = sandbox.control.payment(String(json.tid));
      assert.equal(amount, '19.99');
      assert.deepEqual([data['currency'], data['meta']], ['usd', { cart: 7 }]);
    }));

  it('hands a split on as the shop wrote it (contract 4.3)', () => {
    const split = [
      { address: BTC_ADDRESS, percent: '82.5' },
      { address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', percent: 17.5 },
    ];
    const order = async (): Promise<Order> => ({ ...ORDER, payout: { crypto: { BTC: { addresses: split } } } });
    return withShopAndSandbox({ order }, async ({ pay, sandbox }) => {
      const { status, json } = await pay({ order: '1', method: 'crypto' });
      assert.equal(status, 201);
      assert.deepEqual(
        sandbox.control.payment(String(json.tid)).data['splitPayoutAddresses'],
        split.map(({ address, percent }) => ({ address, percent: Number(percent) })),
      );
    });
  });

  it('returns the same payment to twenty concurrent requests, with one call to the service', () =>
    withShopAndSandbox({}, async ({ pay, sandbox }) => {
      const paymentRequest = { order: '1001', method: 'crypto', coin: 'BTC' };
      const answers = await Promise.all(Array.from({ length: 20 }, () => pay(paymentRequest)));
      assert.equal(sandbox.control.payments().length, 1);
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array<number>(19).fill(200), 201]);
      assert.equal((await pay(paymentRequest)).status, 200);
      assert.equal((await pay({ ...paymentRequest, coin: 'ETH' })).status, 201);
    }));

  it('creates one payment for concurrent requests to two processes on one file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
    const openFile = () => sqliteStore(new DatabaseSync(join(folder, 'payments.db')), { pollInterval: 10 });
    const first = await openShopAndSandbox({ store: openFile() });
    const second = await openShop(first.sandbox, { store: openFile() });
    const paymentRequest = { order: '1001', method: 'crypto', coin: 'BTC' };
    const answers = await Promise.all([
      first.pay(paymentRequest),
      second.pay(paymentRequest),
      first.pay(paymentRequest),
      second.pay(paymentRequest),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 201]);
    assert.equal(new Set(answers.map(({ json }) => json['tid'])).size, 1);
    assert.equal(first.sandbox.control.payments().length, 1);
    await second.close();
    await first.close();
    rmSync(folder, { recursive: true });
  });

  it('takes up a choice again that a crash left in the middle, once its time is over', async () => {
    const store = memoryStore();
    let time = Date.UTC(2026, 10, 20);
    const left = newPayment({ at: time });
    await store.insert(left);
    await withShopAndSandbox({ store, now: () => time }, async ({ pay, sandbox }) => {
      time += 60_001;
      const { status } = await pay({ order: '1001', method: 'crypto', coin: 'BTC' });
      assert.equal(status, 201);
      assert.equal(sandbox.control.payments().length, 1);
      assert.equal((await store.byPaymentRef(left.paymentRef))?.stage, 'released');
    });
  });

  it('creates another payment when the amount of the order has changed, and keeps one for which money was seen', async () => {
    let amount = '19.99';
    await withShopAndSandbox({ order: async () => ({ ...ORDER, amount }) }, async ({ pay, get, sandbox }) => {
      const paymentRequest = { order: '1', method: 'crypto', coin: 'BTC' };
      const first = await pay(paymentRequest);
      amount = '25';
      const second = await pay(paymentRequest);
      assert.deepEqual([second.status, second.json.amount], [201, '25']);
      assert.equal((await get(String(first.json.statusUrl))).json.phase, 'expired');
      sandbox.control.under(String(second.json.tid));
      await sandbox.control.settled();
      amount = '30';
      assert.deepEqual((await pay(paymentRequest)).json.tid, second.json.tid);
    });
  });

  it('refuses an amount that the coin would never confirm, without showing an address (contract 3)', () =>
    withShopAndSandbox(
      { order: async () => ({ ...ORDER, amount: '0.5' }) },
      async ({ pay, get, events, sandbox, store }) => {
        const paymentRequest = { order: '1', method: 'crypto', coin: 'BTC' };
        const { status, json } = await pay(paymentRequest);
        assert.deepEqual([status, json], [422, { error: { code: 'below-minimum' } }]);
        assert.equal(events.at(-1)?.type, 'below-minimum');
        assert.equal((await pay(paymentRequest)).status, 422);
        assert.equal(sandbox.control.payments().length, 1, 'the quota is not spent on it again');
        assert.deepEqual((await get('orders/1')).json.payments, []);
        const [{ token }] = (await store.ofOrder('1')) as [PaymentRow];
        assert.equal((await get(`payments/${token}`)).status, 404);
        assert.equal((await get(`status/${token}`)).status, 404);
      },
    ));

  it('names the field of a wish that cannot be', () =>
    withShopAndSandbox({}, async ({ pay, get }) => {
      const paymentRequest = { order: '1001', method: 'crypto', coin: 'BTC' };
      const refused = async (change: object, status: number, error: object) => {
        const answer = await pay({ ...paymentRequest, ...change });
        assert.deepEqual([answer.status, answer.json], [status, { error }]);
      };
      const invalid = (field: string) => ({ code: 'invalid-request', field });
      await refused({ order: '9' }, 404, { code: 'unknown-order' });
      await refused({ order: '' }, 400, invalid('order'));
      await refused({ order: ['1001'] }, 400, invalid('order'));
      await refused({ order: 'x'.repeat(201) }, 400, invalid('order'));
      await refused({ method: 'cash' }, 400, invalid('method'));
      await refused({ method: '__proto__' }, 400, invalid('method'));
      await refused({ coin: 'XMR' }, 400, invalid('coin'));
      await refused({ coin: 'LTC' }, 400, invalid('coin'));
      await refused({ coin: undefined }, 400, invalid('coin'));
      const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
        get('payments', { method: 'POST', body, headers });
      assert.deepEqual((await post('{')).json, { error: invalid('body') });
      assert.deepEqual((await post('[]')).json, { error: invalid('body') });
      const large = await post(JSON.stringify({ ...paymentRequest, more: 'x'.repeat(16 * 1024) }));
      assert.deepEqual([large.status, large.json], [413, { error: invalid('body') }]);
      const form = await post('order=1001', { 'content-type': 'application/x-www-form-urlencoded' });
      assert.deepEqual([form.status, form.json], [415, { error: invalid('content-type') }]);
      const foreign = await pay(paymentRequest, { 'sec-fetch-site': 'cross-site' });
      assert.deepEqual([foreign.status, foreign.json], [403, { error: invalid('origin') }]);
    }));

  it('does not take money twice: 409 with the payment that paid the order', () =>
    withShopAndSandbox({}, async ({ pay, get, sandbox }) => {
      const { json } = await pay({ order: '1001', method: 'wallet' });
      sandbox.control.note(String(json.pid), String(json.note));
      await sandbox.control.settled();
      const again = await pay({ order: '1001', method: 'crypto', coin: 'BTC' });
      assert.equal(again.status, 409);
      assert.deepEqual(again.json.error, { code: 'already-paid' });
      assert.equal(again.json.payment?.['pid'], json.pid);
      const order = await get('orders/1001');
      assert.deepEqual([(order.json.paid as Record<string, unknown>)['phase'], order.json.payments], ['paid', []]);
      assert.equal(sandbox.control.payments().length, 1);
    }));

  it('says at level debug that order() returned no order', () =>
    withShopAndSandbox({ order: async () => null }, async ({ get, events, received }) => {
      assert.equal((await get('orders/none')).status, 404);
      const unknown = received.find(({ type }) => type === 'order-unknown');
      assert.deepEqual([unknown?.level, events], ['debug', []]);
      assert.equal(
        unknown && eventText(unknown),
        "pay-elements: order none: order('none') returned null, so the page says that the order is not found. Does it return " +
          'the order, and is the reference in src right? It is always text (order-unknown)',
      );
    }));

  it('refuses an order that the shop marks as paid, sold out or expired', async () => {
    const orders: Record<string, Partial<Order>> = {
      paid: { paid: true },
      sold: { soldOut: true },
      past: { expiresAt: '2020-01-01T00:00:00Z' },
    };
    await withShopAndSandbox(
      { order: async (orderRef) => ({ ...ORDER, ...orders[orderRef] }) },
      async ({ pay, get, sandbox, events }) => {
        const code = async (orderRef: string) => (await pay({ order: orderRef, method: 'wallet' })).json.error?.code;
        assert.deepEqual(
          [await code('paid'), await code('sold'), await code('past')],
          ['already-paid', 'sold-out', 'offer-expired'],
        );
        assert.equal((await get('orders/paid')).json.paid, true);
        for (let times = 0; times < 2; times += 1) assert.equal((await get('orders/past')).json['soldOut'], true);
        assert.deepEqual(events.map(eventText), [
          'pay-elements: order past: it cannot be paid, because order() returned an expiresAt that has passed: ' +
            '2020-01-01T00:00:00.000Z. Is that time right? An order that a visitor may still pay needs a later one (offer-expired)',
        ]);
        assert.equal(sandbox.control.payments().length, 0);
      },
    );
  });

  it('keeps the expired payment of an offer that has ended, which the payer sees after a reload', async () => {
    let time = Date.now();
    const expiresAt = new Date(time + 60_000);
    await withShopAndSandbox(
      { order: async () => ({ ...ORDER, expiresAt }), now: () => time },
      async ({ pay, get, events }) => {
        const { json } = await pay({ order: '1001', method: 'crypto', coin: 'BTC' });
        time += 61_000;
        const order = await get('orders/1001');
        const [payment] = order.json['payments'] as { readonly tid: string; readonly phase: string }[];
        assert.deepEqual([payment?.tid, payment?.phase, 'soldOut' in order.json], [json['tid'], 'expired', false]);
        assert.deepEqual(events, []);
      },
    );
  });

  it('reports the invalid field of an order to the shop, and not to the browser', async () => {
    const orders: Record<string, Order> = {
      amount: { ...ORDER, amount: '1,99' },
      nothing: { ...ORDER, amount: 0 },
      currency: { ...ORDER, currency: 'US$' },
      address: { ...ORDER, payout: { crypto: { BTC: EVM_ADDRESS } } },
      split: { ...ORDER, payout: { crypto: { BTC: { addresses: [{ address: BTC_ADDRESS, percent: 99 }] } } } },
      email: { ...ORDER, payout: { wallet: 'nobody' } },
      method: { ...ORDER, methods: ['localcode'], payout: { wallet: 'till@shop.example' } },
      local: {
        ...ORDER,
        payout: { localcode: { currency: 'USD', payoutCryptoCoin: 'BTC', payoutAddress: EVM_ADDRESS } },
      },
      none: { ...ORDER, payout: {} },
      expires: { ...ORDER, expiresAt: 'tomorrow' },
    };
    await withShopAndSandbox({ order: async (orderRef) => orders[orderRef] }, async ({ get, events }) => {
      const fields: string[] = [];
      for (const paymentRef of Object.keys(orders)) {
        const { status, json } = await get(`orders/${paymentRef}`);
        assert.deepEqual([status, json], [500, { error: { code: 'internal' } }]);
        const event = events.at(-1)!;
        assert.ok(event.type === 'order-invalid' && event.orderRef === paymentRef);
        fields.push(event.field);
      }
      assert.deepEqual(fields, [
        'amount',
        'amount',
        'currency',
        'payout.crypto.BTC',
        'payout.crypto.BTC',
        'payout.wallet',
        'payout.localcode',
        'payout.localcode.payoutAddress',
        'payout',
        'expiresAt',
      ]);
    });
  });
});

describe('GET orders/:order', () => {
  it('returns the choices, and the existing payments', () =>
    withShopAndSandbox({}, async ({ get, pay }) => {
      const offer = await get('orders/1001');
      assert.equal(offer.status, 200);
      assert.deepEqual(offer.json, {
        order: '1001',
        amount: '19.99',
        currency: 'USD',
        methods: [
          {
            method: 'crypto',
            coins: [
              { symbol: 'BTC', name: 'Bitcoin', network: 'Bitcoin', ticker: 'BTC' },
              { symbol: 'ETH', name: 'Ethereum', network: 'Ethereum (ERC-20)', ticker: 'ETH' },
            ],
          },
          { method: 'wallet' },
          { method: 'localcode' },
        ],
        payments: [],
      });
      const { json } = await pay({ order: '1001', method: 'wallet' });
      assert.deepEqual((await get('orders/1001')).json.payments, [json]);
      assert.equal((await get('orders/9')).status, 404);
    }));

  it('takes any name of an order, also one with a slash and blanks', () =>
    withShopAndSandbox({ order: async (orderRef) => (orderRef === 'a/b c' ? ORDER : undefined) }, async ({ get }) => {
      assert.equal((await get(`orders/${encodeURIComponent('a/b c')}`)).json.order, 'a/b c');
      assert.equal((await get('orders/%E0%A4%A')).status, 404);
    }));

  it("offers only the methods of the shop's options", () =>
    withShopAndSandbox({ order: async () => ({ ...ORDER, methods: ['wallet'] }) }, async ({ get, pay }) => {
      assert.deepEqual((await get('orders/1')).json.methods, [{ method: 'wallet' }]);
      assert.equal((await pay({ order: '1', method: 'localcode' })).status, 400);
    }));
});
