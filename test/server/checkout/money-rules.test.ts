import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { phases, type Phase } from '../../../src/core/index.ts';
import type { PaymentRow } from '../../../src/server/index.ts';
import {
  checkAmount,
  isAllSeen,
  isMoneySeen,
  phaseByAmount,
  readMoneyRules,
} from '../../../src/server/status/money-rules.ts';

const expected = '0.00031113';
const [low, equal, high] = (['low', 'equal', 'high'] as const).map((result) => ({ result, expected }));

/** The fields of a row that decide on its money. */
const rowOf = (coin: string, answer: object | undefined) => ({ coin, data: { answer } }) as unknown as PaymentRow;

describe('the money rules', () => {
  it('keep an expired or late payment late when too little is received', () => {
    for (const claimed of ['paid', 'overpaid'] as const)
      for (const from of phases) {
        const isOver = from === 'expired' || from === 'late';
        assert.equal(phaseByAmount(claimed, from, low), isOver ? 'late' : 'underpaid', from);
      }
  });

  it('use the received amount only to choose between paid and overpaid', () => {
    assert.equal(phaseByAmount('paid', 'awaiting', equal), 'paid');
    assert.equal(phaseByAmount('paid', 'awaiting', high), 'overpaid');
    assert.equal(phaseByAmount('paid', 'awaiting', undefined), 'paid');
    for (const claimed of phases.filter((phase) => phase !== 'paid' && phase !== 'overpaid'))
      for (const amount of [low, equal, high]) assert.equal(phaseByAmount(claimed, 'awaiting', amount), claimed);
  });

  it('see money in each phase that needs some, and in a received amount of more than zero', () => {
    const without: readonly Phase[] = ['awaiting', 'expired', 'failed', 'cancelled', 'unknown'];
    for (const phase of phases) assert.equal(isMoneySeen(phase, undefined), !without.includes(phase), phase);
    for (const phase of without) {
      assert.equal(isMoneySeen(phase, '0'), false, phase);
      assert.equal(isMoneySeen(phase, '0.00000001'), true, phase);
    }
  });

  it('decide by the amount whether the complete amount was seen, and without an amount by the phase', () => {
    assert.equal(isAllSeen('awaiting', undefined, undefined), undefined);
    assert.equal(isAllSeen('underpaid', '0.0001', low), false);
    assert.equal(isAllSeen('confirming', expected, equal), true);
    assert.equal(isAllSeen('unmatched', '1', high), true);
    assert.equal(isAllSeen('unmatched', undefined, undefined), undefined);
    assert.equal(isAllSeen('underpaid', undefined, undefined), false);
    assert.equal(isAllSeen('detected', undefined, undefined), true);
    assert.equal(isAllSeen('detected', '0', low), true, 'only confirmed money is counted');
    assert.equal(isAllSeen('detected', undefined, low), true);
  });

  it('compare a received amount with the expected one, within the tolerance of the coin', () => {
    const answer = { tid: 't1', cryptoCoin: 'btc', cryptoAmountExpected: expected };
    const rules = readMoneyRules({ amountTolerance: { BTC: '0.00000002' } });
    for (const [received, result] of [
      ['0.0003111', 'low'],
      ['0.00031111', 'equal'],
      [expected, 'equal'],
      ['0.00031115', 'equal'],
      ['0.00031116', 'high'],
    ] as const)
      assert.deepEqual(checkAmount(rowOf('BTC', answer), received, rules), { result, expected }, received);
    assert.equal(checkAmount(rowOf('BTC', answer), undefined, rules), undefined);
    assert.equal(checkAmount(rowOf('BTC', undefined), expected, rules), undefined);
    assert.equal(checkAmount(rowOf('', { ...answer, tid: undefined, pid: 'p1' }), expected, rules), undefined);
    assert.equal(checkAmount(rowOf('ETH', { ...answer, cryptoCoin: 'eth' }), '0.00031112', rules)?.result, 'low');
  });

  it('refuse an option that they cannot use', () => {
    for (const afterExpiry of ['never', '', null])
      assert.throws(() => readMoneyRules({ afterExpiry: afterExpiry as never }), /^TypeError: afterExpiry/);
    for (const amountTolerance of ['-1', 'x', null, { XYZ: '1' }, { BTC: '-1' }])
      assert.throws(() => readMoneyRules({ amountTolerance: amountTolerance as never }), /^TypeError: amountTolerance/);
  });
});
