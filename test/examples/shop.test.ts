import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { startSandbox, type RunningSandbox } from 'pay-elements/sandbox';
import { memoryStore } from 'pay-elements/server';
import { nodeHandler } from 'pay-elements/server/node';
import { checkoutPage } from '../../examples/shared/pages.ts';
import { openShop } from '../../examples/shared/shop.ts';
import { textsFor } from '../../examples/shared/texts.ts';
import { catalogueView } from '../../examples/shared/views.ts';
import { startServiceStub } from '../support/service-stub.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const SETTINGS = {
  ...{ PAY_SECRET: 'a secret of thirty-two characters', PAY_URL: 'http://127.0.0.1:8080/pay' },
  ...{ SERVICE_URL: 'http://127.0.0.1:1', SERVICE_KEY: 'key' },
};
const OWN = { PAYOUT_BTC: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', PAYOUT_WALLET: 'money@mine.example' };
const CUSTOMER = `customer=${crypto.randomUUID()}`;
const request = new Request('http://127.0.0.1/', { headers: { cookie: CUSTOMER } });

function open(env: Readonly<Record<string, string>>, options = {}) {
  const db = new DatabaseSync(':memory:');
  const query = async (text: string, values: (string | null)[]) => db.prepare(text).all(...values);
  return openShop({ store: memoryStore(), query }, { ...SETTINGS, ...env }, options);
}

describe('the shop of the examples', () => {
  let sandbox: RunningSandbox;
  let end: () => Promise<unknown>;
  beforeEach(async () => {
    sandbox = await startSandbox();
    end = sandbox.close;
  });
  afterEach(() => end());

  /** A shop that the sandbox reaches, with an order. */
  async function serve(env: Readonly<Record<string, string>>, options = {}) {
    const port = await freePort();
    const service = { SERVICE_URL: sandbox.url, SERVICE_KEY: sandbox.apiKey };
    const shop = open({ ...service, PAY_URL: `http://127.0.0.1:${port}/pay`, ...env }, options);
    const server = createServer(nodeHandler(shop.checkout)).listen(port, '127.0.0.1');
    await once(server, 'listening');
    end = async () => {
      server.closeAllConnections();
      server.close();
      await shop.checkout.close();
      await sandbox.close();
    };
    const placed = await shop.placeOrder({ beans: '1' }, CUSTOMER);
    return { shop, ref: placed!.location.split('/').at(-1)! };
  }

  it('does not start without a payout or a setting of the service, and names the variables', () => {
    assert.throws(() => open({}), /cannot start.*PAYOUT_BTC, PAYOUT_ETH or PAYOUT_WALLET/);
    assert.throws(() => open({ ALLOW_TEST_PAYMENTS: 'no', PAYOUT_BTC: '' }), /PAYOUT_BTC/);
    assert.throws(
      () => open({ ALLOW_TEST_PAYMENTS: 'true' }),
      /PAYOUT_WALLET .*, ALLOW_TEST_PAYMENTS \(only yes turns it on\)/,
    );
    assert.throws(() => open({ ...OWN, SERVICE_URL: '127.0.0.1' }), /Set in \.env: SERVICE_URL \(with https:/);
    for (const name of Object.keys(SETTINGS))
      assert.throws(() => open({ ...OWN, [name]: '' }), new RegExp(`cannot start.*: ${name}\\.`));
  });

  it('does not start with a payout that is not an address, and names the variable', () => {
    const mistyped = OWN.PAYOUT_BTC.replace('vza2', 'vzb2');
    for (const [name, value] of [
      ['PAYOUT_BTC', mistyped],
      ['PAYOUT_BTC', OWN.PAYOUT_WALLET],
      ['PAYOUT_ETH', OWN.PAYOUT_BTC],
      ['PAYOUT_WALLET', 'money.mine.example'],
      ['PAYOUT_ETH', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA9604'],
    ] as const)
      assert.throws(() => open({ ...OWN, [name]: value }), new RegExp(`cannot start.* ${name} `));
  });

  it('does not start with a port that is none', () => {
    for (const PORT of ['abc', '99999', '-1'])
      assert.throws(() => open({ ...OWN, PORT }), {
        message: `The shop cannot start: PORT has to be a number from 0 to 65535, not '${PORT}'.`,
      });
  });

  it('pays out to the addresses of the environment', async () => {
    const service = await startServiceStub();
    const shop = open({ ...OWN, SERVICE_URL: service.url, SERVICE_KEY: service.apiKey });
    try {
      const placed = await shop.placeOrder({ beans: '1' }, CUSTOMER);
      const ref = placed!.location.split('/').at(-1)!;
      for (const choice of ['wallet', 'crypto:BTC']) await shop.choose(ref, choice, request);
      const asked = service.requests.map(({ fields }) => fields['payout_email'] ?? fields['payout_address']);
      assert.deepEqual(asked.filter(Boolean), [OWN.PAYOUT_WALLET, OWN.PAYOUT_BTC]);
    } finally {
      await shop.checkout.close();
      await service.close();
    }
  });

  it('pays out to no address of the examples where it has its own, or where the service is not a sandbox', async () => {
    const service = await startServiceStub();
    const shop = open({ ...OWN, ALLOW_TEST_PAYMENTS: 'yes', SERVICE_URL: service.url, SERVICE_KEY: service.apiKey });
    try {
      const placed = await shop.placeOrder({ beans: '1' }, CUSTOMER);
      await shop.choose(placed!.location.split('/').at(-1)!, 'crypto:BTC', request);
      assert.equal(service.requests.at(-1)!.fields['payout_address'], OWN.PAYOUT_BTC);
    } finally {
      await shop.checkout.close();
      await service.close();
    }
    const remote = { ALLOW_TEST_PAYMENTS: 'yes', SERVICE_URL: 'https://localhost.service.example' };
    assert.throws(() => open(remote), /cannot start.*PAYOUT_BTC, PAYOUT_ETH or PAYOUT_WALLET/);
  });

  it('offers an amount for twenty minutes, and sends no goods for a payment that comes later', async () => {
    let passed = 0;
    const realNow = Date.now;
    const now = mock.method(Date, 'now', () => realNow() + passed);
    const { shop, ref } = await serve({ ALLOW_TEST_PAYMENTS: 'yes' });
    await shop.choose(ref, 'crypto:BTC', request);
    const payment = async () => (await shop.checkout.payments.ofOrder(ref))[0]!;
    const { id, expiresAt } = await payment();
    const left = Date.parse(expiresAt!) - Date.now();
    assert.ok(left > 19 * 60_000 && left <= 20 * 60_000, String(left));
    passed = 21 * 60_000;
    sandbox.control.pay(id!);
    await until(async () => (await payment()).phase === 'late', 'the payment to be late');
    now.mock.restore();
    assert.partialDeepStrictEqual(await shop.orderOf(ref, CUSTOMER), { paid_by: null });
  });

  it('says that an order is paid, and that it was refunded, and names where payers ask the shop', async () => {
    const { shop, ref } = await serve({ ALLOW_TEST_PAYMENTS: 'yes' });
    mock.method(console, 'log', () => {});
    const texts = textsFor('en');
    const read = async () => (await shop.orderOf(ref, CUSTOMER))!;
    const page = async () => checkoutPage(await read(), await shop.inside(await read(), texts), texts, '');
    const unpaid = await page();
    assert.match(unpaid, /<pay-checkout src="\/pay\/orders\/[\w-]+" contact="mailto:help@shop\.example">/);
    assert.doesNotMatch(unpaid, /class="notice"/);

    await shop.choose(ref, 'crypto:BTC', request);
    const [payment] = await shop.checkout.payments.ofOrder(ref);
    sandbox.control.pay(payment!.id!);
    await until(async () => (await read()).sent_at !== null, 'the goods to be sent');
    assert.match(await page(), /<p class="notice">Thank you! Your order is paid, and on its way\.<\/p>/);

    sandbox.control.refund(payment!.id!);
    await until(async () => (await read()).isRefunded, 'the refund');
    const refunded = await page();
    assert.match(refunded, /<p class="notice">The payment of your order was refunded\.<\/p>/);
    assert.doesNotMatch(refunded, /on its way/);
    // The card without JavaScript has the link, too.
    assert.match(refunded, /<a class="pay-contact" href="mailto:help@shop\.example"/);
    assert.notEqual((await read()).sent_at, null, 'the goods stay recorded as sent');
    const again = await shop.checkout.payments.create({ orderRef: ref, method: 'wallet' }, { request });
    assert.partialDeepStrictEqual(again, { ok: false, code: 'already-paid' }, 'the order is not offered again');
    mock.reset();
  });

  it('offers an order again, without JavaScript too, whose payment was refunded before the goods were sent', async () => {
    const { shop, ref } = await serve({ ALLOW_TEST_PAYMENTS: 'yes' });
    let isPaperOut = true;
    const shipped: string[] = [];
    mock.method(console, 'error', () => {});
    mock.method(console, 'log', (line: string) => {
      if (!line.startsWith('ship')) return;
      shipped.push(line);
      if (isPaperOut) throw new Error('the printer has no paper');
    });
    const order = async () => (await shop.orderOf(ref, CUSTOMER))!;
    const shown = async (search: string) => shop.inside(await order(), textsFor('en'), search);
    try {
      await shop.choose(ref, 'crypto:BTC', request);
      const [payment] = await shop.checkout.payments.ofOrder(ref);
      sandbox.control.pay(payment!.id!);
      await until(() => shipped.length > 0, 'the first try');
      for (const search of ['', '?choose']) assert.doesNotMatch(await shown(search), /<form|\?choose/);

      sandbox.control.refund(payment!.id!);
      await until(async () => (await order()).isRefunded, 'the refund');
      isPaperOut = false;
      assert.match(await shown(''), /\?choose/);
      assert.match(await shown('?choose'), /<form/);
      assert.equal(await shop.choose(ref, 'wallet', request), `/checkout/${ref}`);
      const again = (await shop.checkout.payments.ofOrder(ref)).find(({ method }) => method === 'wallet')!;
      sandbox.control.note(again.id!, (again.answer as { note: string }).note);
      await until(async () => (await shop.checkout.sweep(), (await order()).sent_at !== null), 'the goods to be sent');
      assert.equal((await order()).paid_by, again.paymentRef);
    } finally {
      mock.reset();
    }
  });

  it('shows the payment that has received money, whatever was chosen later', async () => {
    const { shop, ref } = await serve({ ALLOW_TEST_PAYMENTS: 'yes' });
    const shown = async (search: string) => shop.inside((await shop.orderOf(ref, CUSTOMER))!, textsFor('en'), search);
    await shop.choose(ref, 'crypto:BTC', request);
    await shop.choose(ref, 'wallet', request);
    assert.match(await shown(''), /class="pay-note".*\?choose/s);
    const [bitcoin] = (await shop.checkout.payments.ofOrder(ref)).filter(({ method }) => method === 'crypto');
    sandbox.control.under(bitcoin!.id!);
    await until(async () => (await shop.checkout.payments.get(bitcoin!.paymentRef))?.phase === 'underpaid', 'a part');
    for (const search of ['', '?choose', '?failed']) {
      const html = await shown(search);
      assert.match(html, /Partly paid/);
      assert.doesNotMatch(html, /\?choose/);
    }
  });

  it("keeps the letters of 'US$' before its sign in Arabic", () => {
    assert.match(catalogueView(textsFor('ar'))[0]!.price, /\u2066US\$\u2069/);
    assert.equal(catalogueView(textsFor('en'))[0]!.price, '$14.50');
  });

  it('sends the goods again when sending them has failed', async () => {
    const { shop, ref } = await serve({ ALLOW_TEST_PAYMENTS: 'yes' });
    const sent: string[] = [];
    mock.method(console, 'error', () => {});
    const log = mock.method(console, 'log', (line: string) => {
      if (line.startsWith(`ship order ${ref}`) && sent.push(line) === 1) throw new Error('the printer has no paper');
    });
    try {
      await shop.choose(ref, 'wallet', request);
      const [payment] = await shop.checkout.payments.ofOrder(ref);
      const { note } = payment!.answer as { note: string };
      sandbox.control.note(payment!.id!, note);
      await until(() => sent.length === 1, 'the first try');
      await until(async () => (await shop.checkout.sweep(), sent.length === 2), 'the second try');
      assert.equal(sent[0], sent[1], 'under the same reference');
    } finally {
      log.mock.restore();
      mock.reset();
    }
  });
});
