import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { findCoin } from '../../../../src/core/index.ts';
import { memoryStore, ProviderError, ServiceError, type PaymentStore } from '../../../../src/server/index.ts';
import type { PaymentRow } from '../../../../src/server/store.ts';
import {
  createPaymentCreation,
  type CreatePaymentRequest,
  type CreationPorts,
  type Visitor,
} from '../../../../src/server/payments/creation/create-payment.ts';
import type { Settlement } from '../../../../src/server/payments/settlement.ts';
import { UnavailableError } from '../../../../src/server/orders/find-order.ts';
import type { ReadOrder } from '../../../../src/server/orders/order.ts';
import type { PaymentChoice } from '../../../../src/server/payments/creation/provider-creation.ts';
import type { CreatedPayment } from '../../../../src/server/providers/provider.ts';
import { transitionNow } from '../../../support/transition-now.ts';
import { until } from '../../../support/until.ts';
import { newPayment } from '../../stores/contract.ts';

const NOW = Date.UTC(2026, 10, 20);

/** After this time a creation without an answer was left by a crash. Milliseconds. */
const CREATION_MS = 60_000;

/** For this long an amount that was below the minimum is refused without a request. Milliseconds. */
const BELOW_MINIMUM_MS = 10 * 60_000;

const ORDER: ReadOrder = {
  amount: '19.99',
  currency: 'USD',
  methods: ['crypto', 'wallet'],
  coins: [],
  wallet: undefined,
  localcode: undefined,
  expiresAt: undefined,
  rates: {},
  label: undefined,
  meta: undefined,
  paid: false,
  soldOut: false,
  withheld: [],
};

const BITCOIN: PaymentChoice = {
  orderRef: '1001',
  order: ORDER,
  method: 'crypto',
  coin: { coin: findCoin('BTC')!, payout: { payout_address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' } },
};

const created: CreatedPayment = {
  id: 't1',
  status: 'NEW',
  destination: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  amount: '0.0002',
};

/** The created payment as a row has it. */
const ANSWER = {
  tid: 't1',
  status: 'NEW',
  amount: '19.99',
  currency: 'USD',
  address: created.destination,
  cryptoCoin: 'BTC',
  cryptoAmountExpected: created.amount,
};

/** What the response reports besides its status. */
const FIRST = { source: 'creation', id: 't1', phase: undefined, expiresAt: undefined };

/** No payment pays the order. */
const NONE_PAID: Settlement = { settling: [], mismatched: [] };

const orderOf = ({ order, coin }: PaymentChoice): ReadOrder => ({ ...order, coins: coin ? [coin] : [] });

const requestOf = ({ orderRef, method }: PaymentChoice): CreatePaymentRequest => ({ orderRef, method });

const VISITOR: Visitor = { request: { method: 'POST', url: '', header: () => undefined, raw: undefined } };

interface Setting {
  readonly store?: PaymentStore;
  readonly create?: CreationPorts['provider']['create'];
  readonly minimumOf?: CreationPorts['provider']['minimumOf'];
  readonly applyReport?: CreationPorts['applyReport'];
  readonly admit?: () => ReturnType<CreationPorts['limit']['admit']>;
  readonly signal?: () => AbortSignal;
  readonly review?: CreationPorts['settlements']['review'];
  readonly choice?: PaymentChoice;
  readonly closing?: AbortSignal;
}

const creations = (store: PaymentStore, ports: Partial<CreationPorts> = {}) =>
  createPaymentCreation({
    store,
    find: async () => orderOf(BITCOIN),
    limit: { admit: async () => ({ giveBack: () => {} }) },
    settlements: { review: async () => NONE_PAID },
    provider: { create: async ({ webhookUrl: id }) => ({ ...created, id }) },
    secrets: { sign: async (ref) => `signed-${ref}`, verify: async () => false, keyedHash: async (text) => text },
    applyReport: async () => undefined,
    applyEarlyStatus: async () => undefined,
    delivery: { deliver: async () => {} },
    publicUrl: 'https://shop.example/pay',
    closing: new AbortController().signal,
    emit: () => {},
    now: () => NOW,
    ...ports,
  });

/** Creates a payment, and lists what has happened. */
async function begin({ store = memoryStore(), choice = BITCOIN, ...setting }: Setting = {}) {
  const events: Readonly<Record<string, unknown>>[] = [];
  const applied: unknown[] = [];
  const delivered: string[] = [];
  const count = { created: 0, admitted: 0, returned: 0 };
  const free = async () => ({ giveBack: () => void (count.returned += 1) });
  const { createPayment } = creations(store, {
    find: async () => orderOf(choice),
    limit: { admit: () => ((count.admitted += 1), (setting.admit ?? free)()) },
    settlements: { review: setting.review ?? (async () => NONE_PAID) },
    ...(setting.closing && { closing: setting.closing }),
    provider: {
      create: (...given) => ((count.created += 1), (setting.create ?? (async () => created))(...given)),
      ...(setting.minimumOf && { minimumOf: setting.minimumOf }),
    },
    applyReport: async (row, reported) => (applied.push(reported), setting.applyReport?.(row, reported)),
    applyEarlyStatus: async ({ earlyStatus }, reported) => applied.push({ earlyStatus, ...reported }),
    delivery: { deliver: async (ref) => void delivered.push(ref) },
    emit: (event) => void events.push({ ...event }),
  });
  const result = await createPayment(requestOf(choice), VISITOR, setting.signal ?? (() => undefined));
  return { result, store, events, applied, delivered, count, rows: await store.ofOrder('1001') };
}

const DATA = { amount: '19.99', currency: 'USD' };

/** A row of the same choice, as an earlier request has left it. */
async function earlier(store: PaymentStore, fields: Partial<PaymentRow> = {}): Promise<PaymentRow> {
  const { stage = 'ready', created: at = NOW, data = DATA } = fields;
  const row = newPayment({ at, data });
  await store.insert(row);
  if (stage === 'ready')
    await store.setResponse(row.paymentRef, {
      serviceId: 't0',
      status: 'NEW',
      data: { ...data, answer: { ...ANSWER, tid: 't0' } },
      at,
    });
  return (await store.byPaymentRef(row.paymentRef))!;
}

describe('a creation', () => {
  it('stores the order and the answer, and signs the address of its webhooks', async () => {
    const asked: unknown[] = [];
    const order = { ...ORDER, label: 'Two cups', meta: { cart: 7 }, expiresAt: '2026-11-21T00:00:00.000Z' };
    const { result, rows, events, applied, delivered, count } = await begin({
      choice: { ...BITCOIN, order: { ...order, rates: { BTC: '67000', ETH: '3000' } } },
      create: async ({ webhookUrl }) => (asked.push(webhookUrl), created),
      minimumOf: async () => '0.0002',
    });
    const [row] = rows as [PaymentRow];
    assert.deepEqual(result, { row, fresh: true });
    assert.deepEqual(asked, [`https://shop.example/pay/webhook/${row.paymentRef}/signed-${row.paymentRef}`]);
    const { qr, ...data } = row.data;
    assert.ok(qr);
    assert.deepEqual(data, {
      amount: '19.99',
      currency: 'USD',
      label: 'Two cups',
      meta: { cart: 7 },
      rate: '67000',
      expiresAt: '2026-11-21T00:00:00.000Z',
      answer: ANSWER,
      minimumTransactionCoin: '0.0002',
    });
    assert.deepEqual([row.stage, row.serviceId, row.status, row.coin, row.created], ['ready', 't1', 'NEW', 'BTC', NOW]);
    const { paymentRef, orderRef } = row;
    assert.deepEqual(events, [{ type: 'payment-created', paymentRef, orderRef, method: 'crypto', coin: 'BTC' }]);
    assert.deepEqual(applied, [{ ...FIRST, status: 'NEW' }]);
    assert.deepEqual(delivered, [paymentRef]);
    assert.deepEqual(count, { created: 1, admitted: 1, returned: 0 });
  });

  it('stores nothing that the order does not have', async () => {
    const { rows } = await begin();
    assert.deepEqual(Object.keys(rows[0]!.data).sort(), ['amount', 'answer', 'currency', 'qr']);
  });

  it('returns the payment as the status of its answer has made it', async () => {
    const { result } = await begin({ applyReport: async (row) => ({ ...row, phase: 'expired' }) });
    assert.ok('row' in result && result.row.phase === 'expired');
  });

  it('applies the status of a webhook that arrived before the answer and meant paid', async () => {
    const store = memoryStore();
    const { applied } = await begin({
      store,
      create: async () => {
        const [row] = await store.ofOrder('1001');
        await store.updateFacts(row!.paymentRef, row!.version, { earlyStatus: 'SETTLED' }, NOW);
        return created;
      },
    });
    assert.deepEqual(applied, [{ earlyStatus: 'SETTLED', id: 't1', expiresAt: undefined }]);
  });

  it('is that of a webhook which named its identifier before the answer', async () => {
    const store = memoryStore();
    const { result } = await begin({
      store,
      create: async () => {
        const [{ paymentRef }] = (await store.ofOrder('1001')) as [PaymentRow];
        await transitionNow(store, paymentRef, {
          phase: 'detected',
          status: 'DETECTED',
          serviceId: 't1',
          facts: {},
          at: NOW,
        });
        return created;
      },
    });
    assert.ok('row' in result && result.fresh && result.row.phase === 'detected');
  });

  it('without a coin asks for no minimum', async () => {
    const coins: string[] = [];
    const { result } = await begin({
      choice: {
        ...BITCOIN,
        method: 'wallet',
        coin: undefined,
        order: { ...ORDER, wallet: { payoutEmail: 'a@b.example', additionalInformation: undefined } },
      },
      create: async () => ({ id: 'p1', status: 'NEW', note: 'NOTE 1' }),
      minimumOf: async (coin) => (coins.push(coin), '1'),
    });
    assert.ok('row' in result && result.row.coin === '' && result.row.serviceId === 'p1');
    assert.deepEqual(coins, []);
  });

  it('does without the minimum when that cannot be read', async () => {
    const unreachable = new ServiceError('network', 'no answer', { sent: true });
    const { result, events } = await begin({ minimumOf: () => Promise.reject(unreachable) });
    assert.ok('row' in result && !('minimumTransactionCoin' in result.row.data));
    assert.deepEqual(
      events.map(({ type }) => type),
      ['minimum-unknown', 'payment-created'],
    );
  });
});

describe('a creation of less than the minimum of its coin', () => {
  it('is refused, and its address is shown to nobody', async () => {
    const stages: unknown[] = [];
    const store = memoryStore();
    const { result, rows, events } = await begin({
      store: {
        ...store,
        async setResponse(ref, response) {
          stages.push((await store.byPaymentRef(ref))?.stage);
          return store.setResponse(ref, response);
        },
      },
      minimumOf: async () => '0.00020001',
    });
    const [{ paymentRef, orderRef, stage, serviceId, data }] = rows as [PaymentRow];
    assert.deepEqual(result, { error: 'below-minimum' });
    assert.deepEqual([stages, stage, serviceId, data.problem], [['released'], 'released', 't1', 'below-minimum']);
    assert.equal(data.answer?.['tid'], 't1', 'its webhook is still accepted');
    assert.deepEqual(events, [{ type: 'below-minimum', paymentRef, orderRef, minimum: '0.00020001' }]);
    const again = await begin({ store });
    assert.deepEqual([again.result, again.count.created, again.count.admitted], [{ error: 'below-minimum' }, 0, 0]);
  });

  it('is tried again after ten minutes', async () => {
    for (const [age, created] of [
      [BELOW_MINIMUM_MS - 1, 0],
      [BELOW_MINIMUM_MS, 1],
    ] as const) {
      const store = memoryStore();
      const { paymentRef, data } = await earlier(store, { stage: 'creating', created: NOW - age });
      await store.release(paymentRef, {
        stage: 'creating',
        data: { ...data, problem: 'below-minimum' },
        at: NOW - age,
      });
      assert.equal((await begin({ store })).count.created, created);
    }
  });
});

describe('an answer to a creation', () => {
  it('that has the identifier of another payment is not shown', async () => {
    const store = memoryStore();
    const other = newPayment({ orderRef: '2' });
    await store.insert(other);
    await store.setResponse(other.paymentRef, { serviceId: 't1', status: 'NEW', data: other.data, at: NOW });
    const { result, rows, events } = await begin({ store });
    const [{ paymentRef, orderRef, stage, serviceId, data }] = rows as [PaymentRow];
    assert.deepEqual(result, { error: 'service-unavailable' });
    assert.deepEqual([stage, serviceId, data.problem], ['released', null, 'conflict']);
    assert.deepEqual(events, [{ type: 'creation-conflict', paymentRef, orderRef }]);
  });

  it('that comes when another request has given up the creation is not shown', async () => {
    const store = memoryStore();
    const { result, events } = await begin({
      store,
      create: async () => {
        const [{ paymentRef, data }] = (await store.ofOrder('1001')) as [PaymentRow];
        await store.release(paymentRef, { stage: 'creating', data, at: NOW });
        return created;
      },
    });
    assert.deepEqual([result, events], [{ error: 'busy', retryAfter: 5 }, []]);
    const [{ data }] = (await store.ofOrder('1001')) as [PaymentRow];
    assert.deepEqual([data.problem, !!data.answer], ['abandoned', true]);
  });
});

describe('a creation that fails', () => {
  const failWith = (code: ServiceError['code'], details: { sent: boolean; retryAfter?: number }) =>
    begin({ create: () => Promise.reject(new ServiceError(code, 'why', details)) });

  for (const [code, details, result, returned] of [
    ['busy', { sent: false, retryAfter: 7 }, { error: 'busy', retryAfter: 7 }, 1],
    ['busy', { sent: false }, { error: 'busy', retryAfter: 5 }, 1],
    ['rate-limited', { sent: true, retryAfter: 40 }, { error: 'busy', retryAfter: 40 }, 1],
    ['invalid-request', { sent: false }, { error: 'internal' }, 1],
    ['unsupported', { sent: false }, { error: 'internal' }, 1],
    ['network', { sent: false }, { error: 'service-unavailable', retryAfter: undefined }, 1],
    ['network', { sent: true }, { error: 'service-unavailable', retryAfter: undefined }, 0],
    ['service-error', { sent: true, retryAfter: 9 }, { error: 'service-unavailable', retryAfter: 9 }, 0],
    ['bad-answer', { sent: true }, { error: 'service-unavailable', retryAfter: undefined }, 0],
  ] as const)
    it(`by ${code}, ${details.sent ? 'sent' : 'not sent'}: ${JSON.stringify(result)}`, async () => {
      const failed = await failWith(code, details);
      assert.deepEqual(failed.result, result);
      assert.equal(failed.count.returned, returned, 'the creation counts unless the service certainly made none');
      const [{ paymentRef, orderRef, stage, data }] = failed.rows as [PaymentRow];
      assert.deepEqual([stage, data.problem], ['released', code]);
      const payment = { paymentRef, orderRef, method: 'crypto', coin: 'BTC', ...DATA };
      const event = { type: 'creation-failed', ...payment, code, sent: details.sent, reason: 'why' };
      assert.deepEqual(failed.events, [event]);
      assert.deepEqual(failed.delivered, [paymentRef], 'an early status is reported');
    });

  for (const [status, retryAfter] of [
    [503, 9],
    [500, undefined],
  ] as const)
    it(`with HTTP status ${status} gives the page ${retryAfter ? 'the time of the server' : 'no time'}`, async () => {
      const error = new ProviderError('service-error', 'why', { sent: true, status, retryAfter: 9 });
      const { result } = await begin({ create: () => Promise.reject(error) });
      assert.deepEqual(result, { error: 'service-unavailable', retryAfter });
    });

  it('reports what is known of the failure', async () => {
    const details = { sent: true, field: 'address', url: 'https://service.example/v1', status: 500 };
    const cause = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    const error = new ServiceError('network', 'no answer', { ...details, cause });
    const { events } = await begin({ create: () => Promise.reject(error) });
    const [{ field, url, status, reason }] = events as [Readonly<Record<string, unknown>>];
    assert.deepEqual([field, url, status, reason], ['address', details.url, 500, 'no answer (ECONNRESET)']);
  });

  it('by an error that is not of the service counts, and may have created a payment', async () => {
    const cause = new TypeError('x is undefined');
    const { result, events, count } = await begin({ create: () => Promise.reject(cause) });
    assert.deepEqual(result, { error: 'service-unavailable', retryAfter: undefined });
    const [mistake, failed] = events;
    assert.deepEqual([mistake?.['type'], mistake?.['cause']], ['internal-error', cause]);
    assert.deepEqual([failed?.['code'], failed?.['sent'], count.returned], ['internal', true, 0]);
  });
});

describe('a request for a payment', () => {
  it('gets the payment that there is, without a creation', async () => {
    const store = memoryStore();
    const row = await earlier(store);
    const { result, count } = await begin({ store });
    assert.deepEqual(result, { row, fresh: false });
    assert.deepEqual(count, { created: 0, admitted: 0, returned: 0 });
  });

  it('is refused for what the payments of its order are, which are read once', async () => {
    const store = memoryStore();
    const row = await earlier(store);
    const seen: unknown[] = [];
    const { result, count } = await begin({
      store,
      choice: { ...BITCOIN, order: { ...ORDER, paid: true } },
      review: async (rows) => (seen.push(rows), NONE_PAID),
    });
    assert.deepEqual([result, seen], [{ error: 'already-paid', paid: true }, [[row]]]);
    assert.deepEqual(count, { created: 0, admitted: 0, returned: 0 });
  });

  it('is answered when the provider cannot say what it offers, and fails when order() fails', async () => {
    const create = (error: Error) =>
      creations(memoryStore(), { find: () => Promise.reject(error) }).createPayment(
        requestOf(BITCOIN),
        VISITOR,
        () => undefined,
      );
    assert.deepEqual(await create(new UnavailableError('no currencies')), { error: 'service-unavailable' });
    const error = new Error('the database is down');
    await assert.rejects(create(error), error);
  });

  it('is refused from the end of the offer on, and for a method that the order does not have', async () => {
    const refused = async (fields: Partial<ReadOrder>) =>
      (await begin({ choice: { ...BITCOIN, order: { ...ORDER, ...fields } } })).result;
    assert.deepEqual(await refused({ expiresAt: new Date(NOW).toISOString() }), { error: 'offer-expired' });
    assert.ok('row' in (await refused({ expiresAt: new Date(NOW + 1).toISOString() })));
    assert.deepEqual(await refused({ methods: ['wallet'] }), { error: 'invalid-request', field: 'method' });
  });

  it('of a method without coins has none, although the order has one, and is no payment of another method', async () => {
    const store = memoryStore();
    const wallet = newPayment({ method: 'wallet', coin: '', data: DATA, at: NOW });
    await store.insert(wallet);
    const answer = { pid: 't0', status: 'NEW' };
    const response = { serviceId: 't0', status: 'NEW', data: { ...DATA, answer }, at: NOW };
    await store.setResponse(wallet.paymentRef, response);
    const payoutAddress = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
    const localcode = { currency: 'USD', payoutCryptoCoin: 'BTC', payoutAddress } as const;
    const order: ReadOrder = { ...ORDER, methods: ['wallet', 'localcode'], localcode };
    const { rows, count } = await begin({ store, choice: { ...BITCOIN, order, method: 'localcode' } });
    assert.equal(count.created, 1);
    assert.deepEqual(rows.map(({ method, coin }) => `${method} ${coin}`).sort(), ['localcode ', 'wallet ']);
  });

  it('of a client that has disconnected creates nothing', async () => {
    const { result, count, rows } = await begin({ signal: () => AbortSignal.abort() });
    assert.deepEqual(result, { error: 'invalid-request', field: 'connection' });
    assert.deepEqual([count.admitted, count.created, rows], [0, 0, []]);
    const present = await begin({ signal: () => new AbortController().signal });
    assert.equal(present.count.created, 1);
  });

  for (const [ofVisitor, limited] of [
    [true, { limited: true }],
    [false, {}],
  ] as const)
    it(`over the limit of ${ofVisitor ? 'its visitor' : 'the shop'} creates nothing`, async () => {
      const { result, count, rows } = await begin({ admit: async () => ({ after: 2_500, ofVisitor }) });
      assert.deepEqual(result, { error: 'busy', retryAfter: 2.5, ...limited });
      assert.deepEqual([count.created, rows], [0, []]);
    });

  it('over the limit gets the payment that another process has begun in between', async () => {
    const store = memoryStore();
    const { result, count } = await begin({
      store,
      admit: async () => {
        await earlier(store);
        return { after: 2_500, ofVisitor: true };
      },
    });
    assert.ok('row' in result && result.row.serviceId === 't0' && !result.fresh);
    assert.deepEqual([count.created, count.admitted], [0, 1]);
  });

  it('over the limit is refused although there is an outdated payment, which stays', async () => {
    const store = memoryStore();
    const row = await earlier(store, { data: { amount: '5', currency: 'USD' } });
    const { result } = await begin({ store, admit: async () => ({ after: 2_500, ofVisitor: false }) });
    assert.deepEqual(result, { error: 'busy', retryAfter: 2.5 });
    assert.deepEqual(await store.byPaymentRef(row.paymentRef), row);
  });

  it('replaces a payment of another amount while no money was seen for it', async () => {
    const store = memoryStore();
    const { paymentRef } = await earlier(store, { data: { amount: '5', currency: 'USD' } });
    const { result, count } = await begin({ store });
    assert.ok('row' in result && result.fresh && result.row.data.amount === '19.99');
    const old = await store.byPaymentRef(paymentRef);
    assert.deepEqual([old?.stage, old?.data.problem], ['released', 'replaced']);
    assert.equal(old?.data.answer?.['tid'], 't0', 'its webhook is still accepted');
    assert.equal(count.returned, 0);
  });

  it('keeps a payment of another amount when money is seen in between, and gives the creation back', async () => {
    const store = memoryStore();
    const { paymentRef } = await earlier(store, { data: { amount: '5', currency: 'USD' } });
    const count = { returned: 0 };
    const { result } = await begin({
      store,
      admit: async () => {
        await transitionNow(store, paymentRef, { phase: 'confirming', status: 'CONFIRMING', facts: {}, at: NOW });
        return { giveBack: () => void (count.returned += 1) };
      },
    });
    assert.ok('row' in result && !result.fresh && result.row.paymentRef === paymentRef);
    assert.deepEqual([count.returned, result.row.stage], [1, 'ready']);
  });

  it('creates nothing when an outdated payment is paid in between, and gives the creation back', async () => {
    const store = memoryStore();
    const { paymentRef } = await earlier(store, { data: { ...DATA, expiresAt: new Date(NOW).toISOString() } });
    let returned = 0;
    const { result, count } = await begin({
      store,
      admit: async () => {
        await transitionNow(store, paymentRef, { phase: 'paid', status: 'PAID', facts: {}, at: NOW });
        return { giveBack: () => void (returned += 1) };
      },
      review: async (rows) => ({ ...NONE_PAID, settling: rows.filter(({ phase }) => phase === 'paid') }),
    });
    assert.ok('error' in result && result.error === 'already-paid');
    assert.ok(typeof result.paid === 'object' && result.paid.paymentRef === paymentRef);
    assert.deepEqual([count.created, returned], [0, 1]);
  });

  it('does not wait for those of other orders, methods or coins', async () => {
    let admit = () => {};
    const isAdmitted = new Promise<void>((resolve) => (admit = resolve));
    let isFirst = true;
    const limit: CreationPorts['limit'] = {
      admit: async () => {
        if (isFirst) {
          isFirst = false;
          await isAdmitted;
        }
        return { giveBack: () => {} };
      },
    };
    const { createPayment: create } = creations(memoryStore(), { limit });
    const request = (orderRef: string) => create({ orderRef, method: 'crypto' }, VISITOR, () => undefined);
    const slow = request('1001');
    let isCreated = false;
    const other = request('2').then((result) => (isCreated = 'row' in result));
    await until(() => isCreated, 'the payment of the other order').finally(admit);
    await Promise.all([slow, other]);
  });

  it('takes over a creation that a crash has left, also when its early status was seen', async () => {
    const store = memoryStore();
    const { paymentRef } = await earlier(store, { stage: 'creating', created: NOW - CREATION_MS });
    await transitionNow(store, paymentRef, { phase: 'confirming', status: 'PAID', facts: { seenAt: NOW }, at: NOW });
    const { result } = await begin({ store });
    assert.ok('row' in result && result.fresh);
    const old = await store.byPaymentRef(paymentRef);
    assert.deepEqual([old?.stage, old?.data.problem], ['released', 'abandoned']);
  });

  it('waits for a creation that may still be answered', async () => {
    const store = memoryStore();
    const { paymentRef, data } = await earlier(store, { stage: 'creating', created: NOW - CREATION_MS + 30 });
    const waiting = begin({ store });
    await store.setResponse(paymentRef, { serviceId: 't0', status: 'NEW', data, at: NOW });
    const { result, count } = await waiting;
    assert.ok('row' in result && !result.fresh && result.row.serviceId === 't0');
    assert.equal(count.created, 0);
    const left = memoryStore();
    await earlier(left, { stage: 'creating', created: NOW - CREATION_MS + 30 });
    assert.deepEqual((await begin({ store: left })).result, { error: 'busy', retryAfter: 5 });
  });

  it('waits 20 seconds at most for another process, which may have been killed', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const store = memoryStore();
    await earlier(store, { stage: 'creating' });
    let isAnswered = false;
    const waiting = begin({ store }).finally(() => (isAnswered = true));
    await setImmediate();
    t.mock.timers.tick(19_999);
    await setImmediate();
    assert.equal(isAnswered, false);
    t.mock.timers.tick(1);
    assert.deepEqual((await waiting).result, { error: 'busy', retryAfter: 5 });
  });

  it('creates nothing after the checkout was closed, and still returns an existing payment', async () => {
    const closing = AbortSignal.abort();
    const { result, count } = await begin({ closing });
    assert.deepEqual(result, { error: 'busy', retryAfter: 5 });
    assert.deepEqual(count, { created: 0, admitted: 0, returned: 0 });
    const store = memoryStore();
    const row = await earlier(store);
    assert.deepEqual((await begin({ closing, store })).result, { row, fresh: false });
  });

  it('that loses against another process each time is told to come back, and gives each creation back', async () => {
    const { result, count } = await begin({ store: { ...memoryStore(), insert: async () => false } });
    assert.deepEqual(result, { error: 'busy', retryAfter: 5 });
    assert.deepEqual(count, { created: 0, admitted: 3, returned: 3 });
  });
});
