import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseOrder } from '../../../src/core/orders/order-answer.ts';
import { furthestPhase, isMoneyDetected, phases } from '../../../src/core/payments/phases.ts';

const read = (fields: object) => {
  const result = parseOrder({ order: '1001', amount: '5', currency: 'USD', methods: [], payments: [], ...fields });
  assert.ok(result.ok);
  return result.order;
};

it('a payment in place of an order is named', () => {
  const payment = { pid: '1', note: 'NW-1', amount: '5', currency: 'USD', status: 'NEW' };
  assert.deepEqual(parseOrder(payment), {
    ok: false,
    field: 'order',
    reason: 'it is a payment, for the tag of its method',
  });
});

describe('payments of an order that were paid beside it', () => {
  const paid = { id: 't-1', amount: '5', currency: 'USD', phase: 'paid' };

  it('are read under both names, with amounts as exact text', () => {
    const order = read({ mismatchedPayments: [paid], duplicatePayments: [{ ...paid, id: 't-2', amount: 7.5 }] });
    assert.deepEqual(order.mismatched, [paid]);
    assert.deepEqual(order.duplicates, [{ ...paid, id: 't-2', amount: '7.5' }]);
  });

  it('are none where the answer has none, or something else', () => {
    for (const odd of [undefined, null, true, 'x', {}, 7]) {
      const order = read({ mismatchedPayments: odd, duplicatePayments: odd });
      assert.deepEqual([order.mismatched, order.duplicates], [[], []]);
    }
  });

  it('are left out where a field of theirs cannot be shown', () => {
    const odd = [
      null,
      'paid',
      {},
      { ...paid, amount: 'five' },
      { ...paid, amount: '1'.repeat(201) },
      { ...paid, currency: undefined },
      { ...paid, currency: 'US\u202eD' },
      { ...paid, phase: 'PAID' },
      { ...paid, phase: 'detected' },
    ];
    assert.deepEqual(read({ mismatchedPayments: [...odd, paid] }).mismatched, [paid]);
  });

  it('have no number where theirs is missing or cannot be shown', () => {
    const { id, ...rest } = paid;
    for (const odd of [undefined, '', 7, `${id}\u202e`, 'x'.repeat(201)])
      assert.deepEqual(read({ duplicatePayments: [{ ...rest, id: odd }] }).duplicates, [rest]);
  });

  it('are five at most', () => {
    assert.equal(read({ mismatchedPayments: Array<object>(1_000).fill(paid) }).mismatched.length, 5);
  });
});

describe('how far an order is', () => {
  it('is its furthest payment for which money was seen', () => {
    assert.equal(furthestPhase([]), undefined);
    assert.equal(furthestPhase(['awaiting', 'expired', 'failed', 'cancelled', 'refunded', 'unknown']), undefined);
    assert.equal(furthestPhase(['detected', 'awaiting', 'confirming']), 'confirming');
    assert.equal(furthestPhase(['late', 'paid', 'underpaid']), 'paid');
    assert.deepEqual(
      phases.filter(isMoneyDetected),
      phases.filter((phase) => furthestPhase([phase]) === phase),
    );
  });
});
