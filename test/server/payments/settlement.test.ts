import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Order } from '../../../src/server/index.ts';
import type { CheckoutEventData } from '../../../src/server/observability/events.ts';
import { readMoneyRules } from '../../../src/server/payments/money-rules.ts';
import {
  createSettlements,
  payerOf,
  settlingRow,
  toPaidPayment,
  type SettlementPorts,
} from '../../../src/server/payments/settlement.ts';
import type { FactsUpdate, PaymentRow } from '../../../src/server/store.ts';
import { CREATED, rowOf } from './row.ts';

/** How many reports a process remembers. */
const REPORTED_MAX = 10_000;

const ORDER = { amount: '19.99', currency: 'USD' } as Order;
const LARGER = { amount: '25.00', currency: 'USD' };

const paidRow = (fields: Partial<PaymentRow> = {}) => rowOf({ phase: 'paid', knownPhase: 'paid', ...fields });
const mismatchedRow = (paymentRef: string) => paidRow({ paymentRef, orderRef: paymentRef });

/** Settlements with a store that has these rows, and all that they write and report. */
function open(
  rows: readonly PaymentRow[] = [],
  change: Partial<SettlementPorts['store']> = {},
  order: unknown = ORDER,
) {
  const events: CheckoutEventData[] = [];
  const delivered: string[] = [];
  const written: FactsUpdate[] = [];
  const settlements = createSettlements({
    store: {
      byPaymentRef: async (ref) => rows.find(({ paymentRef }) => paymentRef === ref),
      ofOrder: async (ref) => rows.filter(({ orderRef }) => orderRef === ref),
      async updateFacts(_ref, version, facts) {
        written.push(facts);
        return version + 1;
      },
      async transition(ref, { facts }) {
        written.push(facts);
        return rows.find(({ paymentRef }) => paymentRef === ref);
      },
      ...change,
    } as SettlementPorts['store'],
    order: () => order as Order,
    deliver: async (ref) => void delivered.push(ref),
    rules: readMoneyRules({}),
    emit: (event) => void events.push(event),
    now: () => CREATED,
  });
  return { settlements, events, delivered, written, types: () => events.map(({ type }) => type) };
}

describe('the review of the payments of an order', () => {
  it('sorts those that are paid, and leaves out all others', async () => {
    const [paid, other, waiting] = [
      paidRow(),
      paidRow({ paymentRef: 'r2', data: { ...rowOf().data, amount: '5' } }),
      rowOf({ paymentRef: 'r3', data: { ...rowOf().data, amount: '5' } }),
    ];
    const { settlements, events, delivered } = open([paid, other, waiting]);
    const { settling, mismatched } = await settlements.review([paid, other, waiting], ORDER as never);
    assert.deepEqual([settling, mismatched, delivered], [[paid], [other], []]);
    assert.deepEqual(
      events.map((event) => 'paymentRef' in event && event.paymentRef),
      ['r2'],
    );
  });

  it('reports a mismatch once, and remembers a limited number of reports', async () => {
    const { settlements, events } = open();
    const review = (name: string) => settlements.review([mismatchedRow(name)], LARGER);
    for (let i = 0; i < REPORTED_MAX; i += 1) await review(`r${i}`);
    await review('r0');
    assert.equal(events.length, REPORTED_MAX);
    await review('one more');
    await review('r0');
    assert.equal(events.length, REPORTED_MAX + 2);
  });

  it('delivers a payment again that was reported as a mismatch and pays the order now', async () => {
    const row = paidRow({ mismatched: true });
    const { settlements, delivered, written } = open([row]);
    await settlements.review([row], ORDER as never);
    assert.deepEqual([delivered, written], [['r1'], [{ mismatched: null }]]);
  });

  it('leaves that to the process that has written it', async () => {
    const row = paidRow({ mismatched: true });
    const { settlements, delivered } = open([row], { transition: async () => undefined });
    await settlements.review([row], ORDER as never);
    assert.deepEqual(delivered, []);
  });

  it('is answered when the store fails, with an event', async () => {
    const row = paidRow({ mismatched: true });
    const cause = new Error('no disk');
    const { settlements, events } = open([row], { transition: () => Promise.reject(cause) });
    const { settling } = await settlements.review([row], ORDER as never);
    assert.deepEqual([settling, events], [[row], [{ type: 'internal-error', at: 'settlement', cause }]]);
  });
});

describe('the comparison of a paid payment with its order', () => {
  const compare = ({ settlements }: ReturnType<typeof open>) =>
    settlements.compare({ paymentRef: 'r1', orderRef: '1001' });

  it('is true when it pays the order as both are stored now', async () => {
    const opened = open([paidRow()]);
    assert.equal(await compare(opened), true);
    assert.deepEqual([opened.written, opened.events], [[], []]);
  });

  it('is false for a payment that is not paid any more, or not stored, whatever order() gives', async () => {
    for (const order of [ORDER, null]) {
      assert.equal(await compare(open([rowOf({ knownPhase: 'refunded' })], {}, order)), false);
      assert.equal(await compare(open([], {}, order)), false);
    }
  });

  it('is not known when order() gives none', async () => {
    assert.equal(await compare(open([paidRow()], {}, null)), undefined);
  });

  it('keeps and reports a mismatch, once', async () => {
    const opened = open([paidRow()], {}, LARGER);
    assert.equal(await compare(opened), false);
    assert.deepEqual([opened.written, opened.types()], [[{ mismatched: true }], ['payment-mismatch']]);
    const known = open([paidRow({ mismatched: true })], {}, LARGER);
    assert.equal(await compare(known), false);
    assert.deepEqual(known.written, []);
  });

  it('tries again when the payment has changed meanwhile, and gives up with an error', async () => {
    let tries = 0;
    const changed = open(
      [paidRow()],
      { updateFacts: async () => ((tries += 1) === 3 ? paidRow() : undefined) },
      LARGER,
    );
    assert.equal(await compare(changed), false);
    assert.equal(tries, 3);

    let all = 0;
    const busy = open(
      [paidRow()],
      { updateFacts: async () => ((all += 1) < 100 ? undefined : assert.fail('it does not end')) },
      LARGER,
    );
    await assert.rejects(compare(busy), /^Error: The payment changed 20 times while its mismatch was stored\.$/);
    assert.equal(all, 20);
  });

  it('has nothing to keep when the payment is not stored any more', async () => {
    let reads = 0;
    const opened = open([], { byPaymentRef: async () => ((reads += 1) === 1 ? paidRow() : undefined) }, LARGER);
    assert.equal(await compare(opened), false);
    assert.deepEqual(opened.written, []);
  });

  it('names order() when that fails', async () => {
    const cause = new Error('the database is down');
    const failed = { name: 'CallbackError', message: 'order() failed', cause };
    await assert.rejects(compare(open([paidRow()], {}, Promise.reject(cause))), failed);
  });

  it('names what is no amount of money', async () => {
    await assert.rejects(
      compare(open([paidRow()], {}, { amount: '1,99', currency: 'USD' })),
      /^TypeError: order\(\)\.amount: /,
    );
    const broken = paidRow({ data: { ...rowOf().data, amount: '1,99' } });
    await assert.rejects(compare(open([broken])), /^TypeError: payment\.amount: /);
  });
});

describe('the payment that pays an order', () => {
  const shown = paidRow({ paymentRef: 'shown' });
  const hidden = paidRow({ paymentRef: 'hidden', data: { amount: '19.99', currency: 'USD' } });
  const payer = (settling: readonly PaymentRow[], paid = false) =>
    payerOf({ settling, mismatched: [] }, { ...ORDER, paid } as never);

  it('is the first one that the payer may see, if there is one', () => {
    assert.equal(settlingRow({ settling: [hidden, shown], mismatched: [] }), shown);
    assert.equal(settlingRow({ settling: [hidden], mismatched: [] }), hidden);
    assert.equal(payer([hidden, shown]), shown);
  });

  it('is not named when its creation got no response, or the shop says that the order is paid', () => {
    assert.equal(payer([hidden]), true);
    assert.equal(payer([], true), true);
    assert.equal(payer([]), undefined);
  });
});

describe('an order that is paid twice', () => {
  const paid = (paymentRef: string) => paidRow({ paymentRef });
  const shown = (paymentRef: string) => ({ paymentRef, orderRef: '1001', ...ORDER }) as never;

  it('is reported once for each two payments, whichever is delivered first', async () => {
    const { settlements, events } = open([paid('a'), paid('bc')]);
    await settlements.reportIfPaidTwice(shown('a'));
    await settlements.reportIfPaidTwice(shown('bc'));
    assert.deepEqual(events, [{ type: 'order-paid-twice', paymentRef: 'a', orderRef: '1001', paidBy: 'bc' }]);
  });

  it('takes no two payments for others with the same letters', async () => {
    const rows = [paid('a'), paid('bc')];
    const { settlements, events } = open(rows);
    await settlements.reportIfPaidTwice(shown('a'));
    rows.splice(0, 2, paid('ab'), paid('c'));
    await settlements.reportIfPaidTwice(shown('ab'));
    assert.equal(events.length, 2);
  });
});

it('a payment of the service without an id has none in the answer for the browser', () => {
  const money = { amount: '19.99', currency: 'USD', phase: 'paid' };
  assert.deepEqual(toPaidPayment(paidRow()), { id: 'p1', ...money });
  assert.deepEqual(toPaidPayment(paidRow({ serviceId: null })), money);
});
