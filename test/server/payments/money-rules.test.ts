import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mayFollow, phases, type Phase } from '../../../src/core/index.ts';
import type { PaymentRow } from '../../../src/server/store.ts';
import {
  amountsWith,
  checkAmount,
  isAllSeen,
  isMoneySeen,
  mayMove,
  phaseByAmount,
  readMoneyRules,
} from '../../../src/server/payments/money-rules.ts';

const expected = '0.00031113';
const low = { result: 'low', expected, isWhole: false } as const;
const equal = { result: 'equal', expected, isWhole: true } as const;
/** Within the tolerance. */
const enough = { result: 'equal', expected, isWhole: false } as const;
const high = { result: 'high', expected, isWhole: true } as const;

/** The fields of a row that decide on its money. */
const rowOf = (coin: string, answer: object | undefined) => ({ coin, data: { answer } }) as unknown as PaymentRow;

/** The amounts of a report that has this amount itself, or only an earlier one. */
const own = (amount: string, highest = amount) => ({ own: amount, last: amount, highest });
const earlier = (amount: string | undefined, highest = amount) => ({ own: undefined, last: amount, highest });

describe('the money rules', () => {
  it('keep an expired or late payment late when too little is received', () => {
    for (const claimed of ['paid', 'overpaid'] as const)
      for (const from of phases) {
        const isOver = from === 'expired' || from === 'late';
        assert.equal(phaseByAmount(claimed, from, low, true), isOver ? 'late' : 'underpaid', from);
      }
  });

  it('use the received amount only to choose between paid and overpaid', () => {
    for (const isOwn of [true, false]) {
      assert.equal(phaseByAmount('paid', 'awaiting', equal, isOwn), 'paid');
      assert.equal(phaseByAmount('paid', 'awaiting', enough, isOwn), 'paid');
      assert.equal(phaseByAmount('overpaid', 'awaiting', enough, isOwn), 'overpaid');
      assert.equal(phaseByAmount('paid', 'awaiting', high, isOwn), 'overpaid');
      assert.equal(phaseByAmount('paid', 'awaiting', undefined, isOwn), 'paid');
      for (const claimed of phases.filter((phase) => phase !== 'paid' && phase !== 'overpaid' && phase !== 'underpaid'))
        for (const amount of [low, enough, equal, high, undefined])
          assert.equal(phaseByAmount(claimed, 'awaiting', amount, isOwn), claimed);
    }
  });

  it('call an underpaid payment confirming when its own report has the whole amount, without the tolerance', () => {
    for (const amount of [equal, high]) {
      assert.equal(phaseByAmount('underpaid', 'awaiting', amount, true), 'confirming');
      assert.equal(phaseByAmount('underpaid', 'awaiting', amount, false), 'underpaid');
    }
    for (const amount of [low, enough, undefined])
      assert.equal(phaseByAmount('underpaid', 'awaiting', amount, true), 'underpaid');
  });

  it('let detected and confirming follow underpaid with the whole amount only', () => {
    for (const to of ['detected', 'confirming'] as const) {
      for (const amount of [equal, enough, high]) assert.equal(mayMove('underpaid', to, amount), true);
      for (const amount of [low, undefined]) assert.equal(mayMove('underpaid', to, amount), false);
      assert.equal(mayMove('awaiting', to, low), true);
    }
    for (const to of ['expired', 'late', 'paid', 'refunded'] as const)
      assert.equal(mayMove('underpaid', to, undefined), true, to);
    for (const from of phases)
      for (const to of phases)
        if (from !== 'underpaid' && !(from === 'unmatched' && to === 'expired'))
          assert.equal(mayMove(from, to, low), mayFollow(from, to), `${from} to ${to}`);
    assert.equal(mayMove('unmatched', 'expired', undefined), false, 'the payer must not pay again');
    assert.equal(mayMove('confirming', 'detected', equal), false);
  });

  it('decide by the last reported amount, and keep the highest', () => {
    const row = (last?: string, highest?: string) =>
      ({ ...rowOf('BTC', undefined), cryptoAmountReceived: last, highestReceived: highest }) as PaymentRow;
    assert.deepEqual(amountsWith(row(), undefined), { own: undefined, last: undefined, highest: undefined });
    assert.deepEqual(amountsWith(row(), '2'), { own: '2', last: '2', highest: '2' });
    assert.deepEqual(amountsWith(row('3', '10'), undefined), { own: undefined, last: '3', highest: '10' });
    assert.deepEqual(amountsWith(row('3', '10'), '2'), { own: '2', last: '2', highest: '10' });
    assert.deepEqual(amountsWith(row('3', '10'), '11'), { own: '11', last: '11', highest: '11' });
    const old = amountsWith(row('3'), '2');
    assert.deepEqual(old, { own: '2', last: '2', highest: '3' }, 'a store that does not keep the highest amount');
  });

  it('see money in each phase that needs some, and in a received amount of more than zero', () => {
    const without: readonly Phase[] = ['awaiting', 'expired', 'failed', 'cancelled', 'unknown'];
    for (const phase of phases) assert.equal(isMoneySeen(phase, undefined), !without.includes(phase), phase);
    for (const phase of without) {
      assert.equal(isMoneySeen(phase, '0'), false, phase);
      assert.equal(isMoneySeen(phase, '0.00000001'), true, phase);
    }
  });

  it('decide by the amount whether the whole amount is there, and without an amount by the phase', () => {
    assert.equal(isAllSeen('underpaid', own('0.0001'), low), false);
    assert.equal(isAllSeen('underpaid', own('0.0003'), enough), true);
    assert.equal(isAllSeen('confirming', own(expected), equal), true);
    assert.equal(isAllSeen('confirming', own('1'), high), true);
    assert.equal(isAllSeen('confirming', earlier(expected), equal), true);
    assert.equal(isAllSeen('unmatched', own('1'), high), true);
    const none = earlier(undefined);
    assert.equal(isAllSeen('awaiting', none, undefined), undefined);
    assert.equal(isAllSeen('unmatched', none, undefined), undefined);
    assert.equal(isAllSeen('underpaid', none, undefined), false);
    assert.equal(isAllSeen('detected', none, undefined), true);
    assert.equal(isAllSeen('unknown', own('1'), undefined), true);
    assert.equal(isAllSeen('detected', own('0'), low), true, 'only confirmed money is counted');
    assert.equal(isAllSeen('detected', earlier('0'), low), true);
    assert.equal(isAllSeen('awaiting', own('0'), low), undefined);
    assert.equal(isAllSeen('underpaid', own('0'), low), false);
  });

  it('do not count money that has gone again, nor what underpaid does not confirm', () => {
    for (const phase of phases) {
      assert.equal(isAllSeen(phase, own('0', expected), low), false, phase);
      assert.equal(isAllSeen(phase, earlier('0', expected), low), false, phase);
      assert.equal(isAllSeen(phase, own('0.0001', expected), low), false, phase);
      assert.equal(isAllSeen(phase, own('1', '2'), undefined), false, `${phase}, with nothing to compare with`);
      assert.equal(isAllSeen(phase, own('0', '2'), undefined), false, `${phase}, with nothing to compare with`);
    }
    assert.equal(isAllSeen('underpaid', earlier(expected), equal), false);
    assert.equal(isAllSeen('confirming', own('1.0', '1'), undefined), true, 'the same amount in other digits');
  });

  it('compare a received amount with the expected one, within the tolerance of the coin', () => {
    const answer = { tid: 't1', cryptoCoin: 'btc', cryptoAmountExpected: expected };
    const rules = readMoneyRules({ amountTolerance: { BTC: '0.00000002' } });
    for (const [received, result, isWhole] of [
      ['0.0003111', 'low', false],
      ['0.00031111', 'equal', false],
      ['0.00031112', 'equal', false],
      [expected, 'equal', true],
      ['0.00031115', 'equal', true],
      ['0.00031116', 'high', true],
    ] as const)
      assert.deepEqual(checkAmount(rowOf('BTC', answer), received, rules), { result, expected, isWhole }, received);
    assert.equal(checkAmount(rowOf('BTC', answer), undefined, rules), undefined);
    assert.equal(checkAmount(rowOf('BTC', undefined), expected, rules), undefined);
    assert.equal(checkAmount(rowOf('', { ...answer, tid: undefined, pid: 'p1' }), expected, rules), undefined);
    assert.equal(checkAmount(rowOf('ETH', { ...answer, cryptoCoin: 'eth' }), '0.00031112', rules)?.result, 'low');
  });

  it('refuse an option that they cannot use', () => {
    for (const afterExpiry of ['never', '', null])
      assert.throws(() => readMoneyRules({ afterExpiry: afterExpiry as never }), /^ConfigurationError: afterExpiry/);
    for (const amountTolerance of ['-1', 'x', null, { XYZ: '1' }, { BTC: '-1' }])
      assert.throws(
        () => readMoneyRules({ amountTolerance: amountTolerance as never }),
        /^ConfigurationError: amountTolerance/,
      );
  });
});
