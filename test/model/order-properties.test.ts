import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findCoin } from '../../src/core/coins/coin.ts';
import { choiceOf, parseOrder, type Choice } from '../../src/core/orders/order-answer.ts';
import { parsePayment } from '../../src/core/payments/public-payment.ts';
import { idOf, type PublicPayment } from '../../src/core/payments/payment.ts';
import { isPaidPhase, mayFollow, phaseFacts, phases, type Phase } from '../../src/core/payments/phases.ts';
import { next } from '../../src/model/order-changes.ts';
import { OrderModel } from '../../src/model/order-model.ts';
import { initialOrder, type OrderChange, type OrderSnapshot } from '../../src/model/order-snapshot.ts';
import { pollerCount } from '../../src/model/poller.ts';
import { crypto, localcode, wallet } from '../support/payments.ts';
import { createPage, json, text, type FakePage, type SentRequest } from './fake-page.ts';

const CHOICES: readonly Choice[] = [
  { method: 'crypto', coin: findCoin('BTC') },
  { method: 'wallet' },
  { method: 'localcode' },
];
const METHODS = [{ method: 'crypto', coins: [{ symbol: 'BTC' }] }, { method: 'wallet' }, { method: 'localcode' }];
const FIELDS = { order: '1001', amount: '48.20', currency: 'USD', methods: METHODS };

/** Longer than the timeout of a request. Milliseconds. */
const DELAY_MAX = 61_000;

const hasEnded = (phase: Phase) => !!phaseFacts(phase).ended;

/** What happens to a response on its way, and whether it arrives at once. */
interface Delivery {
  readonly fault: 'none' | 'not sent' | 'lost' | 'error' | 'garbage' | 'busy';
  /** Milliseconds. */
  readonly delay: number;
}

interface ShopPayment {
  readonly id: string;
  readonly choice: number;
  phase: Phase;
  version: number;
  /** Whether the page has created the payment or was told of it, and was not told that it has ended. */
  isKnown: boolean;
}

/**
 * A shop that creates a payment for every request: it has no protection of its own against two payments for a choice.
 * It also records what the page could know.
 */
class Shop {
  readonly payments: ShopPayment[] = [];
  readonly wrong: string[] = [];
  /** Each payment and phase that has arrived at the page: `p1 paid`. */
  readonly arrived = new Set<string>();
  isPaidOtherwise = false;
  hasToldOfPaidOrder = false;
  /** The creations in progress. */
  readonly creations = new Set<SentRequest>();
  deliveries: readonly Delivery[];
  #count = 0;
  #at = 0;

  constructor(deliveries: readonly Delivery[]) {
    this.deliveries = deliveries;
  }

  add(choice: number): ShopPayment {
    const payment = { id: `p${++this.#count}`, choice, phase: 'awaiting', version: 1, isKnown: false } as const;
    this.payments.push({ ...payment });
    return this.payments.at(-1)!;
  }

  /** As the page would, another tab continues a payment that is in progress. */
  createFromOtherTab(choice: number) {
    if (!this.payments.some((each) => each.choice === choice && !hasEnded(each.phase))) this.add(choice);
  }

  move(at: number, phase: Phase) {
    const payment = this.payments[at % (this.payments.length || 1)];
    if (!payment || !mayFollow(payment.phase, phase)) return;
    payment.phase = phase;
    payment.version++;
  }

  async answer(request: SentRequest, wait: (ms: number) => Promise<void>): Promise<Response> {
    const { creations } = this;
    if (!request.body) return this.#respond(request, wait);
    if (creations.size) this.wrong.push('two creations at a time');
    creations.add(request);
    request.signal.addEventListener('abort', () => creations.delete(request));
    return this.#respond(request, wait).finally(() => creations.delete(request));
  }

  async #respond(request: SentRequest, wait: (ms: number) => Promise<void>): Promise<Response> {
    const { fault, delay } = this.deliveries[this.#at++ % this.deliveries.length]!;
    const isHandled = fault === 'none' || fault === 'lost';
    const respond = isHandled ? this.#handle(request) : undefined;
    await wait(delay);
    if (request.signal.aborted || fault === 'lost' || fault === 'not sent') throw new TypeError('no response');
    return respond ? respond() : FAULTS[fault as keyof typeof FAULTS]();
  }

  /** Handles a request now. The result is called when the response arrives. */
  #handle({ path, body }: SentRequest): () => Response {
    if (body) return this.#create(CHOICES.findIndex(({ method }) => method === body.method));
    const [, id] = /\/status\/(.*)$/.exec(path) ?? [];
    const wanted = this.payments.filter((each) => !id || each.id === id);
    const states = wanted.map((each) => ({ payment: each, phase: each.phase, json: toJson(each) }));
    const arrive = () => {
      for (const { payment, phase } of states) {
        payment.isKnown = !hasEnded(phase);
        this.arrived.add(`${payment.id} ${phase}`);
      }
    };
    if (id)
      return () => {
        arrive();
        return states[0] ? json(states[0].json) : json({}, 404);
      };
    const paid = states.find(({ phase }) => isPaidPhase(phase))?.json ?? (this.isPaidOtherwise || undefined);
    return () => {
      arrive();
      this.hasToldOfPaidOrder ||= !!paid;
      return json({ ...FIELDS, payments: states.map((each) => each.json), paid });
    };
  }

  #create(choice: number): () => Response {
    const known = this.payments.find((each) => each.choice === choice && each.isKnown && !hasEnded(each.phase));
    if (known) this.wrong.push(`another payment for a choice whose payment ${known.id} is known`);
    const payment = this.add(choice);
    payment.isKnown = true;
    return () => {
      this.arrived.add(`${payment.id} awaiting`);
      return json(toJson({ ...payment, phase: 'awaiting', version: 1 }), 201);
    };
  }
}

const FAULTS = {
  error: () => json({}, 502),
  garbage: () => text('<html>'),
  busy: () => json({ error: { code: 'busy' } }, 429, { 'retry-after': '20' }),
};

function toJson({ id, choice, phase, version }: Omit<ShopPayment, 'isKnown'>): object {
  const fields = { status: phase.toUpperCase(), phase, version, statusUrl: `/pay/status/${id}` };
  if (choice === 0) return crypto({ ...fields, tid: id });
  return choice === 1 ? wallet({ ...fields, pid: id }) : localcode({ ...fields, bid: id });
}

/** What the payer does, and what happens to the page. */
const ACTS = {
  leave: ({ model }) => model.leave(),
  retry: ({ model }) => model.retry(),
  refresh: ({ model }) => model.refresh(),
  // The element offers it only for a payment that has ended.
  chooseSame: ({ model }) => hasEnded(model.payment?.snapshot.payment?.phase ?? 'unknown') && model.chooseSame(),
  disconnect: ({ model }) => model.disconnect(),
  connect: ({ model }) => model.connect(),
  hide: ({ page }) => page.hide(),
  show: ({ page }) => page.show(),
  restore: ({ page }) => page.restore(),
  offline: ({ page }) => page.setOnline(false),
  online: ({ page }) => page.setOnline(true),
  paidOtherwise: ({ shop }) => (shop.isPaidOtherwise = true),
} satisfies Record<string, (world: World) => unknown>;

interface World {
  readonly model: OrderModel;
  readonly page: FakePage;
  readonly shop: Shop;
}

type Action =
  | { readonly choose: number }
  | { readonly wait: number }
  | { readonly move: number; readonly to: Phase }
  | { readonly otherTab: number }
  | { readonly act: keyof typeof ACTS };

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ choose: fc.nat(2) }) },
  { weight: 4, arbitrary: fc.record({ wait: fc.nat(70_000) }) },
  { weight: 3, arbitrary: fc.record({ move: fc.nat(3), to: fc.constantFrom(...phases) }) },
  { weight: 1, arbitrary: fc.record({ otherTab: fc.nat(2) }) },
  { weight: 6, arbitrary: fc.record({ act: fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[])) }) },
);

async function run(action: Action, { model, page, shop }: World): Promise<void> {
  if ('choose' in action) model.choose(CHOICES[action.choose]!);
  else if ('wait' in action) await page.turn(action.wait);
  else if ('move' in action) shop.move(action.move, action.to);
  else if ('otherTab' in action) shop.createFromOtherTab(action.otherTab);
  else await ACTS[action.act]({ model, page, shop });
  await page.settle();
}

const delivery: fc.Arbitrary<Delivery> = fc.record({
  fault: fc.oneof(
    { weight: 4, arbitrary: fc.constant('none' as const) },
    { weight: 3, arbitrary: fc.constantFrom('not sent', 'lost', 'error', 'garbage', 'busy') },
  ),
  delay: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: DELAY_MAX })),
});

/** Records in `shop.wrong` what must not be: nobody would catch what a listener throws. */
function check({ model, shop }: World) {
  const { snapshot, payment } = model;
  const { problem, shown } = snapshot;
  const expect = (isRight: boolean, what: string) => void (isRight || shop.wrong.push(what));
  expect(Object.isFrozen(snapshot), 'not frozen');
  expect(!(shown && problem), 'a payment and a problem');
  expect(problem?.code !== 'already-paid' || shop.hasToldOfPaidOrder, 'already paid, without a report');
  for (const each of [payment?.snapshot.payment, snapshot.payment]) {
    if (!each || !isPaidPhase(each.phase)) continue;
    expect(shop.arrived.has(`${idOf(each)} ${each.phase}`), `${each.phase}, without a report`);
  }
}

async function runAll(actions: readonly Action[], deliveries: readonly Delivery[], create: string) {
  const shop = new Shop(deliveries);
  const page = createPage((request) =>
    shop.answer(request, (ms) => (ms ? new Promise((done) => page.wait(done, ms)) : Promise.resolve())),
  );
  const model = new OrderModel(page.ports);
  const world = { model, page, shop };
  model.subscribe(() => check(world));
  model.set({ src: '/pay/orders/1001', create });
  model.connect();
  for (const each of actions) {
    await run(each, world);
    check(world);
    assert.deepEqual(shop.wrong, []);
  }
  model.disconnect();
  await page.settle();
  assert.equal(pollerCount(page.ports), 0);
  // Responses of cancelled requests are timers of the test.
  await page.turn(DELAY_MAX);
  assert.deepEqual([page.active, shop.creations.size], [0, 0], 'nothing is left behind');
}

describe('the model of an order, in any sequence of events', () => {
  it('creates no second payment for a choice, has one creation in progress, and shows paid only when reported', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 40 }),
        fc.array(delivery, { minLength: 1, maxLength: 12 }),
        fc.constantFrom('auto', 'click'),
        runAll,
      ),
      { numRuns: 1_500 },
    ));
});

describe('next(order, event)', () => {
  const payment = (id: string, choice: number, phase: Phase): PublicPayment => {
    const read = parsePayment(toJson({ id, choice, phase, version: 1 }));
    assert.ok(read.ok);
    return read.payment;
  };
  const anyPayment = fc
    .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(...phases))
    .map(([id, phase]) => payment(id, id.charCodeAt(0) - 97, phase));
  const anyOrder = fc
    .record({
      payments: fc.uniqueArray(anyPayment, { maxLength: 3, selector: idOf }),
      paid: fc.option(
        fc.oneof(
          fc.constant(true),
          anyPayment.filter(({ phase }) => isPaidPhase(phase)),
        ),
        { nil: undefined },
      ),
      soldOut: fc.boolean(),
      methods: fc.constantFrom(METHODS, METHODS.slice(1, 2), []),
    })
    .map((fields) => {
      const read = parseOrder({ ...FIELDS, ...fields });
      assert.ok(read.ok);
      return read.order;
    });
  const isOnline = fc.boolean();
  const change: fc.Arbitrary<OrderChange> = fc.oneof(
    fc.record({
      type: fc.constant('given'),
      inputs: fc.record({ src: fc.constantFrom('', '/1', '/2'), create: fc.constantFrom('auto', 'click') }),
      url: fc.constantFrom(undefined, 'https://shop.example/pay/orders/1'),
      lastShownId: fc.constantFrom(undefined, 'a'),
    } as const),
    fc.record({
      type: fc.constantFrom(
        'connected',
        'disconnected',
        'restored',
        'refreshed',
        'left',
        'retry-due',
        'check-due',
        'dispatched',
      ),
    } as const),
    fc.record({ type: fc.constantFrom('retried', 'chosen-again'), isOnline } as const),
    fc.record({ type: fc.constant('chosen'), choice: fc.constantFrom(...CHOICES), isOnline } as const),
    fc.record({
      type: fc.constant('order-answered'),
      reading: fc.oneof(
        anyOrder.map((order) => ({ order })),
        fc.constantFrom({ failure: 'no response' }, { failure: 'HTTP 503', retryAfter: 5 }, {
          problem: { code: 'unknown-order', reason: '' },
        } as const),
      ),
    } as const),
    fc.record({
      type: fc.constant('creation-answered'),
      creation: fc.oneof(
        anyPayment.map((each) => ({ payment: each })),
        fc.constantFrom(undefined, { busy: true, after: 5 } as const, { busy: true, after: undefined } as const),
      ),
      backOff: fc.nat(),
    } as const),
  );

  /** What must be so after each event, whatever happened before. */
  function checkNext(before: OrderSnapshot, now: OrderSnapshot) {
    assert.ok(Object.isFrozen(now));
    assert.ok(!(now.shown && now.problem), 'a payment or a problem');
    assert.ok(!now.shown || now.payment, 'a payment that is shown is followed');
    assert.equal(!!now.payment, !!now.given);
    if (now.payment) assert.equal(idOf(now.payment), idOf(now.given!));
    if (!now.isConnected) assert.deepEqual([now.request, now.check, now.retry].filter(Boolean), []);
    const { request } = now;
    if (request?.type !== 'create' || request === before.request) return;
    assert.ok(now.order, 'an order whose payment is created');
    assert.equal(request.choice, now.pending);
    assert.ok(before.request?.type !== 'create', 'one creation at a time');
    const isKnown = now.payments.some(
      (each) => choiceOf(each).method === request.choice.method && !hasEnded(each.phase),
    );
    assert.ok(!isKnown, 'no second payment for a choice');
  }

  /** The payments that an event reports. */
  function reportsOf(event: OrderChange): readonly PublicPayment[] {
    if (event.type === 'creation-answered')
      return event.creation && 'payment' in event.creation ? [event.creation.payment] : [];
    if (event.type !== 'order-answered' || !('order' in event.reading)) return [];
    const { payments, paid } = event.reading.order;
    return paid && paid !== true ? [...payments, paid] : payments;
  }

  it('shows a payment as paid, and an order as already paid, only when a response said so', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        let now = initialOrder;
        const paidIds = new Set<string>();
        let isOrderPaid = false;
        changes.forEach((event, index) => {
          const before = now;
          now = next(before, { ...event, at: index * 10_000 });
          for (const each of reportsOf(event)) if (isPaidPhase(each.phase)) paidIds.add(idOf(each));
          isOrderPaid ||= event.type === 'order-answered' && 'order' in event.reading && !!event.reading.order.paid;
          checkNext(before, now);
          if (now.payment && isPaidPhase(now.payment.phase)) assert.ok(paidIds.has(idOf(now.payment)));
          if (now.problem?.code === 'already-paid') assert.ok(isOrderPaid);
        });
      }),
      { numRuns: 3_000 },
    );
  });

  it('shows the payment of a choice that has one, and creates one for any other', () => {
    fc.assert(
      fc.property(anyOrder, fc.constantFrom(...CHOICES), (order, choice) => {
        const changes: OrderChange[] = [
          {
            type: 'given',
            inputs: { src: '/1', create: 'click' },
            url: 'https://shop.example/1',
            lastShownId: undefined,
          },
          { type: 'connected' },
          { type: 'order-answered', reading: { order } },
          { type: 'left' },
          { type: 'chosen', choice, isOnline: true },
        ];
        const now = changes.reduce((before, each) => next(before, { ...each, at: 0 }), initialOrder);
        const known = order.payments.findLast(
          (each) => choiceOf(each).method === choice.method && !hasEnded(each.phase),
        );
        assert.deepEqual([now.shown?.payment, now.request?.type], known ? [known, undefined] : [undefined, 'create']);
      }),
    );
  });
});
