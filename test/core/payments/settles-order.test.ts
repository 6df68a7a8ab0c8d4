import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { isPaid, phases, settlesOrder, type Phase } from '../../../src/core/index.ts';
import { isSameMoney } from '../../../src/core/payments/settles-order.ts';

const payment = { phase: 'paid' as Phase, amount: '19.99', currency: 'USD' };
const order = { amount: '19.99', currency: 'USD' };

describe('settlesOrder', () => {
  const warnings: string[] = [];
  before(() => void mock.method(console, 'warn', (text: string) => void warnings.push(text)));
  after(() => mock.restoreAll());

  it('warns once that a test payment settles nothing, and names checkout.settles', () => {
    const test = { ...payment, test: true };
    const dearer = { ...order, amount: '20' };
    settlesOrder(payment, order);
    settlesOrder(test, order, { allowTestPayments: true });
    settlesOrder(test, order, { allowTestPayments: false });
    settlesOrder({ ...test, phase: 'confirming' }, order);
    settlesOrder(test, dearer);
    assert.deepEqual(warnings, []);
    for (let n = 0; n < 3; n += 1) assert.equal(settlesOrder(test, order), false);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /^pay-elements: settlesOrder.*checkout\.settles\(payment, order\)/);
  });

  it('is true for the order’s amount and currency, however they are written', () => {
    for (const [amount, currency] of [
      ['19.99', 'USD'],
      ['19.990', 'usd'],
      [19.99, 'Usd'],
    ] as const)
      assert.equal(settlesOrder(payment, { amount, currency }), true, `${amount} ${currency}`);
    assert.equal(settlesOrder({ ...payment, amount: '0.1' }, { ...order, amount: '1e-1' }), true);
  });

  it('is false for any other amount or currency, larger ones too', () => {
    for (const [amount, currency] of [
      ['19.98', 'USD'],
      ['20', 'USD'],
      ['19.990000000000000001', 'USD'],
      ['19.99', 'EUR'],
    ] as const)
      assert.equal(settlesOrder(payment, { amount, currency }), false, `${amount} ${currency}`);
  });

  it('is false in every phase but paid and overpaid', () => {
    for (const phase of phases) {
      const isPaidPhase = phase === 'paid' || phase === 'overpaid';
      assert.equal(settlesOrder({ ...payment, phase }, order), isPaidPhase, phase);
      assert.equal(isPaid(phase), isPaidPhase, phase);
    }
  });

  it('is false for a test payment unless the shop allows it', () => {
    const test = { ...payment, test: true };
    assert.equal(settlesOrder(test, order), false);
    assert.equal(settlesOrder(test, order, {}), false);
    assert.equal(settlesOrder(test, order, { allowTestPayments: true }), true);
    assert.equal(settlesOrder(test, order, { allowTestPayments: 'no' as never }), false);
    assert.equal(settlesOrder({ ...payment, test: undefined }, order), true);
  });

  it('names the argument that it cannot compare', () => {
    for (const [wrong, message] of [
      [undefined, /^TypeError: order: /],
      [null, /^TypeError: order: /],
      ['19.99', /^TypeError: order: /],
      [{ currency: 'USD' }, /^TypeError: order\.amount: /],
      [{ amount: '1,99', currency: 'USD' }, /^TypeError: order\.amount: /],
      [{ amount: Number.NaN, currency: 'USD' }, /^TypeError: order\.amount: /],
      [{ amount: '19.99' }, /^TypeError: order\.currency: /],
      [{ amount: '19.99', currency: '' }, /^TypeError: order\.currency: /],
    ] as const)
      assert.throws(() => settlesOrder(payment, wrong as never), message);
    assert.throws(
      () => settlesOrder({ ...payment, amount: undefined as never }, order),
      /^TypeError: payment\.amount: /,
    );
    assert.throws(() => settlesOrder(undefined as never, order), /^TypeError: payment: /);
    const phase = /^TypeError: payment\.phase: one of awaiting, .* is needed, such as payment\.phase$/;
    assert.throws(() => settlesOrder({ ...payment, phase: 'PAID' as never }, order), phase);
    assert.throws(() => settlesOrder({ ...payment, phase: 'PAID' as never }, { ...order, amount: '20' }), phase);
    assert.throws(() => settlesOrder(order as never, payment), phase);
    for (const wrong of [undefined, 'PAID', payment, 'toString'])
      assert.throws(() => isPaid(wrong as never), /^TypeError: phase: one of awaiting, .*such as payment\.phase$/);
    assert.throws(() => isSameMoney(undefined as never, order), /^TypeError: a: /);
    assert.throws(() => isSameMoney(order, undefined as never), /^TypeError: b: /);
  });
});
