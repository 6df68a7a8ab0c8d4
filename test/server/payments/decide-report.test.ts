import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compareDecimals, isFinal, isPaid, mayFollow, phaseOf, phases, type Phase } from '../../../src/core/index.ts';
import { reportSources } from '../../../src/server/observability/report-source.ts';
import { createReportApplier } from '../../../src/server/payments/apply-report.ts';
import {
  amountsWith,
  checkAmount,
  decideReport,
  isAllSeen,
  isDoubtful,
  isFirstEarly,
  isMoneySeen,
  mayMove,
  newFacts,
  phaseByAmount,
  type Decision,
} from '../../../src/server/payments/decide-report.ts';
import { readMoneyRules, type MoneyOptions } from '../../../src/server/payments/money-rules.ts';
import type { PaymentReport } from '../../../src/server/providers/report.ts';
import { memoryStore } from '../../../src/server/stores/memory.ts';
import type { PaymentRow } from '../../../src/server/stores/store.ts';
import { newPayment } from '../stores/contract.ts';
import { CREATED, rowOf } from './row.ts';

/** What the payer of these tests has to send, in the coin. */
const EXPECTED = '0.0004159';
const LOW = '0.0004';
const HIGH = '0.0005';

const END = new Date(CREATED + 60_000).toISOString();
const AFTER = CREATED + 120_000;

const answer = { tid: 't1', status: 'NEW', address: 'a', cryptoCoin: 'btc', cryptoAmountExpected: EXPECTED };
const data = { amount: '24.90', currency: 'EUR', answer };
const unanswered = { amount: '24.90', currency: 'EUR' };
const offer = { ...data, expiresAt: END };

/** A Bitcoin payment in a phase. */
const coinRow = (phase: Phase, fields: Partial<PaymentRow> = {}): PaymentRow =>
  rowOf({ method: 'crypto', coin: 'BTC', data, phase, knownPhase: phase, ...fields });

const decide = (row: PaymentRow, report: Partial<PaymentReport>, at = CREATED, options: MoneyOptions = {}) => {
  const rules = readMoneyRules({ afterExpiry: 'late', ...options });
  return decideReport(row, { source: 'webhook', ...report }, { rules, phaseOf: (status) => phaseOf(status) }, at);
};

interface Case {
  readonly name: string;
  readonly from?: Phase;
  /** Other fields of the payment before the report. */
  readonly row?: Partial<PaymentRow>;
  readonly report: Partial<PaymentReport>;
  readonly at?: number;
  readonly rules?: MoneyOptions;
  /** What is compared of the decision. */
  readonly gives: Partial<Omit<Decision, 'facts'>>;
  /** What is compared of its facts. */
  readonly facts?: Partial<Decision['facts']>;
  /** Whether it is early for the first time. */
  readonly isFirst?: boolean;
}

function testCases(cases: readonly Case[]): void {
  for (const { name, from = 'awaiting', row, report, at, rules, gives, facts = {}, isFirst } of cases)
    it(name, () => {
      const before = coinRow(from, row);
      const decision = decide(before, report, at, rules);
      assert.partialDeepStrictEqual(decision, gives);
      if (isFirst !== undefined) assert.equal(isFirstEarly(before, decision), isFirst);
      for (const [fact, value] of Object.entries(facts))
        assert.deepEqual(decision.facts[fact as keyof Decision['facts']], value, fact);
    });
}

const moves = (to: Phase) => ({ action: 'transition', to }) as const;
const keeps = (to: Phase) => ({ action: 'keep', to }) as const;

/** All of the money that was seen has gone again. */
const TAKEN_BACK = { ...moves('awaiting'), remaining: '0' };

describe('paid needs the money, as the same report says', () => {
  const seen = (last: string, highest = last) => ({ cryptoAmountReceived: last, highestReceived: highest });
  testCases([
    { name: 'no amount was ever reported', report: { status: 'PAID' }, gives: { ...moves('paid'), isCovered: true } },
    {
      name: 'its own amount is the price',
      report: { status: 'PAID', received: EXPECTED },
      gives: { ...moves('paid'), isCovered: true, hasOwnAmount: true },
      facts: { cryptoAmountReceived: EXPECTED, highestReceived: EXPECTED, seenAt: CREATED, fullAmountAt: CREATED },
    },
    {
      name: 'its own amount is too low',
      report: { status: 'PAID', received: LOW },
      gives: { ...moves('underpaid'), eventPhase: 'underpaid', isCovered: false },
      facts: { fullAmountAt: null },
    },
    { name: 'its own amount is more', report: { status: 'PAID', received: HIGH }, gives: moves('overpaid') },
    {
      name: 'overpaid stays overpaid with the price',
      report: { status: 'OVERPAID', received: EXPECTED },
      gives: moves('overpaid'),
    },
    {
      name: 'less within the tolerance is paid',
      report: { status: 'PAID', received: LOW },
      rules: { amountTolerance: '0.0001' },
      gives: { ...moves('paid'), isCovered: true },
    },
    {
      name: 'the noise of a double is no missing money',
      report: { status: 'PAID', received: '0.00041589999999999997' },
      gives: moves('paid'),
    },
    {
      name: 'without an amount, the last one was too low',
      from: 'confirming',
      row: seen(LOW),
      report: { status: 'PAID' },
      gives: { ...moves('underpaid'), isCovered: false, hasOwnAmount: false },
    },
    {
      name: 'without an amount, the last one was the price',
      from: 'confirming',
      row: seen(EXPECTED),
      report: { status: 'PAID' },
      gives: moves('paid'),
    },
    {
      name: 'its own amount counts, and not the last one',
      from: 'underpaid',
      row: seen(LOW),
      report: { status: 'PAID', received: EXPECTED },
      gives: moves('paid'),
    },
    {
      name: 'money that was seen and has gone again does not count',
      from: 'confirming',
      row: seen(EXPECTED),
      report: { status: 'PAID', received: '0' },
      gives: { ...moves('underpaid'), isCovered: false },
      facts: { cryptoAmountReceived: '0', highestReceived: EXPECTED, fullAmountAt: null },
    },
    {
      name: 'nor does it count for a later report without an amount',
      from: 'underpaid',
      row: seen('0', EXPECTED),
      report: { status: 'PAID' },
      gives: { ...keeps('underpaid'), isCovered: false },
    },
    {
      name: 'an amount that cannot be read is no claim of paid',
      report: { status: 'PAID', received: null },
      gives: { ...moves('confirming'), isCovered: true, isEarly: false },
      facts: { cryptoAmountReceived: undefined, fullAmountAt: undefined, earlyStatus: undefined },
    },
    {
      name: 'less than before counts, also in a webhook whose phase is outdated',
      from: 'confirming',
      row: seen(EXPECTED),
      report: { status: 'DETECTED', received: LOW },
      gives: { ...keeps('detected'), remaining: undefined },
      facts: { cryptoAmountReceived: LOW, fullAmountAt: null },
    },
    {
      name: 'too little for an expired payment is late, and nothing goes back to underpaid',
      from: 'expired',
      report: { status: 'PAID', received: LOW },
      gives: { ...moves('late'), isCovered: false },
    },
    {
      name: 'underpaid with the whole amount is confirming',
      report: { status: 'UNDERPAID', received: EXPECTED },
      gives: moves('confirming'),
      facts: { fullAmountAt: CREATED },
    },
    {
      name: 'underpaid goes on to confirming with the whole amount only',
      from: 'underpaid',
      row: seen(LOW),
      report: { status: 'CONFIRMING' },
      gives: keeps('confirming'),
    },
    {
      name: 'a payment without a coin has no amount to compare',
      row: { method: 'wallet', coin: '' },
      report: { status: 'PAID', received: null },
      gives: { ...moves('paid'), amount: undefined },
    },
  ]);
});

describe('paid, before the provider has answered the creation', () => {
  testCases([
    {
      name: 'is kept, because the price is not known yet',
      row: { data: unanswered },
      report: { status: 'PAID' },
      gives: { ...moves('confirming'), eventPhase: 'paid', isEarly: true },
      isFirst: false,
      facts: { earlyStatus: 'PAID' },
    },
    {
      name: 'is kept once',
      from: 'confirming',
      row: { data: unanswered },
      report: { status: 'PAID' },
      gives: keeps('confirming'),
      isFirst: true,
    },
    {
      name: 'is not kept again',
      from: 'confirming',
      row: { data: unanswered, earlyStatus: 'PAID' },
      report: { status: 'PAID' },
      gives: { ...keeps('confirming'), isEarly: true },
      isFirst: false,
    },
    {
      name: 'is not kept for a payment that has ended',
      from: 'failed',
      row: { data: unanswered },
      report: { status: 'PAID' },
      gives: { action: 'keep' },
      isFirst: false,
    },
    {
      name: 'is kept when the same word names another phase',
      row: { data: unanswered, earlyStatus: 'PAID' },
      report: { status: 'PAID', phase: 'confirming' },
      gives: moves('confirming'),
      facts: { earlyStatus: undefined },
    },
    {
      name: 'is kept after the answer, until it is applied',
      from: 'confirming',
      row: { earlyStatus: 'PAID' },
      report: { status: 'UNDERPAID' },
      gives: moves('underpaid'),
      facts: { earlyStatus: undefined },
    },
    {
      name: 'is removed when it is applied',
      from: 'confirming',
      row: { earlyStatus: 'PAID' },
      report: { status: 'PAID' },
      gives: moves('paid'),
      facts: { earlyStatus: null },
    },
  ]);
});

describe('a final phase stays', () => {
  const stays = (from: Phase, status: string): Case => ({
    name: `${status} after ${from}`,
    from,
    report: { status },
    gives: { action: 'keep' },
  });
  testCases([
    { name: 'a paid payment may be refunded', from: 'paid', report: { status: 'REFUNDED' }, gives: moves('refunded') },
    ...['NEW', 'DETECTED', 'UNDERPAID', 'OVERPAID', 'EXPIRED', 'FAILED', 'CANCELLED', 'HELD'].map((status) =>
      stays('paid', status),
    ),
    ...['PAID', 'OVERPAID', 'REFUNDED'].flatMap((status) => [stays('failed', status), stays('cancelled', status)]),
    stays('refunded', 'PAID'),
    {
      name: 'a chain without the money takes no paid payment back',
      from: 'paid',
      report: { source: 'chain', phase: 'awaiting', received: '0' },
      gives: keeps('awaiting'),
    },
  ]);
});

describe('an address is replaced only while nothing was seen: seenAt', () => {
  testCases([
    { name: 'not by the first status', report: { status: 'PENDING' }, gives: {}, facts: { seenAt: undefined } },
    {
      name: 'not by an amount of zero',
      report: { status: 'NEW', received: '0' },
      gives: {},
      facts: { seenAt: undefined },
    },
    {
      name: 'not by an unknown word',
      report: { status: 'HELD' },
      gives: moves('unknown'),
      facts: { seenAt: undefined },
    },
    { name: 'by a phase that needs money', report: { status: 'DETECTED' }, gives: {}, facts: { seenAt: CREATED } },
    {
      name: 'by an amount, whatever the phase',
      report: { status: 'NEW', received: '0.00000001' },
      gives: keeps('awaiting'),
      facts: { seenAt: CREATED },
    },
  ]);
});

describe('an offer ends', () => {
  const paid = { status: 'PAID', received: EXPECTED } as const;
  testCases([
    { name: 'paid before the end', row: { data: offer }, report: paid, at: CREATED + 59_999, gives: moves('paid') },
    { name: 'paid at the end is late', row: { data: offer }, report: paid, at: CREATED + 60_000, gives: moves('late') },
    {
      name: 'a shop that accepts it',
      row: { data: offer },
      report: paid,
      at: AFTER,
      rules: { afterExpiry: 'paid' },
      gives: moves('paid'),
    },
    {
      name: 'the whole amount was there in time',
      from: 'confirming',
      row: { data: offer, fullAmountAt: CREATED + 1 },
      report: paid,
      at: AFTER,
      gives: moves('paid'),
    },
    { name: 'the end that the provider named', row: { expiresAt: END }, report: paid, at: AFTER, gives: moves('late') },
    {
      name: 'the end that this report names',
      report: { ...paid, expiresAt: END },
      at: AFTER,
      gives: moves('late'),
    },
    {
      name: 'the end of the shop counts, and not that of the report',
      row: { data: offer },
      report: { ...paid, expiresAt: new Date(AFTER + 1).toISOString() },
      at: AFTER,
      gives: moves('late'),
    },
    {
      name: 'the first end of the provider counts',
      row: { expiresAt: new Date(AFTER + 1).toISOString() },
      report: { ...paid, expiresAt: END },
      at: AFTER,
      gives: moves('paid'),
    },
    {
      name: 'too little after the end is underpaid',
      row: { data: offer },
      report: { ...paid, received: LOW },
      at: AFTER,
      gives: moves('underpaid'),
    },
  ]);
});

describe('money', () => {
  it('is in time by the time that its source says, and never later than its report', () => {
    const judged = (report: Partial<PaymentReport>, fields: Partial<PaymentRow> = {}) => {
      const row = coinRow('awaiting', { data: offer, ...fields });
      const { to, facts } = decide(row, { phase: 'paid', received: EXPECTED, ...report }, AFTER);
      return [to, facts.fullAmountAt];
    };
    const at = (ms: number) => new Date(CREATED + ms).toISOString();
    assert.deepEqual(judged({}), ['late', AFTER]);
    assert.deepEqual(judged({ receivedAt: at(59_000) }), ['paid', CREATED + 59_000]);
    assert.deepEqual(judged({ receivedAt: at(60_000) }), ['late', CREATED + 60_000]);
    // The clock of a miner may be ahead.
    assert.deepEqual(judged({ receivedAt: at(7_200_000) }), ['late', AFTER]);
    // The earliest time that is known.
    assert.deepEqual(judged({ receivedAt: at(70_000) }, { fullAmountAt: CREATED }), ['paid', CREATED]);
    assert.deepEqual(judged({ receivedAt: at(59_000) }, { fullAmountAt: AFTER - 1 }), ['paid', CREATED + 59_000]);
    assert.deepEqual(judged({ receivedAt: at(59_000), received: LOW }), ['underpaid', null]);
    // The money has gone before: it counts from its return.
    assert.deepEqual(judged({ receivedAt: at(59_000) }, { source: 'chain' }), ['late', AFTER]);
  });
});

describe('a test payment', () => {
  testCases([
    {
      name: 'by this report is refused',
      report: { status: 'PAID', test: true },
      gives: { action: 'refuse', eventPhase: 'paid' },
      facts: { test: true },
    },
    { name: 'by an earlier one', row: { test: true }, report: { status: 'PAID' }, gives: { action: 'refuse' } },
    {
      name: 'by the answer of the service',
      row: { data: { ...data, answer: { ...answer, test: true } } },
      report: { status: 'OVERPAID', test: false },
      gives: { action: 'refuse' },
    },
    {
      name: 'before the answer',
      row: { data: unanswered },
      report: { status: 'PAID', test: true },
      gives: { action: 'refuse', eventPhase: 'paid' },
    },
    {
      name: 'is paid where the shop allows it',
      report: { status: 'PAID', test: true },
      rules: { allowTestPayments: true },
      gives: moves('paid'),
    },
    { name: 'goes through the other phases', report: { status: 'DETECTED', test: true }, gives: moves('detected') },
  ]);
});

describe('what a report says', () => {
  const verification = { source: 'webhook', status: 'PAID', since: CREATED, tries: 1 } as const;
  testCases([
    {
      name: 'its phase counts, and its word is stored',
      report: { status: 'PAID', phase: 'confirming' },
      gives: { ...moves('confirming'), status: 'PAID' },
    },
    {
      name: 'without a word, the known one stays',
      row: { status: 'NEW' },
      report: { phase: 'detected' },
      gives: { ...moves('detected'), status: 'NEW' },
    },
    {
      name: 'without any word, the phase is the word',
      row: { status: '' },
      report: { phase: 'detected' },
      gives: { status: 'detected' },
    },
    {
      name: 'without a word or a phase, there is no word',
      row: { status: '' },
      report: { confirmations: 2 },
      gives: { ...keeps('awaiting'), status: '' },
    },
    {
      name: 'with facts alone, the phase stays',
      from: 'confirming',
      report: { confirmations: 2 },
      gives: keeps('confirming'),
      facts: { confirmations: 2 },
    },
    {
      name: 'an unknown word is shown',
      report: { status: 'HELD' },
      gives: { ...moves('unknown'), status: 'HELD' },
    },
    {
      name: 'the same unknown word again changes nothing',
      row: { phase: 'unknown', status: 'HELD' },
      report: { status: 'HELD' },
      gives: keeps('unknown'),
    },
    {
      name: 'an unknown word of the answer to the creation is shown',
      row: { status: 'HELD' },
      report: { status: 'HELD' },
      gives: moves('unknown'),
    },
    {
      name: 'a word that has a meaning now moves the payment',
      row: { phase: 'unknown', status: 'PAID' },
      report: { status: 'PAID' },
      gives: moves('paid'),
    },
    {
      name: 'another unknown word is shown',
      row: { phase: 'unknown', status: 'HELD' },
      report: { status: 'IN_REVIEW' },
      gives: moves('unknown'),
    },
    {
      name: 'what is due is removed by an amount without it',
      from: 'underpaid',
      row: { due: '0.0001', cryptoAmountReceived: '0.0003' },
      report: { status: 'UNDERPAID', received: LOW },
      gives: {},
      facts: { due: null },
    },
    {
      name: 'also by the first amount',
      from: 'underpaid',
      row: { due: '0.0001' },
      report: { status: 'UNDERPAID', received: LOW },
      gives: {},
      facts: { due: null },
    },
    {
      name: 'what is due may come with an amount',
      report: { status: 'UNDERPAID', received: LOW, due: '0.0000159' },
      gives: moves('underpaid'),
      facts: { due: '0.0000159' },
    },
    {
      name: 'what is due stays with the same amount',
      report: { status: 'DETECTED', received: '0.00040' },
      row: { due: '0', cryptoAmountReceived: '0.0004' },
      gives: {},
      facts: { due: undefined },
    },
    {
      name: 'what is due may come without an amount',
      report: { status: 'UNDERPAID', due: '0.0001' },
      gives: moves('underpaid'),
      facts: { due: '0.0001' },
    },
    {
      name: 'what is due stays when there is no new amount',
      from: 'underpaid',
      row: { due: '0.0001' },
      report: { status: 'UNDERPAID' },
      gives: {},
      facts: { due: undefined },
    },
    {
      name: 'a report to verify ends with the payment',
      from: 'confirming',
      row: { verification },
      report: { status: 'FAILED' },
      gives: moves('failed'),
      facts: { verification: null },
    },
    {
      name: 'also by the chain',
      from: 'confirming',
      row: { verification },
      report: { source: 'chain', phase: 'failed' },
      gives: moves('failed'),
      facts: { verification: null },
    },
    {
      name: 'and when the provider has taken the money back: it reports paid again',
      from: 'confirming',
      row: { verification },
      report: { source: 'provider', phase: 'awaiting', received: '0' },
      gives: moves('awaiting'),
      facts: { verification: undefined },
    },
    {
      name: 'and is kept while the payment goes on',
      from: 'confirming',
      row: { verification },
      report: { status: 'UNDERPAID' },
      gives: moves('underpaid'),
      facts: { verification: undefined },
    },
    {
      name: 'and when the chain has taken the money back: its provider does not repeat it',
      from: 'confirming',
      row: { verification },
      report: { source: 'chain', phase: 'awaiting', received: '0' },
      gives: moves('awaiting'),
      facts: { verification },
    },
  ]);
});

describe('money that a chain source has seen', () => {
  it('is not taken back by a provider whose node does not have it yet', () => {
    const row = coinRow('detected', { source: 'chain', cryptoAmountReceived: EXPECTED, fullAmountAt: CREATED });
    for (const isJudged of [true, false]) {
      const { action, facts, remaining } = decide(row, {
        source: 'provider',
        phase: 'awaiting',
        received: '0',
        isJudged,
      });
      assert.deepEqual([action, facts, remaining], ['keep', {}, undefined], String(isJudged));
    }
    const settled = decide(row, { source: 'provider', phase: 'paid', received: EXPECTED, isJudged: true });
    assert.equal(settled.to, 'paid');
    assert.partialDeepStrictEqual(decide(row, { source: 'chain', phase: 'awaiting', received: '0' }), TAKEN_BACK);
  });
});

describe('an outdated report', () => {
  const report = { source: 'provider', status: 'NEW', received: '0', isJudged: true, test: true } as const;

  it('still says that a payment is a test, which is refused when it is called paid', () => {
    const row = coinRow('late', { source: 'chain', cryptoAmountReceived: EXPECTED, fullAmountAt: CREATED });
    const { action, facts } = decide(row, report);
    assert.deepEqual([action, facts], ['keep', { test: true }]);
    const marked = { ...row, ...newFacts(row, facts, report.source) } as PaymentRow;
    assert.equal(decide(marked, { status: 'PAID', received: EXPECTED }).action, 'refuse');
    assert.equal(decide(row, { status: 'PAID', received: EXPECTED }).to, 'paid', 'one that is no test');
  });
});

describe('a payment that the chain has moved, and that is called paid', () => {
  const claimed = (source: PaymentReport['source'], report: Partial<PaymentReport>, seenBy?: PaymentRow['source']) =>
    decide(coinRow('confirming', { source: seenBy, cryptoAmountReceived: EXPECTED }), { source, ...report }).facts
      .claimed;

  it('by a webhook or the provider: that is kept', () => {
    for (const source of reportSources.filter((each) => each !== 'chain'))
      assert.equal(claimed(source, { status: 'PAID' }, 'chain'), true, source);
  });

  it('by the chain itself, or is not called paid: there is nothing to keep', () => {
    assert.equal(claimed('chain', { phase: 'paid' }, 'chain'), undefined);
    assert.equal(claimed('webhook', { status: 'CONFIRMING' }, 'chain'), undefined);
    for (const seenBy of ['webhook', 'provider', undefined] as const)
      assert.equal(claimed('webhook', { status: 'PAID' }, seenBy), undefined, seenBy);
  });
});

describe('money that has gone again', () => {
  const gone = (from: Phase, report: Partial<PaymentReport>, isTakenBack: boolean): Case => ({
    name: `${report.source} says ${report.phase} with ${report.received} after ${from}: ${isTakenBack}`,
    from,
    report,
    gives: isTakenBack ? TAKEN_BACK : keeps('awaiting'),
  });
  testCases([
    ...(['detected', 'confirming', 'underpaid'] as const).flatMap((from) => [
      gone(from, { source: 'chain', phase: 'awaiting', received: '0' }, true),
      gone(from, { source: 'provider', phase: 'awaiting' }, true),
      gone(from, { source: 'webhook', phase: 'awaiting', received: '0' }, false),
      gone(from, { source: 'chain', phase: 'awaiting', received: LOW }, false),
      gone(from, { source: 'provider', phase: 'awaiting', received: null }, false),
    ]),
    ...(['awaiting', 'expired', 'late', 'paid', 'refunded'] as const).map((from) =>
      gone(from, { source: 'chain', phase: 'awaiting', received: '0' }, false),
    ),
  ]);
});

describe('a part of the money that has gone again', () => {
  const before = { cryptoAmountReceived: EXPECTED, transactions: ['a', 'b'] };
  const left = (report: Partial<PaymentReport>, fields: Partial<PaymentRow> = before) =>
    decide(coinRow('confirming', fields), { phase: 'confirming', ...report }).remaining;

  it('is reported by the chain when a transaction is gone, and less is left', () => {
    const chain = { source: 'chain', received: LOW } as const;
    assert.equal(left({ ...chain, transactions: ['a'] }), LOW);
    assert.equal(left({ ...chain, transactions: ['c'] }), LOW);
    assert.equal(left(chain), LOW);
    assert.equal(left({ ...chain, transactions: ['b', 'a'] }), undefined, 'all are there');
    assert.equal(left({ ...chain, transactions: ['a'] }, { ...before, transactions: undefined }), undefined);
    for (const received of [EXPECTED, HIGH])
      assert.equal(left({ ...chain, received, transactions: ['c'] }), undefined, received);
  });

  it('is reported by the provider, and not by a webhook, which may be outdated', () => {
    const report = { received: LOW, transactions: ['c'] };
    assert.equal(left({ ...report, source: 'provider' }), LOW);
    assert.equal(left({ ...report, source: 'webhook' }), undefined);
  });
});

describe('a source that has judged the amount', () => {
  const judge = (row: PaymentRow, report: Partial<PaymentReport>, at = CREATED) =>
    decide(row, { source: 'provider', isJudged: true, ...report }, at);

  it('decides: tolerance, added fees and marks of the shop hold', () => {
    for (const received of ['0', '0.000408', '0.00041987', '1']) {
      const report = { phase: 'paid', received } as const;
      const judged = judge(coinRow('underpaid'), report);
      assert.deepEqual([judged.action, judged.to, judged.isCovered], ['transition', 'paid', true], received);
      assert.notEqual(decide(coinRow('underpaid'), report).to, 'paid', received);
    }
  });

  it('leads from underpaid to detected, and by a webhook not back to awaiting', () => {
    assert.equal(judge(coinRow('underpaid'), { phase: 'detected', received: '0.000408' }).action, 'transition');
    const none = { phase: 'awaiting', received: '0' } as const;
    assert.equal(judge(coinRow('underpaid'), { ...none, source: 'webhook' }).action, 'keep');
    assert.partialDeepStrictEqual(judge(coinRow('underpaid'), none), TAKEN_BACK);
  });

  it('changes nothing when it was asked before what is known: the amount and its time stay', () => {
    const seen = coinRow('detected', { cryptoAmountReceived: EXPECTED, fullAmountAt: CREATED });
    const { action, facts } = judge(seen, { phase: 'awaiting', received: '0', source: 'webhook' }, AFTER);
    assert.deepEqual([action, facts], ['keep', {}]);
  });

  it('changes the amount when its phase is new or the same, and when it has no less', () => {
    for (const [from, phase, received, before] of [
      ['detected', 'underpaid', LOW, EXPECTED],
      ['underpaid', 'underpaid', '0.0002', LOW],
      ['confirming', 'detected', EXPECTED, LOW],
      ['confirming', 'detected', EXPECTED, EXPECTED],
    ] as const) {
      const { facts } = judge(coinRow(from, { cryptoAmountReceived: before }), { phase, received });
      assert.equal(facts.cryptoAmountReceived, received, `${phase} after ${from}`);
    }
  });

  it('has judged its own deadline; the end of the offer of the shop still counts', () => {
    const paid = { phase: 'paid', received: EXPECTED, expiresAt: END } as const;
    assert.equal(judge(coinRow('awaiting', { expiresAt: END }), paid, AFTER).to, 'paid');
    assert.equal(judge(coinRow('awaiting', { data: offer }), paid, AFTER).to, 'late');
  });

  it('says by its phase whether the whole amount is there', () => {
    const fullAmountAt = (phase: Phase, received: string) =>
      judge(coinRow('awaiting'), { phase, received }).facts.fullAmountAt;
    assert.equal(fullAmountAt('detected', '0.000408'), CREATED);
    assert.equal(fullAmountAt('paid', '0'), CREATED);
    assert.equal(fullAmountAt('underpaid', '0.0002'), null);
    assert.equal(fullAmountAt('expired', '0.0002'), null);
    assert.equal(fullAmountAt('unknown', '0.0002'), undefined);
  });
});

describe('a report about a paid payment', () => {
  it('is doubtful by its phase when it says that the money is not all there', () => {
    const doubtful = phases.filter((phase) => isDoubtful(decide(coinRow('paid'), { phase })));
    assert.deepEqual(doubtful, ['underpaid', 'unmatched', 'expired']);
  });

  it('is not doubtful by an amount that cannot be compared', () => {
    const wallet = rowOf({ phase: 'paid', knownPhase: 'paid' });
    assert.equal(isDoubtful(decide(wallet, { phase: 'paid', received: '0' })), false);
  });
});

describe('the new facts of a report', () => {
  const first = '2026-11-21T00:00:00.000Z';
  const row = coinRow('confirming', {
    ...{ cryptoAmountReceived: LOW, highestReceived: LOW, due: '0.1', confirmations: 1, confirmationsRequired: 2 },
    ...{ expiresAt: first, transactions: ['a'], test: true, seenAt: 1, fullAmountAt: 1, earlyStatus: 'PAID' },
  });

  for (const [name, given, added] of [
    ['none, when they are known', { ...row }, {}],
    ['none for an amount in other digits', { cryptoAmountReceived: `${LOW}0` }, {}],
    ['another amount', { cryptoAmountReceived: '0' }, { cryptoAmountReceived: '0' }],
    ['more confirmations', { confirmations: 2 }, { confirmations: 2 }],
    ['none for fewer confirmations', { confirmations: 0 }, {}],
    ['the first value stays', { expiresAt: 'x', seenAt: 2, confirmationsRequired: 9 }, {}],
    ['the last value stays', { due: '0.2', transactions: ['a', 'b'] }, { due: '0.2', transactions: ['a', 'b'] }],
    [
      'null removes',
      { due: null, fullAmountAt: null, earlyStatus: null },
      { due: null, fullAmountAt: null, earlyStatus: null },
    ],
    ['null removes nothing where there is nothing', { verification: null }, {}],
  ] as const)
    it(name, () => assert.deepEqual(newFacts(row, given), added));

  it('are fewer confirmations by the chain alone', () => {
    const counted = (confirmations: number, source: PaymentReport['source']) =>
      newFacts(coinRow('confirming', { confirmations: 2 }), { confirmations }, source).confirmations;
    assert.deepEqual([counted(1, 'chain'), counted(2, 'chain'), counted(3, 'chain')], [1, undefined, 3]);
    assert.deepEqual([counted(1, 'webhook'), counted(2, 'webhook'), counted(3, 'webhook')], [undefined, undefined, 3]);
    assert.deepEqual(newFacts(coinRow('confirming', { confirmations: 0 }), {}, 'webhook'), {});
  });

  it('are all of them, for a payment that has none', () => {
    const { cryptoAmountReceived, confirmations, expiresAt, test } = row;
    const facts = { cryptoAmountReceived, confirmations, expiresAt, test };
    assert.deepEqual(newFacts(coinRow('awaiting'), facts), facts);
    assert.deepEqual(newFacts(coinRow('awaiting'), { confirmations: 0 }), { confirmations: 0 });
    assert.deepEqual(newFacts(coinRow('awaiting'), { earlyStatus: null, verification: null }), {});
  });
});

describe('any sequence of reports', () => {
  const amounts = ['0', '0.0001', LOW, EXPECTED, HIGH];
  const statuses = ['NEW', 'CONFIRMING', 'UNDERPAID', 'PAID', 'PAID', 'PAID', 'EXPIRED', 'FAILED', 'HELD'];
  /** Absent in all but one of so many reports. */
  const seldom = <T>(value: fc.Arbitrary<T>, of: number) =>
    fc.oneof({ weight: of - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
  const reportOf = fc.record<PaymentReport>({
    source: fc.constantFrom(...reportSources),
    status: fc.option(fc.constantFrom(...statuses), { nil: undefined }),
    phase: seldom(fc.constantFrom(...phases), 4),
    received: fc.option(fc.option(fc.constantFrom(...amounts)), { nil: undefined }),
    confirmations: fc.option(fc.nat(3), { nil: undefined }),
    test: seldom(fc.boolean(), 10),
  });
  const isWhole = (amount: string | undefined) => amount === undefined || compareDecimals(amount, EXPECTED) >= 0;

  it('makes no payment paid without the money, moves none back, and counts each change with its source', async () => {
    let paid = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(reportOf, { minLength: 1, maxLength: 12 }), async (reports) => {
        const store = memoryStore();
        const { paymentRef, ...fields } = newPayment();
        await store.insert({ ...fields, paymentRef });
        await store.setResponse(paymentRef, { serviceId: 't1', status: 'NEW', data, at: CREATED });
        const applyReport = createReportApplier({
          ...{ store, delivery: { deliver: async () => {} }, verifyPayment: undefined, emit: () => {} },
          ...{ rules: readMoneyRules({}), phaseOf: (status) => phaseOf(status), now: () => CREATED },
        });
        let last: string | undefined;
        let isTest = false;
        for (const report of reports) {
          const before = (await store.byPaymentRef(paymentRef))!;
          const moved = await applyReport(before, report);
          const after = (await store.byPaymentRef(paymentRef))!;
          const [from, to] = [before.knownPhase, after.knownPhase];
          isTest ||= report.test === true;

          if (isPaid(to) && from !== to) {
            paid += 1;
            assert.notEqual(report.received, null);
            assert.ok(isWhole(report.received ?? last), `paid with ${report.received ?? last}`);
            assert.ok(!isTest, 'a test payment');
          }
          if (isFinal(from) && from !== to) assert.ok(isPaid(from) && to === 'refunded', `${from} to ${to}`);
          const isGone = to === 'awaiting' && (report.source === 'chain' || report.source === 'provider');
          assert.ok(from === to || mayFollow(from, to) || isGone, `${from} to ${to}`);

          const isSame = JSON.stringify({ ...after, version: 0 }) === JSON.stringify({ ...before, version: 0 });
          assert.equal(after.version, before.version + (isSame ? 0 : 1));
          assert.equal(moved !== undefined, before.phase !== after.phase || before.status !== after.status);
          assert.equal(after.source, moved ? report.source : before.source);
          last = after.cryptoAmountReceived;
        }
      }),
      { numRuns: 500 },
    );
    assert.ok(paid > 50, `${paid} payments were paid`);
  });
});

describe('the money rules that decide about a report', () => {
  const expected = '0.00031113';
  const low = { result: 'low', expected, isWhole: false } as const;
  const equal = { result: 'equal', expected, isWhole: true } as const;
  /** Within the tolerance. */
  const enough = { result: 'equal', expected, isWhole: false } as const;
  const high = { result: 'high', expected, isWhole: true } as const;

  /** The fields of a row that decide on its money. */
  const moneyRow = (coin: string, answer: object | undefined) => ({ coin, data: { answer } }) as unknown as PaymentRow;

  /** The amounts of a report that has this amount itself, or only an earlier one. */
  const own = (amount: string, highest = amount) => ({ own: amount, last: amount, highest });
  const earlier = (amount: string | undefined, highest = amount) => ({ own: undefined, last: amount, highest });

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
      ({ ...moneyRow('BTC', undefined), cryptoAmountReceived: last, highestReceived: highest }) as PaymentRow;
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
      assert.deepEqual(checkAmount(moneyRow('BTC', answer), received, rules), { result, expected, isWhole }, received);
    assert.equal(checkAmount(moneyRow('BTC', answer), undefined, rules), undefined);
    assert.equal(checkAmount(moneyRow('BTC', undefined), expected, rules), undefined);
    assert.equal(checkAmount(moneyRow('', { ...answer, tid: undefined, pid: 'p1' }), expected, rules), undefined);
    assert.equal(checkAmount(moneyRow('ETH', { ...answer, cryptoCoin: 'eth' }), '0.00031112', rules)?.result, 'low');
  });
});
