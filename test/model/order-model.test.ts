import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { findCoin } from '../../src/core/coins/coin.ts';
import type { Choice } from '../../src/core/orders/order-answer.ts';
import { idOf } from '../../src/core/payments/payment.ts';
import { isPaidPhase } from '../../src/core/payments/phases.ts';
import type { ProblemCode } from '../../src/core/payments/problem.ts';
import { begunPayment, hasMoney } from '../../src/model/order-snapshot.ts';
import { OrderModel } from '../../src/model/order-model.ts';
import { pollerCount } from '../../src/model/poller.ts';
import { crypto, EVM, localcode, wallet } from '../support/payments.ts';
import { createPage, json, later, lost, text, type FakePage, type SentRequest } from './fake-page.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const TOKEN = { tid: 'u1', cryptoCoin: 'erc20/usdt', address: EVM, cryptoAmountExpected: '48.2' };
const ETHER = { tid: 'e1', cryptoCoin: 'eth', address: EVM, cryptoAmountExpected: '0.02' };
const bitcoin = (fields: object = {}) => crypto({ statusUrl: '/pay/status/btc', version: 1, ...fields });
const ether = (fields: object = {}) => crypto({ ...ETHER, statusUrl: '/pay/status/eth', version: 1, ...fields });
const transfer = (fields: object = {}) => wallet({ statusUrl: '/pay/status/wallet', version: 1, ...fields });

/** What `POST payments` answers, without status addresses. */
const CREATED: Record<string, object> = {
  BTC: crypto(),
  ETH: crypto(ETHER),
  'ERC20/USDT': crypto(TOKEN),
  wallet: wallet(),
  localcode: localcode(),
};

const BTC: Choice = { method: 'crypto', coin: findCoin('BTC') };
const ETH: Choice = { method: 'crypto', coin: findCoin('ETH') };
const USDT: Choice = { method: 'crypto', coin: findCoin('ERC20/USDT') };
const WALLET: Choice = { method: 'wallet' };
const LOCALCODE: Choice = { method: 'localcode' };

const SRC = '/pay/orders/1001';

const order = (fields: object = {}) => ({
  order: '1001',
  amount: '48.20',
  currency: 'USD',
  methods: [
    { method: 'crypto', coins: ['BTC', 'ETH', 'ERC20/USDT'].map((symbol) => ({ symbol })) },
    { method: 'wallet' },
    { method: 'localcode' },
  ],
  payments: [],
  ...fields,
});

const refused = (code: string, status: number, beside: object = {}, headers: Record<string, string> = {}) =>
  json({ error: { code }, ...beside }, status, headers);

type Body = NonNullable<SentRequest['body']>;

describe('OrderModel', () => {
  let page: FakePage;
  let onOrder: (request: SentRequest) => Response | Promise<Response>;
  let onPayment: (body: Body) => Response | Promise<Response>;
  let onStatus: (name: string) => Response | Promise<Response>;
  beforeEach(() => {
    onOrder = () => json(order());
    onPayment = ({ coin, method }) => json(CREATED[coin ?? method], 201);
    onStatus = () => json({ status: 'NEW', version: 1, after: 1_000 });
    page = createPage((request) => {
      if (request.body) return onPayment(request.body);
      const [, name] = /^\/pay\/status\/(.*)$/.exec(request.path) ?? [];
      return name ? onStatus(name) : onOrder(request);
    });
  });

  /** What was sent: `GET order`, `POST BTC`. Status requests are left out. */
  const sent = () =>
    page.requests
      .filter(({ path }) => !path.startsWith('/pay/status/'))
      .map(({ method, body }) => `${method} ${body ? (body.coin ?? body.method) : 'order'}`);
  const orderReads = () => sent().filter((each) => each === 'GET order').length;
  const creations = () =>
    sent()
      .filter((each) => each.startsWith('POST'))
      .map((each) => each.slice(5));
  const polls = () => page.requests.filter(({ path }) => path.startsWith('/pay/status/'));

  /** A model on the page, after its first response. */
  async function open({ src = SRC, create = 'auto' } = {}) {
    const model = new OrderModel(page.ports);
    model.set({ src, create });
    model.connect();
    await page.settle();
    return model;
  }

  /** What is shown: `btc awaiting`, `choosing`, `preparing BTC`, or the code of a problem. */
  function shows(model: OrderModel): string {
    const { problem, pending, order: known } = model.snapshot;
    const payment = model.payment?.snapshot;
    if (payment?.payment) {
      const { payment: shown } = payment;
      const name = 'tid' in shown ? shown.cryptoCoin.toLowerCase() : payment.method;
      return `${name} ${payment.problem?.code ?? shown.phase}`;
    }
    if (problem) return problem.code;
    if (pending) return `preparing ${pending.coin?.symbol ?? pending.method}`;
    return known ? 'choosing' : 'loading';
  }
  const by = (model: OrderModel) => model.snapshot.shown?.by;
  const problems = (model: OrderModel): ProblemCode[] =>
    model.takeEvents().flatMap((event) => (event.type === 'problem' ? [event.problem.code] : []));

  async function choose(model: OrderModel, choice: Choice) {
    model.choose(choice);
    await page.settle();
  }
  async function leave(model: OrderModel) {
    model.leave();
    await page.settle();
  }
  /** The page was hidden and is shown again: the order is checked at once. */
  async function look() {
    await page.hide();
    await page.show();
  }

  describe('lets the payer choose', () => {
    it('among the methods of the order, and creates the payment of the choice', async () => {
      const model = await open();
      assert.equal(shows(model), 'choosing');
      assert.deepEqual(
        model.snapshot.order!.methods.map(({ method }) => method),
        ['crypto', 'wallet', 'localcode'],
      );
      await choose(model, BTC);
      assert.deepEqual([shows(model), by(model)], ['btc awaiting', 'payer']);
      assert.deepEqual(sent(), ['GET order', 'POST BTC']);
      assert.equal(page.requests[1]!.path, '/pay/payments');
      assert.deepEqual(page.requests[1]!.body, { order: '1001', method: 'crypto', coin: 'BTC' });
    });

    for (const choice of [WALLET, LOCALCODE])
      it(`by ${choice.method}`, async () => {
        const model = await open();
        await choose(model, choice);
        assert.deepEqual([shows(model), creations()], [`${choice.method} awaiting`, [choice.method]]);
      });

    it('in two methods one after the other, also where a backend numbers the payments of each method from 1', async () => {
      onPayment = ({ method }) => json(method === 'crypto' ? crypto({ tid: '1' }) : wallet({ pid: '1' }), 201);
      const model = await open();
      await choose(model, BTC);
      await leave(model);
      await choose(model, WALLET);
      assert.deepEqual([shows(model), creations()], ['wallet awaiting', ['BTC', 'wallet']]);
    });

    it('keeps apart what happens to payments of two methods with the same number', async () => {
      const [first, second] = [crypto({ tid: '1', version: 1 }), wallet({ pid: '1' })];
      onOrder = () => json(order({ payments: [first] }));
      const model = await open();
      assert.equal(shows(model), 'btc awaiting');
      await leave(model);
      // Another tab has begun the second one.
      onOrder = () => json(order({ payments: [first, second] }));
      await page.turn(60_000);
      assert.equal(shows(model), 'wallet awaiting');
      const money = { ...first, phase: 'detected', status: 'DETECTED', version: 2 };
      onOrder = () => json(order({ payments: [money, second] }));
      await page.turn(60_000);
      assert.equal(shows(model), 'btc detected');
      await leave(model);
      onOrder = () => json(order({ payments: [second] }));
      await choose(model, WALLET);
      assert.deepEqual([shows(model), hasMoney(model.snapshot)], ['wallet awaiting', false]);
    });

    it('creates the payment at once where there is only one choice', async () => {
      onOrder = () => json(order({ methods: [{ method: 'wallet' }] }));
      const model = await open();
      assert.deepEqual([shows(model), by(model), creations()], ['wallet awaiting', 'only', ['wallet']]);
    });

    it('creates no payment for the only choice before the payer chooses it, with create="click"', async () => {
      onOrder = () => json(order({ methods: [{ method: 'wallet' }] }));
      const model = await open({ create: 'click' });
      assert.deepEqual([shows(model), sent()], ['choosing', ['GET order']]);
      await choose(model, WALLET);
      assert.deepEqual([shows(model), creations()], ['wallet awaiting', ['wallet']]);
    });

    it('shows the payment that the only choice already has, also with create="click"', async () => {
      onOrder = () => json(order({ methods: [{ method: 'wallet' }], payments: [wallet()] }));
      const model = await open({ create: 'click' });
      assert.deepEqual([shows(model), creations()], ['wallet awaiting', []]);
    });

    it('creates nothing where the only choice is a token: the element asks about the network', async () => {
      onOrder = () => json(order({ methods: [{ method: 'crypto', coins: [{ symbol: 'ERC20/USDT' }] }] }));
      const model = await open();
      assert.deepEqual([shows(model), creations()], ['choosing', []]);
      await choose(model, USDT);
      assert.deepEqual(creations(), ['ERC20/USDT']);
    });

    it('creates the payment with the query of src, which may name the session', async () => {
      onOrder = () => json(order({ methods: [{ method: 'wallet' }] }));
      await open({ src: '/pay/orders/1001?k=a%2Fb#top' });
      assert.deepEqual(
        page.requests.map(({ search }) => search),
        ['?k=a%2Fb', '?k=a%2Fb'],
      );
    });

    it('reads the order once, whether the inputs are set before or after the element is on the page', async () => {
      for (const isFirst of [true, false]) {
        const before = orderReads();
        const model = new OrderModel(page.ports);
        if (isFirst) model.set({ src: SRC });
        model.connect();
        model.connect();
        model.set({ src: SRC });
        model.set({ src: SRC, create: 'click' });
        await page.turn(10_000);
        assert.equal(orderReads(), before + 1);
        model.disconnect();
      }
    });
  });

  describe('creates one payment for one choice', () => {
    it('however often the payer chooses meanwhile', async () => {
      const { answer, give } = later();
      onPayment = () => answer;
      const model = await open();
      for (const choice of [BTC, BTC, ETH, BTC]) await choose(model, choice);
      model.leave();
      model.refresh();
      assert.equal(shows(model), 'preparing BTC');
      give(json(CREATED['BTC']));
      await page.settle();
      assert.deepEqual([shows(model), creations()], ['btc awaiting', ['BTC']]);
    });

    it('also when the payer changes the method and comes back', async () => {
      const model = await open();
      await choose(model, BTC);
      await leave(model);
      assert.equal(shows(model), 'choosing');
      assert.equal(model.payment, undefined);
      assert.ok(begunPayment(model.snapshot, BTC));
      await choose(model, ETH);
      await leave(model);
      await choose(model, BTC);
      assert.deepEqual([shows(model), creations()], ['btc awaiting', ['BTC', 'ETH']]);
      assert.equal(pollerCount(page.ports), 0);
    });

    it('and another one when the first has ended', async () => {
      onPayment = () => json(crypto({ status: 'EXPIRED' }));
      const model = await open();
      await choose(model, BTC);
      assert.equal(shows(model), 'btc expired');
      await leave(model);
      assert.equal(begunPayment(model.snapshot, BTC), undefined);
      await choose(model, BTC);
      assert.deepEqual(creations(), ['BTC', 'BTC']);
    });

    it('and continues the one that is open, also when a later one of the same choice has ended', async () => {
      onOrder = () => json(order({ payments: [bitcoin(), bitcoin({ tid: 'second', status: 'FAILED' })] }));
      const model = await open();
      await leave(model);
      assert.equal(idOf(begunPayment(model.snapshot, BTC)!), bitcoin().tid);
      await choose(model, BTC);
      assert.deepEqual([shows(model), creations()], ['btc awaiting', []]);
    });

    it('and shows the one that was created before the page was loaded', async () => {
      onOrder = () => json(order({ payments: [crypto()] }));
      const model = await open();
      assert.deepEqual([shows(model), by(model)], ['btc awaiting', 'resumed']);
      await leave(model);
      assert.ok(begunPayment(model.snapshot, BTC));
      await choose(model, BTC);
      assert.deepEqual([shows(model), by(model), creations()], ['btc awaiting', 'payer', []]);
    });

    for (const phase of ['detected', 'confirming', 'underpaid', 'unmatched'])
      it(`and shows a payment that is ${phase} at once`, async () => {
        const moved = crypto({ phase, status: phase.toUpperCase(), cryptoAmountReceived: '0.0001' });
        onOrder = () => json(order({ payments: [moved, wallet()] }));
        const model = await open();
        assert.deepEqual([shows(model), creations(), hasMoney(model.snapshot)], [`btc ${phase}`, [], true]);
      });

    it('and reads the order first after a lost response', async () => {
      const { answer, refuse } = later();
      onPayment = () => answer;
      const model = await open();
      await choose(model, BTC);
      onOrder = () => json(order({ payments: [crypto()] }));
      refuse();
      await page.settle();
      assert.deepEqual([shows(model), by(model)], ['btc awaiting', 'payer']);
      assert.deepEqual(sent(), ['GET order', 'POST BTC', 'GET order']);
    });

    it('and reads the order when the creation takes too long', async () => {
      onPayment = () => later().answer;
      const model = await open();
      await choose(model, BTC);
      await page.turn(59_999);
      assert.deepEqual(sent(), ['GET order', 'POST BTC']);
      onOrder = () => json(order({ payments: [crypto()] }));
      await page.turn(1);
      assert.deepEqual([shows(model), sent().at(-1)], ['btc awaiting', 'GET order']);
    });

    it('and leaves another attempt to the payer after three lost responses of a shop that responds', async () => {
      onPayment = () => text('Bad gateway', 502);
      const model = await open();
      await choose(model, WALLET);
      for (const count of [1, 2]) {
        assert.deepEqual([shows(model), creations().length], ['contact-lost', count]);
        assert.deepEqual(model.snapshot.problem, { code: 'contact-lost', reason: 'HTTP 502' });
        model.retry();
        await page.settle();
      }
      assert.deepEqual([shows(model), creations().length], ['not-prepared', 3]);
      assert.deepEqual(problems(model), ['contact-lost', 'not-prepared']);
      onPayment = () => json(wallet());
      model.retry();
      await page.settle();
      assert.deepEqual([shows(model), creations().length], ['wallet awaiting', 4]);
    });

    it('and creates it without another choice when a shop that was down responds again', async () => {
      const model = await open();
      onOrder = lost;
      onPayment = lost;
      await choose(model, WALLET);
      assert.deepEqual([shows(model), problems(model)], ['contact-lost', ['contact-lost']]);
      await page.turn(MINUTE_MS);
      assert.ok(orderReads() > 4);
      assert.equal(creations().length, 1);
      // As a proxy answers while the shop starts.
      onOrder = () => json(order());
      onPayment = () => text('Bad gateway', 502);
      while (creations().length === 1) await page.turn(1_000);
      onPayment = () => json(wallet());
      await page.turn(30_000);
      assert.equal(shows(model), 'wallet awaiting');
      assert.deepEqual(problems(model), []);
    });

    it('and reads the order before another attempt after a lost response, whatever the payer does', async () => {
      const model = await open();
      onPayment = lost;
      onOrder = lost;
      await choose(model, BTC);
      await leave(model);
      onPayment = () => json(CREATED['BTC']);
      await choose(model, BTC);
      assert.deepEqual([shows(model), creations()], ['contact-lost', ['BTC']]);
      onOrder = () => json(order({ payments: [crypto()] }));
      model.retry();
      await page.settle();
      assert.deepEqual([shows(model), creations()], ['btc awaiting', ['BTC']]);
    });

    it('and counts lost responses anew after the order could not be loaded', async () => {
      onPayment = lost;
      const model = await open();
      await choose(model, WALLET);
      model.retry();
      await page.settle();
      assert.equal(creations().length, 2);
      onOrder = lost;
      model.retry();
      await page.settle();
      onOrder = () => json(order());
      for (let count = 0; count < 3; count++) {
        assert.equal(shows(model), 'contact-lost');
        model.retry();
        await page.settle();
      }
      assert.deepEqual([shows(model), creations().length], ['not-prepared', 5]);
    });

    it('and counts lost responses anew after a response', async () => {
      onPayment = lost;
      const model = await open();
      await choose(model, WALLET);
      model.retry();
      await page.settle();
      onPayment = () => refused('busy', 429, {}, { 'retry-after': '600' });
      model.retry();
      await page.settle();
      assert.deepEqual([shows(model), creations().length], ['busy', 3]);
      onPayment = lost;
      model.retry();
      await page.settle();
      assert.deepEqual([shows(model), creations().length], ['contact-lost', 4]);
    });

    it('and sends no creation while the device is offline, and then does', async () => {
      const model = await open();
      await page.setOnline(false);
      onOrder = lost;
      await choose(model, WALLET);
      assert.deepEqual([shows(model), creations()], ['contact-lost', []]);
      onOrder = () => json(order());
      await page.setOnline(true);
      assert.deepEqual([shows(model), creations()], ['wallet awaiting', ['wallet']]);
    });

    it('and requests the same one again when the element was moved meanwhile', async () => {
      onPayment = () => later().answer;
      const model = await open();
      await choose(model, WALLET);
      model.disconnect();
      assert.equal(page.requests.at(-1)!.signal.aborted, true);
      onPayment = () => json(wallet());
      model.connect();
      await page.settle();
      assert.equal(shows(model), 'wallet awaiting');
      assert.deepEqual(sent(), ['GET order', 'POST wallet', 'GET order', 'POST wallet']);
    });

    it('and not again when the moved element finds it in the order', async () => {
      onPayment = () => later().answer;
      const model = await open();
      await choose(model, WALLET);
      model.disconnect();
      onOrder = () => json(order({ payments: [wallet()] }));
      model.connect();
      await page.settle();
      assert.deepEqual([shows(model), creations()], ['wallet awaiting', ['wallet']]);
    });

    it('and creates another one when the shop no longer knows the first', async () => {
      onPayment = ({ coin }) => json(coin === 'BTC' ? bitcoin({ tid: `t${creations().length}` }) : transfer());
      onStatus = () => refused('unknown-payment', 404);
      const model = await open();
      await choose(model, BTC);
      assert.equal(shows(model), 'btc not-found');
      assert.equal(begunPayment(model.snapshot, BTC), undefined);
      await leave(model);
      assert.equal(pollerCount(page.ports), 0);
      onStatus = () => json({ status: 'NEW' });
      await choose(model, BTC);
      assert.deepEqual([shows(model), creations()], ['btc awaiting', ['BTC', 'BTC']]);
    });

    it('and shows the first again when the order still has it', async () => {
      onOrder = () => json(order({ payments: [bitcoin()] }));
      onStatus = () => refused('unknown-payment', 404);
      const model = await open();
      assert.equal(shows(model), 'btc not-found');
      await look();
      assert.equal(shows(model), 'btc not-found');
      assert.deepEqual(
        model.payment!.takeEvents().map(({ type }) => type),
        ['status', 'problem'],
        'its event is dispatched once',
      );
      model.disconnect();
      model.connect();
      assert.ok(begunPayment(model.snapshot, BTC));
      onStatus = () => json({ status: 'NEW' });
      await choose(model, BTC);
      assert.deepEqual([shows(model), creations()], ['btc awaiting', []]);
    });
  });

  describe('has a problem', () => {
    it('while the shop is busy: it waits as long as Retry-After, and continues without the payer', async () => {
      onPayment = () => refused('busy', 503, {}, { 'retry-after': '100' });
      const model = await open();
      await choose(model, WALLET);
      assert.deepEqual(model.snapshot.problem, { code: 'busy', after: 100_000 });
      assert.deepEqual(problems(model), ['busy']);
      await page.setOnline(true);
      await look();
      await page.turn(99_999);
      assert.equal(creations().length, 1, 'not sooner than told');
      onPayment = () => json(wallet());
      await page.turn(1);
      assert.deepEqual([shows(model), creations().length], ['wallet awaiting', 2]);
    });

    it('while the shop is busy, and the payer can still choose, also while the order is being checked', async () => {
      onPayment = () => refused('busy', 429, {}, { 'retry-after': '600' });
      const model = await open();
      await choose(model, BTC);
      assert.equal(shows(model), 'busy');
      onOrder = () => new Promise(() => {});
      await page.turn(60_000);
      assert.equal(model.snapshot.request?.type, 'check');
      onPayment = ({ coin }) => json(CREATED[coin!], 201);
      await choose(model, ETH);
      assert.equal(shows(model), 'eth awaiting');
    });

    it('while the shop is busy and gives no time: the wait grows', async () => {
      onPayment = () => refused('busy', 429);
      const model = await open();
      await choose(model, WALLET);
      const waits: number[] = [];
      for (let count = 0; count < 4; count++) {
        const { problem } = model.snapshot;
        assert.ok(problem?.code === 'busy');
        waits.push(problem.after);
        await page.turn(problem.after);
      }
      assert.deepEqual(waits, [1_000, 2_000, 4_000, 8_000]);
      assert.equal(creations().length, 5);
      assert.deepEqual(problems(model), ['busy'], 'its event is dispatched once');
      onPayment = () => json(wallet());
      model.retry();
      await page.settle();
      await leave(model);
      onPayment = () => refused('busy', 429);
      await choose(model, LOCALCODE);
      assert.deepEqual(model.snapshot.problem, { code: 'busy', after: 1_000 });
    });

    it('while the shop is busy, and the payer tries now or chooses something else', async () => {
      onPayment = ({ method }) =>
        method === 'wallet' ? refused('busy', 429, {}, { 'retry-after': '600' }) : json(localcode());
      const model = await open();
      await choose(model, WALLET);
      model.retry();
      await page.settle();
      assert.deepEqual([shows(model), creations()], ['busy', ['wallet', 'wallet']]);
      await leave(model);
      await choose(model, LOCALCODE);
      await page.turn(700_000);
      assert.deepEqual([shows(model), creations()], ['localcode awaiting', ['wallet', 'wallet', 'localcode']]);
    });

    it('while the shop is busy, until another tab has paid the order', async () => {
      onPayment = () => refused('busy', 429, {}, { 'retry-after': '600' });
      const model = await open();
      await choose(model, WALLET);
      onOrder = () => json(order({ paid: true }));
      await page.turn(HOUR_MS);
      assert.deepEqual([shows(model), creations()], ['already-paid', ['wallet']]);
    });

    for (const [code, status, expected] of [
      ['sold-out', 409, 'sold-out'],
      ['offer-expired', 409, 'sold-out'],
      ['unknown-order', 404, 'unknown-order'],
      ['already-paid', 409, 'already-paid'],
      ['below-minimum', 422, 'not-prepared'],
      ['invalid-request', 400, 'not-prepared'],
      ['service-unavailable', 503, 'not-prepared'],
    ] as const)
      it(`after a refused creation: ${code}`, async () => {
        onPayment = () => refused(code, status);
        const model = await open();
        await choose(model, WALLET);
        assert.deepEqual([shows(model), problems(model), creations().length], [expected, [expected], 1]);
        assert.equal(model.snapshot.pending, undefined);
      });

    it('names the field of a request that the backend refuses', async () => {
      onPayment = () => json({ error: { code: 'invalid-request', field: 'origin' } }, 403);
      const model = await open();
      await choose(model, WALLET);
      assert.deepEqual(model.snapshot.problem, { code: 'not-prepared', reason: 'invalid-request: origin' });
    });

    for (const [what, answer, expected] of [
      ['sold out', () => json(order({ soldOut: true })), 'sold-out'],
      ['unknown (404)', () => refused('unknown-order', 404), 'unknown-order'],
      ['unknown (410)', () => refused('unknown-order', 410), 'unknown-order'],
      ['unreadable', () => json({ ok: true }), 'unreadable-order'],
      ['without a known method', () => json(order({ methods: [{ method: 'barter' }] })), 'unreadable-order'],
    ] as const)
      it(`for an order that is ${what}`, async () => {
        onOrder = answer;
        const model = await open();
        assert.deepEqual([shows(model), problems(model), creations()], [expected, [expected], []]);
        onOrder = () => json(order());
        model.retry();
        await page.settle();
        assert.equal(shows(model), 'choosing');
      });

    for (const [src, expected] of [
      ['', 'no-payment'],
      ['https://', 'unreadable-order'],
    ] as const)
      it(`without an order: src="${src}"`, async () => {
        const model = await open({ src });
        model.refresh();
        model.retry();
        await page.restore();
        assert.deepEqual([shows(model), problems(model), page.requests], [expected, [expected], []]);
      });

    for (const [what, answer, reason] of [
      ['cannot be reached', lost, 'no response'],
      ['answers a login page', () => text('<html>'), 'unexpected response'],
      ['answers 500', () => refused('internal', 500), 'HTTP 500'],
    ] as const)
      it(`for a shop that ${what}, and tries again by itself`, async () => {
        onOrder = answer;
        const model = await open();
        assert.deepEqual(model.snapshot.problem, { code: 'contact-lost', reason });
        await page.turn(10_000);
        assert.deepEqual(
          page.requests.map(({ at }) => at - 1_000),
          [0, 1_000, 3_000, 7_000],
          'with growing delays',
        );
        assert.deepEqual(problems(model), ['contact-lost'], 'its event is dispatched once');
        onOrder = () => json(order());
        model.retry();
        await page.settle();
        assert.equal(shows(model), 'choosing');
        onOrder = lost;
        model.refresh();
        await page.settle();
        assert.equal(shows(model), 'choosing', 'the methods stay');
      });

    for (const status of [429, 503])
      it(`for an order that is refused with ${status}, and waits as long as Retry-After`, async () => {
        onOrder = () => refused('busy', status, {}, { 'retry-after': '90' });
        const model = await open();
        assert.equal(shows(model), 'contact-lost');
        await look();
        await page.turn(89_999);
        assert.equal(orderReads(), 1);
        onOrder = () => json(order());
        await page.turn(1);
        assert.equal(shows(model), 'choosing');
      });

    it('for a device that is offline, until the network is back', async () => {
      onOrder = lost;
      const model = await open();
      await page.turn(20 * MINUTE_MS);
      onOrder = () => json(order());
      await page.setOnline(true);
      assert.equal(shows(model), 'choosing');
    });
  });

  describe('shows a paid order', () => {
    it('with the payment that paid it', async () => {
      onOrder = () => json(order({ paid: crypto({ status: 'PAID' }) }));
      const model = await open();
      assert.deepEqual([shows(model), by(model)], ['btc paid', 'resumed']);
      assert.deepEqual(
        model.payment!.takeEvents().map(({ type }) => type),
        ['status', 'paid'],
      );
      assert.deepEqual(model.payment!.takeEvents(), []);
    });

    it('that was paid by other means', async () => {
      onOrder = () => json(order({ paid: true }));
      const model = await open();
      assert.deepEqual([shows(model), problems(model)], ['already-paid', ['already-paid']]);
      await page.turn(HOUR_MS);
      assert.equal(orderReads(), 1);
    });

    it('that was paid while the payer chose', async () => {
      onPayment = () => refused('already-paid', 409, { payment: wallet({ status: 'PAID' }) });
      const model = await open();
      await choose(model, WALLET);
      assert.equal(shows(model), 'wallet paid');
    });

    it('as refunded, also after a reload, though the shop calls the order paid', async () => {
      onOrder = () => json(order({ paid: true, payments: [bitcoin({ status: 'REFUNDED' })] }));
      assert.equal(shows(await open()), 'btc refunded');
    });

    it('as refunded while the page stays open, though the shop calls the order paid', async () => {
      const paid = bitcoin({ status: 'PAID', version: 2 });
      onOrder = () => json(order({ payments: [paid, wallet()], paid }));
      const model = await open();
      assert.equal(shows(model), 'btc paid');
      onOrder = () => json(order({ payments: [bitcoin({ status: 'REFUNDED', version: 3 }), wallet()], paid: true }));
      for (let minutes = 0; minutes < 3; minutes += 1) {
        await page.turn(60_000);
        assert.equal(shows(model), 'btc refunded');
      }
    });

    it('after a creation was lost and the order was paid meanwhile', async () => {
      onPayment = lost;
      const model = await open();
      onOrder = () => json(order({ paid: true }));
      await choose(model, WALLET);
      assert.deepEqual([shows(model), creations().length], ['already-paid', 1]);
    });
  });

  describe('shows the payment in progress', () => {
    it('that was created last, when this tab has shown none', async () => {
      onOrder = () => json(order({ payments: [bitcoin(), ether()] }));
      assert.equal(shows(await open()), 'eth awaiting');
    });

    it('that this tab showed last', async () => {
      onOrder = () => json(order({ payments: [bitcoin(), ether()] }));
      const first = new OrderModel(page.ports);
      first.set({ src: SRC });
      assert.equal(first.snapshot.lastShownId, undefined);
      first.connect();
      await page.settle();
      await leave(first);
      await choose(first, BTC);
      assert.equal(shows(first), 'btc awaiting');
      first.disconnect();
      const second = new OrderModel(page.ports);
      second.set({ src: SRC });
      assert.equal(second.snapshot.lastShownId, bitcoin().tid, 'known before the order is loaded');
      second.connect();
      await page.settle();
      assert.equal(shows(second), 'btc awaiting');
    });

    it('where the page may not use its storage', async () => {
      Object.assign(page.ports, { memory: { get: () => undefined, set: () => {} } });
      onOrder = () => json(order({ payments: [bitcoin(), ether()] }));
      assert.equal(shows(await open()), 'eth awaiting');
    });

    it('or the last one that has ended: the payer may have sent money', async () => {
      onOrder = () => json(order({ payments: [bitcoin({ status: 'EXPIRED', cryptoAmountReceived: '0.0001' })] }));
      const model = await open();
      assert.deepEqual([shows(model), hasMoney(model.snapshot)], ['btc expired', true]);
      await leave(model);
      const before = orderReads();
      await page.restore();
      assert.ok(orderReads() > before);
      assert.equal(shows(model), 'choosing', 'the payer has left it');
    });

    it('when the page is restored from the back/forward cache, with a choice of another tab', async () => {
      const model = await open();
      onOrder = () => json(order({ payments: [bitcoin()] }));
      await page.restore();
      assert.deepEqual([shows(model), by(model)], ['btc awaiting', 'resumed']);
      await leave(model);
      await page.restore();
      assert.equal(shows(model), 'btc awaiting', 'as after a reload');
    });

    it('when the page is restored, the one that was shown last', async () => {
      onOrder = () => json(order({ payments: [bitcoin(), ether()] }));
      const model = await open();
      await leave(model);
      await choose(model, BTC);
      await leave(model);
      await page.restore();
      assert.equal(shows(model), 'btc awaiting');
    });

    it('when the restored page shows an order that was paid meanwhile', async () => {
      const model = await open();
      onOrder = () => json(order({ paid: true }));
      await page.restore();
      assert.equal(shows(model), 'already-paid');
    });

    it('that was started in another tab, instead of the choice', async () => {
      const model = await open();
      await page.hide();
      onOrder = () => json(order({ payments: [bitcoin()] }));
      await page.show();
      assert.deepEqual([shows(model), by(model)], ['btc awaiting', 'resumed']);
    });

    it('and not one of another tab instead of a payment that the payer sees', async () => {
      onOrder = () => json(order({ payments: [bitcoin()] }));
      const model = await open();
      onOrder = () => json(order({ payments: [bitcoin(), transfer()] }));
      await page.turn(40_000);
      assert.equal(shows(model), 'btc awaiting');
      await leave(model);
      await page.turn(40_000);
      assert.equal(shows(model), 'choosing', 'it is no longer new');
    });

    it('with money before an awaiting one, until the payer leaves it', async () => {
      onOrder = () => json(order({ payments: [bitcoin({ status: 'LATE' }), ether()] }));
      const model = await open();
      assert.equal(shows(model), 'btc late');
      await leave(model);
      await choose(model, ETH);
      assert.equal(shows(model), 'eth awaiting');
      onStatus = () => json({ status: 'NEW', version: 1, orderPhase: 'late', after: 1_000 });
      const before = orderReads();
      await page.turn(2_000);
      assert.equal(orderReads(), before + 1);
      assert.equal(shows(model), 'eth awaiting', 'the payer has left the late one as it is');
    });
  });

  describe('when money is detected for another payment', () => {
    for (const [phase, status] of [
      ['detected', 'DETECTED'],
      ['underpaid', 'UNDERPAID'],
      ['paid', 'PAID'],
    ] as const)
      it(`shows the payment that is ${phase} as soon as the status address reports it`, async () => {
        onOrder = () => json(order({ payments: [bitcoin(), transfer()] }));
        const model = await open();
        assert.equal(shows(model), 'wallet awaiting');
        const moved = bitcoin({ status, version: 2, cryptoAmountReceived: '0.0001' });
        onOrder = () => json(order(phase === 'paid' ? { paid: moved } : { payments: [moved, transfer()] }));
        onStatus = (name) =>
          json(name === 'btc' ? { status, version: 2 } : { status: 'NEW', version: 1, orderPhase: phase });
        await page.turn(3_000);
        assert.deepEqual([shows(model), by(model)], [`btc ${phase}`, 'moved']);
        assert.ok(pollerCount(page.ports) <= 1, 'the other one is no longer followed');
      });

    it('sends the phase in the next status request, and reads the order once for it', async () => {
      onOrder = () => json(order({ payments: [bitcoin()] }));
      const model = await open();
      const before = orderReads();
      onStatus = () => json({ status: 'NEW', version: 1, orderPhase: 'detected', after: 1_000 });
      await page.turn(10_000);
      assert.equal(polls().at(-1)!.search, '?since=1&orderPhase=detected');
      assert.equal(orderReads(), before + 1);
      assert.equal(shows(model), 'btc awaiting');
    });

    it('reads the order once when it is the payment that is shown', async () => {
      onOrder = () => json(order({ payments: [bitcoin()] }));
      const model = await open();
      onOrder = () => json(order({ payments: [bitcoin({ status: 'DETECTED', version: 2 })] }));
      onStatus = () => json({ status: 'DETECTED', version: 2, after: 1_000 });
      await page.turn(20_000);
      assert.deepEqual([shows(model), orderReads()], ['btc detected', 2]);
    });

    it('does not read the order again for money that the order has reported first', async () => {
      onOrder = () => json(order({ payments: [bitcoin()] }));
      onStatus = () => json({ status: 'NEW', version: 1, after: 600_000 });
      const model = await open();
      await page.turn(10_000);
      onOrder = () => json(order({ payments: [bitcoin({ status: 'DETECTED', version: 2 })] }));
      onStatus = () => json({ status: 'DETECTED', version: 2, after: 600_000 });
      await look();
      await page.turn(10_000);
      assert.deepEqual([shows(model), orderReads()], ['btc detected', 2]);
    });

    it('shows it also while the payer chooses another method', async () => {
      onOrder = () => json(order({ payments: [bitcoin()] }));
      const model = await open();
      await leave(model);
      onOrder = () => json(order({ payments: [bitcoin({ status: 'DETECTED', version: 2 })] }));
      onStatus = () => json({ status: 'DETECTED', version: 2, after: 1_000 });
      await page.turn(2_000);
      assert.deepEqual([shows(model), by(model)], ['btc detected', 'moved']);
    });

    it('checks the order when the page is shown again, for a backend that returns only a status', async () => {
      onOrder = () => json(order({ payments: [bitcoin(), transfer()] }));
      onStatus = () => json({ status: 'NEW' });
      const model = await open();
      await page.hide();
      const before = orderReads();
      onOrder = () => json(order({ payments: [bitcoin({ status: 'CONFIRMING' }), transfer()] }));
      await page.show();
      assert.deepEqual([shows(model), orderReads()], ['btc confirming', before + 1]);
    });

    it('keeps a payment for which money was detected, unless another one has paid the order', async () => {
      const confirming = { status: 'CONFIRMING', version: 2 };
      onOrder = () => json(order({ payments: [bitcoin(confirming), transfer()] }));
      onStatus = () => json({ ...confirming, after: 1_000 });
      const model = await open();
      assert.equal(shows(model), 'btc confirming');
      onOrder = () => json(order({ payments: [bitcoin(confirming), transfer({ status: 'UNMATCHED', version: 2 })] }));
      onStatus = () => json({ ...confirming, orderPhase: 'unmatched', after: 1_000 });
      const before = orderReads();
      await page.turn(5_000);
      assert.deepEqual([shows(model), orderReads()], ['btc confirming', before + 1]);
      onOrder = () => json(order({ paid: transfer({ status: 'PAID', version: 3 }) }));
      onStatus = () => json({ ...confirming, orderPhase: 'paid', after: 1_000 });
      await page.turn(5_000);
      assert.equal(shows(model), 'wallet paid');
    });

    it('withdraws a payment of an order that was paid by other means', async () => {
      onOrder = () => json(order({ payments: [bitcoin()] }));
      const model = await open();
      onOrder = () => json(order({ paid: true }));
      await look();
      assert.equal(shows(model), 'already-paid');
      assert.equal(model.payment, undefined);
      assert.equal(pollerCount(page.ports), 0);
    });

    it('keeps the view while the order cannot be read, without a message', async () => {
      onOrder = () => json(order({ payments: [bitcoin()] }));
      const model = await open();
      for (const answer of [
        () => json({}, 500),
        () => text('<html>'),
        () => json({ ok: true }),
        lost,
        () => json({ error: { code: 'unknown-order' } }, 404),
      ]) {
        onOrder = answer;
        const before = orderReads();
        await look();
        assert.equal(orderReads(), before + 1);
        assert.equal(shows(model), 'btc awaiting');
      }
      assert.deepEqual(problems(model), []);
      assert.equal(pollerCount(page.ports), 1, 'the payment has a status address of its own');
    });

    it('waits as long as Retry-After of a refused check', async () => {
      onOrder = () => json(order({ payments: [crypto()] }));
      const model = await open();
      onOrder = () => refused('busy', 429, {}, { 'retry-after': '300' });
      await look();
      assert.equal(orderReads(), 2);
      await look();
      await page.turn(299_999);
      assert.equal(orderReads(), 2);
      await page.turn(1);
      assert.deepEqual([shows(model), orderReads()], ['btc awaiting', 3]);
    });
  });

  describe('gives the response for the order to the payment that is shown', () => {
    it('as an update', async () => {
      onOrder = () => json(order({ payments: [crypto()] }));
      const model = await open();
      const payment = model.payment;
      onOrder = () => json(order({ payments: [crypto({ status: 'CONFIRMING', confirmations: 1 })] }));
      await look();
      assert.equal(model.payment, payment, 'the same model');
      assert.equal(shows(model), 'btc confirming');
      assert.deepEqual(payment!.snapshot.payment!.confirmations, 1);
    });

    it('which does not move it back', async () => {
      onOrder = () => json(order({ payments: [bitcoin()] }));
      const model = await open();
      onStatus = () => json({ status: 'CONFIRMING', version: 3, after: 1_000 });
      await page.turn(2_000);
      onOrder = () => json(order({ payments: [bitcoin({ status: 'DETECTED', version: 2 })] }));
      await look();
      assert.equal(shows(model), 'btc confirming');
      assert.equal(model.snapshot.payment!.phase, 'confirming');
    });

    it('which may be outdated, without reading the order again and again', async () => {
      onOrder = () => json(order({ payments: [bitcoin()] }));
      const model = await open();
      onStatus = () => json({ status: 'CONFIRMING', version: 2, after: 1_000 });
      await page.turn(2_000);
      onStatus = () => json({ status: 'AML_REVIEW', version: 3, after: 1_000 });
      await page.turn(2_000);
      for (const phase of ['NEW', 'DETECTED', 'CONFIRMING']) {
        onOrder = () => json(order({ payments: [bitcoin({ status: phase, version: undefined })] }));
        const before = orderReads();
        await look();
        await page.turn(10_000);
        assert.equal(orderReads(), before + 1, phase);
      }
      assert.equal(model.payment!.snapshot.knownPhase, 'confirming');
    });

    it('and does not change an address that the payer was shown', async () => {
      onOrder = () => json(order({ payments: [ether()] }));
      const model = await open();
      onOrder = () => json(order({ payments: [ether({ address: '0x52908400098527886E0F7030069857D2E4169EE7' })] }));
      await look();
      const { payment, details } = model.payment!.snapshot;
      assert.deepEqual(['tid' in payment! && payment.address, details], [EVM, 'changed']);
    });

    it('also when it has expired, and the status address is missing', async () => {
      onOrder = () => json(order({ payments: [crypto()] }));
      const model = await open();
      onOrder = () => json(order({ payments: [crypto({ status: 'EXPIRED' })] }));
      await look();
      assert.equal(shows(model), 'btc expired');
    });
  });

  describe('after a payment that has ended', () => {
    const ended = async (status = 'EXPIRED') => {
      onOrder = () => json(order({ payments: [bitcoin()] }));
      const model = await open();
      onStatus = (name) => json(name === 'btc' ? { status, version: 2 } : { status: 'NEW', after: 1_000 });
      await page.turn(2_000);
      return model;
    };

    for (const [status, phase] of [
      ['EXPIRED', 'expired'],
      ['FAILED', 'failed'],
      ['CANCELLED', 'cancelled'],
    ] as const)
      it(`creates another one for the same choice: ${phase}`, async () => {
        const model = await ended(status);
        assert.deepEqual([shows(model), hasMoney(model.snapshot)], [`btc ${phase}`, false]);
        onPayment = () => json(bitcoin({ tid: 'second', statusUrl: '/pay/status/second' }));
        model.chooseSame();
        model.chooseSame();
        await page.settle();
        assert.deepEqual([shows(model), creations()], ['btc awaiting', ['BTC']]);
        assert.equal(idOf(model.snapshot.payment!), 'second');
      });

    it('also of a token, without another question', async () => {
      onOrder = () => json(order({ payments: [crypto({ ...TOKEN, status: 'CANCELLED' })] }));
      const model = await open();
      model.chooseSame();
      await page.settle();
      assert.deepEqual(creations(), ['ERC20/USDT']);
    });

    it('also of the only choice', async () => {
      onOrder = () => json(order({ methods: [{ method: 'wallet' }], payments: [wallet({ status: 'FAILED' })] }));
      const model = await open();
      assert.equal(shows(model), 'wallet failed');
      model.chooseSame();
      await page.settle();
      assert.deepEqual([shows(model), creations()], ['wallet awaiting', ['wallet']]);
    });

    it('remembers that a part has arrived', async () => {
      onOrder = () => json(order({ payments: [bitcoin()] }));
      const model = await open();
      onStatus = () => json({ status: 'UNDERPAID', version: 2, cryptoAmountReceived: '0.0001', after: 1_000 });
      await page.turn(2_000);
      assert.equal(shows(model), 'btc underpaid');
      onStatus = () => json({ status: 'EXPIRED', version: 3, cryptoAmountReceived: '0.0001' });
      await page.turn(2_000);
      assert.deepEqual([shows(model), hasMoney(model.snapshot)], ['btc expired', true]);
    });

    it('of the choice whose creation was lost, when it has paid the order meanwhile', async () => {
      const model = await open();
      const paid = bitcoin({ status: 'PAID', phase: 'paid', version: 3 });
      onPayment = () => lost();
      onOrder = () => json(order({ paid, payments: [paid] }));
      await choose(model, BTC);
      assert.deepEqual([shows(model), by(model)], ['btc paid', 'payer']);
    });

    it('remembers that a transfer could not be matched', async () => {
      onOrder = () => json(order({ payments: [transfer()] }));
      const model = await open();
      onStatus = () => json({ status: 'UNMATCHED', version: 2, after: 1_000 });
      await page.turn(2_000);
      onStatus = () => json({ status: 'EXPIRED', version: 3 });
      await page.turn(2_000);
      assert.deepEqual([shows(model), hasMoney(model.snapshot)], ['wallet expired', true]);
    });

    it('knows when the shop no longer offers the choice, or anything', async () => {
      const model = await ended();
      onOrder = () => json(order({ methods: [{ method: 'wallet' }] }));
      await look();
      assert.deepEqual(
        model.snapshot.order!.methods.map(({ method }) => method),
        ['wallet'],
      );
      onOrder = () => json(order({ soldOut: true }));
      await look();
      assert.deepEqual([shows(model), model.snapshot.order!.soldOut], ['btc expired', true]);
    });

    it('creates another one for a payment that expired while the payer chose', async () => {
      onOrder = () => json(order({ payments: [bitcoin()] }));
      const model = await open();
      await leave(model);
      onStatus = () => json({ status: 'EXPIRED', version: 2 });
      await page.turn(2_000);
      assert.equal(begunPayment(model.snapshot, BTC), undefined);
      await choose(model, BTC);
      assert.deepEqual(creations(), ['BTC']);
    });
  });

  describe('knows a paid payment that does not pay the order', () => {
    const paid = { id: 't-1', amount: '5', currency: 'USD', phase: 'paid' };

    it('for another amount', async () => {
      onOrder = () => json(order({ mismatchedPayments: [paid] }));
      const model = await open();
      assert.equal(shows(model), 'choosing');
      assert.deepEqual(model.snapshot.order!.mismatched, [paid]);
    });

    it('for another amount, and replaces it by the payment that pays the order', async () => {
      onOrder = () => json(order({ payments: [transfer(), bitcoin()] }));
      const model = await open();
      onStatus = () => json({ status: 'PAID', version: 2 });
      onOrder = () => json(order({ mismatchedPayments: [{ ...paid, id: bitcoin().tid }] }));
      await page.turn(2_000);
      assert.equal(shows(model), 'btc paid');
      onOrder = () =>
        json(order({ mismatchedPayments: [{ ...paid, id: bitcoin().tid }], paid: transfer({ status: 'PAID' }) }));
      await look();
      assert.equal(shows(model), 'wallet paid');
    });

    it('a second time, while the payment is shown that was paid first', async () => {
      onOrder = () => json(order({ payments: [bitcoin(), transfer()] }));
      const model = await open();
      onOrder = () => json(order({ paid: transfer({ status: 'PAID', version: 2 }) }));
      onStatus = () => json({ status: 'PAID', version: 2 });
      await page.turn(2_000);
      assert.equal(shows(model), 'wallet paid');
      const duplicatePayments = [{ ...paid, id: transfer().pid }];
      onOrder = () => json(order({ paid: bitcoin({ status: 'PAID', version: 2 }), duplicatePayments }));
      await look();
      assert.equal(shows(model), 'wallet paid', 'what was shown as paid stays');
      assert.equal(model.snapshot.order!.duplicates.length, 1);
    });
  });

  describe('checks the order', () => {
    it('about every 30 s while the page is visible, and until an hour after the end', async () => {
      // Without an address of its own, nothing is heard of the payment but by its order.
      onOrder = () => json(order({ payments: [transfer({ statusUrl: undefined }), crypto()] }));
      const model = await open();
      assert.equal(shows(model), 'btc awaiting');
      const readsWithin = async (ms: number) => {
        const before = orderReads();
        await page.turn(ms);
        return orderReads() - before;
      };
      assert.equal(await readsWithin(29_999), 0);
      assert.equal(await readsWithin(270_001), 10);
      await page.hide();
      assert.equal(await readsWithin(600_000), 0);
      const before = orderReads();
      await page.show();
      assert.equal(orderReads(), before + 1);
      onOrder = () => json({}, 500);
      const reads = await readsWithin(300_000);
      assert.ok(reads >= 8 && reads <= 18, `${reads}: not more often when the shop is down`);
      onOrder = () => json(order({ paid: crypto({ status: 'PAID' }) }));
      await page.turn(40_000);
      assert.equal(shows(model), 'btc paid');
      const late = await readsWithin(HOUR_MS);
      assert.ok(late >= 115 && late <= 121, `${late}: the other payment may be paid, too`);
      assert.equal(await readsWithin(HOUR_MS), 0);
    });

    it('no more once its only payment is paid', async () => {
      onOrder = () => json(order({ paid: crypto({ status: 'PAID' }) }));
      await open();
      await page.turn(600_000);
      assert.equal(orderReads(), 1);
    });

    it('for an hour while the payer chooses', async () => {
      await open();
      await page.turn(HOUR_MS);
      const before = orderReads();
      assert.equal(before, 121);
      await page.turn(HOUR_MS);
      assert.equal(orderReads(), before);
    });

    it('and repeats a failed request of the choice without replacing it', async () => {
      const model = await open();
      onOrder = lost;
      await look();
      await page.turn(5_000);
      assert.equal(shows(model), 'choosing');
      assert.ok(orderReads() > 2);
    });
  });

  describe('is on the page, or not', () => {
    it('polls the payment on refresh(), and reads the order while there is none', async () => {
      const model = await open();
      model.refresh();
      model.refresh();
      await page.settle();
      assert.equal(orderReads(), 2);
      onPayment = () => json(transfer());
      await choose(model, WALLET);
      const before = polls().length;
      onStatus = () => json({ status: 'PAID', version: 2 });
      model.refresh();
      await page.settle();
      assert.deepEqual([shows(model), polls().length], ['wallet paid', before + 1]);
    });

    it('shows what the payer has chosen meanwhile, whatever the response for the order is', async () => {
      onOrder = () => json(order({ payments: [bitcoin(), transfer()] }));
      const model = await open();
      await leave(model);
      for (const answer of [refused('unknown-order', 404), json(order({ soldOut: true })), json({ ok: true })]) {
        const { answer: response, give } = later();
        onOrder = () => response;
        model.refresh();
        await choose(model, BTC);
        give(answer);
        await page.settle();
        assert.deepEqual([shows(model), model.snapshot.problem], ['btc awaiting', undefined]);
        onOrder = () => json(order({ payments: [bitcoin(), transfer()] }));
        await look();
        await leave(model);
      }
    });

    it('starts again with another order', async () => {
      const model = await open();
      onPayment = () => json(transfer());
      await choose(model, WALLET);
      onOrder = () => json(order({ order: '1002', amount: '7' }));
      model.set({ src: '/pay/orders/1002', create: 'auto' });
      assert.equal(model.payment, undefined);
      assert.equal(shows(model), 'loading');
      await page.settle();
      assert.deepEqual(
        [shows(model), model.snapshot.order!.amount, begunPayment(model.snapshot, WALLET)],
        ['choosing', '7', undefined],
      );
      assert.equal(pollerCount(page.ports), 0);
    });

    it('cancels a creation of the previous order', async () => {
      const { answer, give } = later();
      onPayment = () => answer;
      const model = await open();
      await choose(model, WALLET);
      onOrder = () => json(order({ order: '1002' }));
      model.set({ src: '/pay/orders/1002' });
      give(json(wallet()));
      await page.settle();
      assert.deepEqual([shows(model), creations().length], ['choosing', 1]);
    });

    it('follows one payment, with one poller', async () => {
      onOrder = () => json(order({ payments: [bitcoin(), transfer()] }));
      const model = await open();
      assert.equal(pollerCount(page.ports), 1);
      await leave(model);
      assert.equal(pollerCount(page.ports), 1, 'the payment that was left is still followed');
      await choose(model, BTC);
      assert.equal(pollerCount(page.ports), 1);
      const before = polls().length;
      await page.settle();
      assert.equal(polls().length, before);
      assert.equal(polls().at(-1)!.path, '/pay/status/btc');
    });

    it('leaves nothing behind, whatever it does', async () => {
      const model = await open();
      const states: (() => unknown)[] = [
        () => choose(model, BTC),
        () => leave(model),
        () => page.hide(),
        () => ((onOrder = lost), (onPayment = lost), model.choose(ETH)),
        () => page.show(),
        () => ((onOrder = () => later().answer), model.refresh()),
      ];
      onPayment = () => json(bitcoin());
      for (const enter of states) {
        await enter();
        await page.settle();
        model.disconnect();
        await page.settle();
        const requestCount = page.requests.length;
        assert.equal(page.active, 0);
        assert.equal(pollerCount(page.ports), 0);
        await page.restore();
        await page.setOnline(true);
        await page.turn(MINUTE_MS);
        assert.equal(page.requests.length, requestCount);
        model.connect();
        await page.settle();
      }
      onOrder = () => json(order());
      onPayment = () => json(ether());
      model.disconnect();
      model.connect();
      await page.settle();
      assert.equal(shows(model), 'eth awaiting');
    });

    it('follows the payment again when it comes back, without another request for the order', async () => {
      onOrder = () => json(order({ payments: [bitcoin()] }));
      const model = await open();
      model.disconnect();
      const before = polls().length;
      onStatus = () => json({ status: 'DETECTED', version: 2, after: 60_000 });
      model.connect();
      assert.equal(orderReads(), 1);
      await page.settle();
      assert.deepEqual([shows(model), polls().length], ['btc detected', before + 1]);
    });

    it('calls its listeners until they are removed', async () => {
      const model = await open();
      let calls = 0;
      const remove = model.subscribe(() => calls++);
      await choose(model, BTC);
      assert.ok(calls > 0);
      remove();
      const before = calls;
      await leave(model);
      assert.equal(calls, before);
    });

    it('has frozen snapshots', async () => {
      const model = await open();
      await choose(model, BTC);
      assert.ok(Object.isFrozen(model.snapshot));
      assert.ok(!isPaidPhase(model.snapshot.payment!.phase));
    });
  });
});
