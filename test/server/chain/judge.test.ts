import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Transfer, Transfers } from '../../../src/server/chain/index.ts';
import type { PaymentReport } from '../../../src/server/providers/report.ts';
import {
  isLagging,
  judgeAddress,
  takeSecondLook,
  type ChainPayment,
  type ChainRules,
} from '../../../src/server/chain/judge.ts';

const NOW = Date.UTC(2026, 10, 24, 12);
const MINUTE = 60_000;
const CREATED = NOW - 30 * MINUTE;

const rules: ChainRules = {
  confirmationsOf: () => 2,
  toleranceOf: () => '0',
  trust: 'webhook',
  webhookWithin: 15 * MINUTE,
  decideAfter: 60 * MINUTE,
  whenUnreachable: 'wait',
};
const trusting: ChainRules = { ...rules, trust: 'chain' };

const payment = (fields: Partial<ChainPayment> = {}): ChainPayment => ({
  paymentRef: 'p1',
  orderRef: '1001',
  coin: 'BTC',
  address: 'bc1qdeposit',
  expected: '0.003',
  minimum: '0.0001',
  created: CREATED,
  phase: 'awaiting',
  ...fields,
});

let count = 0;
const transfer = (amount: string, confirmations = 0, fields: Partial<Transfer> = {}): Transfer => ({
  transaction: `t${(count += 1)}`,
  index: 0,
  amount,
  confirmations,
  at: CREATED + 5 * MINUTE,
  ...fields,
});
const look = (...transfers: Transfer[]): Transfers => ({ transfers, tip: { height: 800_000, at: NOW - MINUTE } });

/** The only report for a payment, without its source, transactions and time. */
function reportFor(one: ChainPayment, transfers: readonly Transfer[], by = rules) {
  const { reports, events } = judgeAddress([one], look(...transfers), by, NOW);
  assert.ok(reports.length <= 1);
  const found: Partial<PaymentReport> = reports[0]?.report ?? {};
  const { source, transactions, receivedAt: _receivedAt, ...report } = found;
  if (reports.length > 0) assert.equal(source, 'chain');
  return { report: reports.length > 0 ? report : undefined, transactions, events: events.map(({ type }) => type) };
}

describe('transfers to the address of one payment', () => {
  it('reports nothing while nothing has arrived', () => {
    assert.deepEqual(reportFor(payment(), []), { report: undefined, transactions: undefined, events: [] });
  });

  it('reports the whole amount as detected, then as confirming with real counts', () => {
    const counts = { received: '0.003', confirmationsRequired: 2 };
    assert.deepEqual(reportFor(payment(), [transfer('0.003')]).report, {
      ...counts,
      phase: 'detected',
      confirmations: 0,
    });
    assert.deepEqual(reportFor(payment(), [transfer('0.003', 1)]).report, {
      ...counts,
      phase: 'confirming',
      confirmations: 1,
    });
  });

  it('never reports paid by the chain alone, unless the shop trusts it', () => {
    const sent = [transfer('0.003', 6)];
    assert.equal(reportFor(payment(), sent).report?.phase, 'confirming');
    assert.equal(reportFor(payment(), sent, trusting).report?.phase, 'paid');
  });

  it('reports a part as underpaid, with the rest to send', () => {
    const { report } = reportFor(payment(), [transfer('0.001', 3)]);
    assert.deepEqual(report, { phase: 'underpaid', received: '0.001', due: '0.002' });
  });

  it('counts the confirmations of the youngest transfer that is needed', () => {
    const parts = [transfer('0.002', 9), transfer('0.001', 1)];
    assert.equal(reportFor(payment(), parts).report?.confirmations, 1);
    // More than enough: a later, unconfirmed transfer is not needed.
    const more = [transfer('0.003', 5), transfer('0.001', 0)];
    const { report } = reportFor(payment(), more, trusting);
    assert.deepEqual([report?.phase, report?.confirmations, report?.received], ['paid', 5, '0.004']);
  });

  it('accepts less within the tolerance, and no tolerance as large as the price', () => {
    const tolerant = { ...trusting, toleranceOf: () => '0.0001' };
    assert.equal(reportFor(payment(), [transfer('0.0029', 2)], tolerant).report?.phase, 'paid');
    const careless = { ...trusting, toleranceOf: () => '1' };
    assert.equal(reportFor(payment(), [transfer('0.0029', 2)], careless).report?.phase, 'underpaid');
  });

  it('says nothing that is known already', () => {
    const sent = transfer('0.003', 1);
    const known = payment({
      phase: 'confirming',
      received: '0.0030',
      confirmations: 1,
      transactions: [sent.transaction],
    });
    assert.equal(reportFor(known, [sent]).report, undefined);
    assert.equal(reportFor(known, [{ ...sent, confirmations: 2 }]).report?.confirmations, 2);
  });

  it('does not count transfers below the minimum, and tells the shop', () => {
    const { report, events } = reportFor(payment(), [transfer('0.00009', 3)]);
    assert.equal(report, undefined);
    assert.deepEqual(events, ['chain-dust']);
    // A token whose transfer takes a fee arrives with less than was sent: only what arrived counts.
    assert.equal(
      reportFor(payment({ coin: 'ERC20/USDT', expected: '10', minimum: '1' }), [transfer('9.98')]).report?.due,
      '0.02',
    );
  });

  it('does not count money from before the payment was created', () => {
    assert.equal(reportFor(payment(), [transfer('0.003', 4, { at: CREATED - 1 })]).report, undefined);
  });

  it('counts money of the second in which it was created: the times of chains are whole seconds', () => {
    const sent = transfer('0.003', 2, { at: CREATED });
    assert.equal(reportFor(payment({ created: CREATED + 900 }), [sent]).report?.received, '0.003');
  });

  it('counts a transaction that it has seen before, whatever the time of its block', () => {
    const sent = transfer('0.003', 1, { at: CREATED - MINUTE });
    const seen = payment({ phase: 'detected', received: '0.003', confirmations: 0, transactions: [sent.transaction] });
    assert.equal(reportFor(seen, [sent]).report?.phase, 'confirming');
  });
});

describe('money that goes again', () => {
  it('takes a payment back to awaiting when its transaction is gone', () => {
    const one = payment({ phase: 'detected', received: '0.003', transactions: ['gone'] });
    const { report, transactions } = reportFor(one, []);
    assert.deepEqual(report, { phase: 'awaiting', received: '0', confirmations: 0 });
    assert.deepEqual(transactions, []);
  });

  it('takes it back to underpaid when a smaller transaction has replaced it', () => {
    const one = payment({ phase: 'confirming', received: '0.003', confirmations: 1, transactions: ['gone'] });
    const { report } = reportFor(one, [transfer('0.001')]);
    assert.deepEqual(report, { phase: 'underpaid', received: '0.001', due: '0.002' });
  });

  it('changes the amount of a payment that was late', () => {
    const late = payment({ phase: 'late', received: '0.003', confirmations: 2, transactions: ['gone'] });
    assert.deepEqual(reportFor(late, []).report, { phase: 'late', received: '0' });
    assert.equal(reportFor({ ...late, received: '0', transactions: [] }, []).report, undefined);
    const waiting = transfer('0.003');
    assert.equal(reportFor({ ...late, transactions: [waiting.transaction] }, [waiting]).report, undefined);
  });

  it('does not take back what only a webhook has reported', () => {
    assert.deepEqual(reportFor(payment({ phase: 'confirming' }), []).events, []);
    assert.equal(reportFor(payment({ phase: 'confirming' }), []).report, undefined);
  });

  it('leaves a paid payment as it is, with an error event', () => {
    const paid = payment({ phase: 'paid', received: '0.003', transactions: ['gone'] });
    assert.deepEqual(reportFor(paid, []), { report: undefined, transactions: undefined, events: ['paid-money-gone'] });
    // A second look has counted a part below the minimum.
    const parts = [transfer('0.00295', 3), transfer('0.00005', 3)];
    const counted = payment({ phase: 'paid', received: '0.003', transactions: parts.map((each) => each.transaction) });
    assert.deepEqual(reportFor(counted, parts).events, []);
    // Replaced by a transaction that pays as well.
    assert.deepEqual(reportFor(paid, [transfer('0.003', 1)]).events, []);
  });
});

describe('webhooks that are missing', () => {
  const confirmed = transfer('0.003', 4);
  const facts = { received: '0.003', confirmations: 4, transactions: [confirmed.transaction] };

  it('are reported some time after the money was confirmed', () => {
    const at = (confirmedAt: number | undefined) =>
      reportFor(payment({ ...facts, phase: 'confirming', confirmedAt }), [confirmed]).events;
    assert.deepEqual(at(undefined), []);
    assert.deepEqual(at(NOW - 14 * MINUTE), []);
    assert.deepEqual(at(NOW - 15 * MINUTE), ['webhook-missing']);
  });

  it('are reported when the chain has made the payment paid, and not when a webhook has', () => {
    const paid = { ...facts, phase: 'paid', confirmedAt: NOW - 15 * MINUTE } as const;
    assert.deepEqual(reportFor(payment(paid), [confirmed], trusting).events, ['webhook-missing']);
    assert.deepEqual(reportFor(payment({ ...paid, isClaimed: true }), [confirmed], trusting).events, []);
  });
});

describe('money after the expiry', () => {
  it('is late once it is confirmed, and paid where the shop trusts the chain', () => {
    const expired = payment({ phase: 'expired' });
    assert.equal(reportFor(expired, [transfer('0.002', 0)]).report, undefined, 'a part that is not confirmed');
    const { phase, received } = reportFor(expired, [transfer('0.003', 1)]).report!;
    assert.deepEqual([phase, received], ['expired', '0.003']);
    assert.equal(reportFor(expired, [transfer('0.003', 2)]).report?.phase, 'late');
    // The rule `afterExpiry` of the checkout decides then.
    assert.equal(reportFor(expired, [transfer('0.003', 2)], trusting).report?.phase, 'paid');
    assert.equal(reportFor(payment({ phase: 'cancelled' }), [transfer('0.003', 2)], trusting).report, undefined);
  });
});

describe('the time of the money', () => {
  const timeOf = (transfers: Transfer[], one = payment()) => {
    const [judged] = judgeAddress([one], look(...transfers), rules, NOW).reports;
    return judged?.report.receivedAt && (Date.parse(judged.report.receivedAt) - CREATED) / MINUTE;
  };
  const after = (minutes: number) => CREATED + minutes * MINUTE;

  it('is that of the block, or when the source saw it first', () => {
    assert.equal(timeOf([transfer('0.003', 2, { at: after(8) })]), 8);
    assert.equal(timeOf([transfer('0.003', 2, { at: after(8), seenAt: after(6) })]), 6);
    // A wallet that reads old blocks sees the transaction after its block.
    assert.equal(timeOf([transfer('0.003', 2, { at: after(8), seenAt: after(20) })]), 8);
    assert.equal(timeOf([{ transaction: 't', index: 0, amount: '0.003', confirmations: 0, seenAt: after(6) }]), 6);
  });

  it('is that of the first sight after the expiry, too, and not that of a later block', () => {
    const seen = { transaction: 't', index: 0, amount: '0.003', seenAt: after(20) };
    assert.equal(timeOf([{ ...seen, confirmations: 0 }], payment({ phase: 'expired' })), 20);
    const known = payment({ phase: 'expired', transactions: ['t'] });
    assert.equal(timeOf([{ ...seen, confirmations: 2, at: after(14) }], known), undefined);
  });

  it('is that of the last transfer that is needed, and of none when one of them has no time', () => {
    const parts = [transfer('0.001', 4, { at: after(5) }), transfer('0.002', 2, { at: after(9) })];
    assert.equal(timeOf([...parts, transfer('0.001', 1, { at: after(15) })]), 9);
    assert.equal(timeOf(parts.slice(0, 1)), undefined);
    const untimed = { transaction: 't', index: 0, amount: '0.003', confirmations: 2 };
    assert.equal(timeOf([untimed]), undefined);
    assert.equal(
      timeOf([
        { ...parts[0]!, seenAt: NaN },
        { ...untimed, amount: '0.002' },
      ]),
      undefined,
    );
    for (const at of [NaN, Infinity, 1e18]) assert.equal(timeOf([{ ...untimed, at }]), undefined);
  });

  it('is not that of the block where the shop has seen the money before: the report of then counts', () => {
    const sent = transfer('0.003', 2, { at: after(8) });
    const seen = payment({ phase: 'detected', received: '0.003', transactions: [sent.transaction] });
    assert.equal(timeOf([sent], seen), undefined);
    const first = payment({ phase: 'underpaid', received: '0.001', transactions: ['t-first'] });
    const both = [
      transfer('0.001', 3, { transaction: 't-first', at: after(2) }),
      transfer('0.002', 1, { at: after(9) }),
    ];
    assert.equal(timeOf(both, first), 9);
  });

  it('is that of the late part, also when it was reported before a small part that was sent in time', () => {
    const late = transfer('0.002', 3, { transaction: 't-late', at: after(40) });
    const reported = payment({ phase: 'underpaid', received: '0.002', transactions: ['t-late'] });
    assert.equal(timeOf([late, transfer('0.001', 4, { transaction: 't-early', at: after(5) })], reported), 40);
  });
});

describe('two payments with one address', () => {
  const first = payment();
  const second = payment({ paymentRef: 'p2', orderRef: '1002', expected: '0.005' });
  const judge = (payments: ChainPayment[], ...transfers: Transfer[]) =>
    judgeAddress(payments, look(...transfers), trusting, NOW);

  it('are told apart by exact amounts', () => {
    const { reports, events } = judge([first, second], transfer('0.005', 3));
    assert.deepEqual(
      reports.map(({ payment: { paymentRef }, report }) => [paymentRef, report.phase]),
      [['p2', 'paid']],
    );
    assert.deepEqual(events, []);
  });

  it('leave a transaction to the payment that it was reported for before the other one existed', () => {
    const known = payment({ phase: 'detected', received: '0.003', transactions: ['first'] });
    const { reports, events } = judge(
      [known, { ...second, expected: '0.003' }],
      transfer('0.003', 3, { transaction: 'first' }),
    );
    assert.deepEqual(
      reports.map(({ payment: { paymentRef } }) => paymentRef),
      ['p1'],
    );
    assert.deepEqual(events, []);
  });

  const doubts: [string, ChainPayment[], Transfer[]][] = [
    ['of equal amounts', [first, { ...second, expected: '0.003' }], [transfer('0.003', 3)]],
    ['that an amount fits neither', [first, second], [transfer('0.004', 3)]],
    ['that were paid in parts', [first, second], [transfer('0.003', 3), transfer('0.001', 3)]],
    ['of which one was paid twice', [first, second], [transfer('0.003', 3), transfer('0.003', 3)]],
  ];
  for (const [what, payments, transfers] of doubts)
    it(`${what} are not called paid, and the shop is told of both`, () => {
      const { reports, events } = judge(payments, ...transfers);
      assert.deepEqual(reports, []);
      assert.deepEqual(
        events.map((event) => [event.type, 'paymentRef' in event && event.paymentRef]),
        [
          ['chain-address-shared', 'p1'],
          ['chain-address-shared', 'p2'],
        ],
      );
    });

  it('are told apart by exact amounts beside a transfer below the minimum, which anybody can send', () => {
    const minimum = '0.0001';
    const { reports, events } = judge(
      [
        { ...first, minimum },
        { ...second, minimum },
      ],
      transfer('0.005', 3),
      transfer('0.00000546', 3, { transaction: 'dust' }),
    );
    assert.deepEqual(
      reports.map(({ payment: { paymentRef }, report }) => [paymentRef, report.phase]),
      [['p2', 'paid']],
    );
    assert.deepEqual(events, []);
  });

  it('are told apart by time: money from before the second one is that of the first', () => {
    const later = { ...second, expected: '0.003', created: NOW - 10 * MINUTE };
    const { reports } = judge([first, later], transfer('0.003', 3, { at: NOW - 20 * MINUTE }));
    assert.deepEqual(
      reports.map(({ payment: { paymentRef } }) => paymentRef),
      ['p1'],
    );
  });
});

describe('the second look at a payment that a webhook calls paid', () => {
  const claim = (claimedAt = NOW - MINUTE) => ({ claimedAt, unreachableSince: claimedAt, now: NOW });
  const second = (transfers: Transfer[] | undefined, claimedAt?: number, by = rules, all = [payment()]) =>
    takeSecondLook(all[0]!, all, transfers && look(...transfers), by, claim(claimedAt));

  it('agrees when the amount is there with its confirmations', () => {
    assert.equal(second([transfer('0.003', 2)]).agrees, true);
    assert.equal(second([transfer('0.003', 1)]).agrees, false);
  });

  it('waits with what the chain has meanwhile', () => {
    const { agrees, report, event } = second([transfer('0.003', 1)]);
    assert.deepEqual([agrees, report?.phase, report?.confirmations, event], [false, 'confirming', 1, undefined]);
    assert.equal(second([]).report, undefined);
  });

  it('counts transfers below the minimum, and blocks whose time is a little early', () => {
    assert.equal(second([transfer('0.00295', 2), transfer('0.00005', 2)]).agrees, true);
    assert.equal(second([transfer('0.003', 2, { at: CREATED - 9 * MINUTE })]).agrees, true);
    assert.equal(second([transfer('0.003', 2, { at: CREATED - 11 * MINUTE })]).agrees, false);
  });

  it('never turns a chain that cannot be reached into unpaid: it waits, and then the rule of the shop decides', () => {
    assert.deepEqual(second(undefined), { agrees: false });
    const overdue = NOW - 60 * MINUTE;
    assert.deepEqual(second(undefined, overdue).event?.type, 'chain-undecided');
    assert.equal(second(undefined, overdue).agrees, false);
    assert.equal(second(undefined, overdue, { ...rules, whenUnreachable: 'accept' }).agrees, true);
  });

  it('accepts nothing after one look that fails, when the chain has answered since the claim', () => {
    const accepting: ChainRules = { ...rules, whenUnreachable: 'accept' };
    const claimedAt = NOW - 120 * MINUTE;
    const wait = (unreachableSince: number | undefined) =>
      takeSecondLook(payment(), [payment()], undefined, accepting, { claimedAt, unreachableSince, now: NOW });
    assert.deepEqual(wait(NOW - 59 * MINUTE), { agrees: false });
    assert.equal(wait(NOW - 60 * MINUTE).agrees, true);
    // It can be reached, and does not know this address.
    const { agrees, event } = wait(undefined);
    assert.deepEqual([agrees, event?.type], [false, 'chain-undecided']);
  });

  it('says that the chain disagrees when the money does not come, and not while it is only unconfirmed', () => {
    const overdue = NOW - 60 * MINUTE;
    assert.equal(second([], overdue).event?.type, 'chain-disagrees');
    assert.equal(second([transfer('0.003', 0)], overdue).event, undefined);
    // A rule for chains that cannot be reached accepts nothing that the chain denies.
    assert.equal(second([], overdue, { ...rules, whenUnreachable: 'accept' }).agrees, false);
  });

  it('does not agree for payments that share an address and cannot be told apart', () => {
    const all = [payment(), payment({ paymentRef: 'p2' })];
    const answer = second([transfer('0.003', 6)], undefined, rules, all);
    assert.deepEqual([answer.agrees, answer.event?.type], [false, 'chain-address-shared']);
  });
});

it('a source whose newest block is too old lags, by the pace of its chain', () => {
  const at = (ms: number) => ({ transfers: [], tip: { height: 1, at: NOW - ms } });
  assert.equal(isLagging('BTC', at(120 * MINUTE), NOW), false);
  assert.equal(isLagging('BTC', at(181 * MINUTE), NOW), true);
  assert.equal(isLagging('ETH', at(6 * MINUTE), NOW), true);
  assert.equal(isLagging('SOL/SOL', { tip: { height: 1 } }, NOW), false);
});
