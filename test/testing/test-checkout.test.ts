import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { CheckoutOptions, ShopPayment } from '../../src/server/index.ts';
import { startTestCheckout, startTestService } from '../../src/testing/index.ts';

/** The duration of an `onStatus` that a `pay()` without waiting would not wait for. Milliseconds. */
const CALL_MS = 20;

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const order: CheckoutOptions['order'] = (orderRef) =>
  /^\d+$/.test(orderRef)
    ? {
        amount: '19.99',
        currency: 'USD',
        payout: {
          crypto: { BTC },
          wallet: 'till@shop.example',
          localcode: { payoutCryptoCoin: 'BTC', payoutAddress: BTC, currency: 'USD' },
        },
      }
    : undefined;

describe('startTestCheckout', () => {
  for (const [method, coin] of [['crypto', 'BTC'], ['wallet'], ['localcode']] as const)
    it(`pays a ${method} payment, and has called the shop's callbacks when it returns`, async () => {
      const delivered: string[] = [];
      const onStatus = async (payment: ShopPayment, { to }: { to: string }) => {
        await delay(CALL_MS);
        delivered.push(`${payment.orderRef} ${to}`);
      };
      const shop = await startTestCheckout({ order, onStatus });
      try {
        const payment = await shop.create('1001', method, coin);
        await shop.pay(payment);
        assert.equal(delivered.at(-1), '1001 paid');
      } finally {
        await shop.close();
      }
    });

  it('underpays, overpays, expires and moves the clock', async () => {
    const phases = new Map<string, string>();
    const onStatus = ({ orderRef: paymentRef, phase }: ShopPayment) => void phases.set(paymentRef, phase);
    const shop = await startTestCheckout({ order, onStatus });
    try {
      await shop.underpay(await shop.create('1', 'crypto', 'BTC'));
      await shop.overpay(await shop.create('2', 'crypto', 'BTC'));
      await shop.expire(await shop.create('3', 'crypto', 'BTC'));
      const begun = shop.now();
      await shop.advance(60_000);
      assert.ok(shop.now() >= begun + 60_000);
      assert.deepEqual(Object.fromEntries(phases), { 1: 'underpaid', 2: 'overpaid', 3: 'expired' });
    } finally {
      await shop.close();
    }
  });

  it('sends a webhook again, which changes nothing', async () => {
    const delivered: string[] = [];
    const onStatus = (_payment: ShopPayment, { to }: { to: string }) => void delivered.push(to);
    const shop = await startTestCheckout({ order, onStatus });
    try {
      const payment = await shop.create('1001', 'wallet');
      await assert.rejects(shop.repeatWebhook(payment), /sent no webhook for this payment yet/);
      await shop.pay(payment);
      const before = shop.sandbox.control.deliveries().length;
      const told = [...delivered];
      await shop.repeatWebhook(payment);
      const [last] = shop.sandbox.control.deliveries();
      assert.equal(shop.sandbox.control.deliveries().length, before + 1);
      assert.deepEqual([last!.why, last!.word, last!.attempts[0]!.status], ['repeat', 'PAID', 200]);
      assert.deepEqual(delivered, told);
    } finally {
      await shop.close();
    }
  });

  it('pays with a wrong note, which matches no payment', async () => {
    const delivered: string[] = [];
    const paid: string[] = [];
    const shop = await startTestCheckout({
      order,
      onStatus: (_payment, { to }) => void delivered.push(to),
      onPaid: ({ orderRef }) => void paid.push(orderRef),
    });
    try {
      const payment = await shop.create('1001', 'wallet');
      await shop.payWithWrongNote(payment);
      assert.deepEqual([delivered.at(-1), paid], ['unmatched', []]);
      const coin = await shop.create('1002', 'crypto', 'BTC');
      await assert.rejects(shop.payWithWrongNote(coin), /only a wallet payment has a note/);
    } finally {
      await shop.close();
    }
  });

  it('names what was rejected: an unknown order, a payment without an identifier, a wrong option', async () => {
    const shop = await startTestCheckout({ order });
    try {
      await assert.rejects(shop.create('none', 'wallet'), /The checkout answered 404/);
      await assert.rejects(
        shop.create('1001', 'crypto', 'XMR' as never),
        /answered 400: .*coin.*\nDoes order\(\) offer this method and this coin\? With several coins/,
      );
      await assert.rejects(shop.pay({}), /payment: has no tid, pid or bid/);
      await assert.rejects(shop.pay(undefined as never), /payment: has no tid, pid or bid/);
      await assert.rejects(shop.pay('nobody'), /no such payment: nobody/);
      await assert.rejects(shop.create('other', 'wallet'), /404.*unknown-order.*\norder\(\) returned no order/);
      await assert.rejects(shop.create(1001 as never, 'wallet'), /create: the reference .* as text, not a number/);
      await assert.rejects(
        shop.pay(Promise.resolve({}) as never),
        /^TypeError: payment: a promise was given: await it$/,
      );
      const wallet = await shop.create('1001', 'wallet');
      await assert.rejects(shop.underpay(wallet), /'under' needs a cryptocurrency payment.* is a wallet payment/);
      await assert.rejects(
        shop.underpay(await shop.create('1002', 'crypto', 'BTC'), '5000'),
        /5000 is not below 0\.\d+, the/,
      );
      await shop.close();
      await assert.rejects(shop.pay(wallet), /^Error: this test checkout is closed$/);
      await assert.rejects(shop.create('1001', 'wallet'), /^Error: this test checkout is closed$/);
      await assert.rejects(shop.service.pay(wallet), /^Error: this test service is closed$/);
    } finally {
      await shop.close();
    }
    await assert.rejects(startTestCheckout('x' as never), /options: an object with order is needed, not text$/);
    await assert.rejects(startTestService('x' as never), /options: an object such as .* is needed, not text$/);
    await assert.rejects(startTestCheckout({ order: 'x' as never }), /order/);
  });

  it('has its own service and address, whatever the options of the shop name', async () => {
    const own = {
      service: { baseUrl: 'https://service.example', apiKey: 'key' },
      publicUrl: 'https://shop.example/pay',
    };
    const shop = await startTestCheckout({ order, ...own });
    try {
      const paid = await shop.create('1001', 'wallet');
      await shop.pay(paid);
      assert.equal((await shop.checkout.payments.ofOrder('1001'))[0]?.phase, 'paid');
    } finally {
      await shop.close();
    }
    const withProvider = { order, provider: {} } as never;
    await assert.rejects(startTestCheckout(withProvider), /^TypeError: provider: this test plays the payment service/);
    await assert.rejects(
      startTestCheckout(undefined as never),
      /^ConfigurationError: order is undefined: a function is needed/,
    );
  });

  it('creates more payments than the service allows in a minute', async () => {
    const shop = await startTestCheckout({ order });
    try {
      for (let index = 0; index < 40; index += 1) await shop.create(String(index), 'wallet');
    } finally {
      await shop.close();
    }
  });

  it('says why a creation was refused, as the log does', async () => {
    const events: string[] = [];
    const wrong = () => ({ amount: '1,50', currency: 'USD', payout: { wallet: 'till@shop.example' } });
    const shop = await startTestCheckout({ order: wrong, onEvent: ({ type }) => void events.push(type) });
    try {
      const said = /The checkout answered 500: .*\npay-elements: order 1: order\(\) returned an invalid amount/;
      await assert.rejects(shop.create('1', 'wallet'), said);
      assert.ok(events.includes('order-invalid'), events.join());
    } finally {
      await shop.close();
    }
  });

  it('says after some seconds that it waits for the shop', async (t) => {
    const warned = t.mock.method(console, 'warn', () => {});
    const payout = { wallet: 'till@shop.example' };
    const shop = await startTestCheckout({
      order: () => ({ amount: '1.00', currency: 'USD', payout }),
      onPaid: () => delay(5_500),
    });
    await shop.pay(await shop.create('1', 'wallet'));
    assert.equal(warned.mock.callCount(), 1);
    assert.match(String(warned.mock.calls[0]!.arguments[0]), /still waits .* Does onPaid\(\) or onStatus\(\) end\?$/);
    await shop.close();
  });

  it('does not keep a process alive when a test fails before close()', async () => {
    const program = `
      import { startTestCheckout } from ${JSON.stringify(new URL('../../src/testing/index.ts', import.meta.url).href)};
      const shop = await startTestCheckout({ order: () => ({ amount: '1.00', currency: 'USD', payout: { wallet: 'a@b.example' } }) });
      await shop.pay(await shop.create('1', 'wallet'));
      console.log('paid');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    const [code] = (await once(child, 'exit', { signal: AbortSignal.timeout(30_000) })) as [number];
    assert.equal(code, 0);
    assert.equal(text, 'paid\n');
  });
});

describe('startTestService', () => {
  it('returns the environment variables for a shop in a separate process', async () => {
    const service = await startTestService();
    const { SERVICE_URL, SERVICE_KEY } = service.env;
    const answer = await fetch(`${SERVICE_URL}/v2/user/me`, { headers: { authorization: `Bearer ${SERVICE_KEY}` } });
    assert.equal(answer.status, 200);
    await service[Symbol.asyncDispose]();
    await assert.rejects(fetch(SERVICE_URL));
  });
});
