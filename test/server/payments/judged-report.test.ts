import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Phase } from '../../../src/core/index.ts';
import { decideReport } from '../../../src/server/payments/decide-report.ts';
import { readMoneyRules } from '../../../src/server/payments/money-rules.ts';
import type { PaymentReport } from '../../../src/server/providers/report.ts';
import type { PaymentRow } from '../../../src/server/stores/store.ts';
import { CREATED, rowOf } from './row.ts';

const END = new Date(CREATED + 60_000).toISOString();
const AFTER = CREATED + 120_000;
const rules = readMoneyRules({ afterExpiry: 'late' });

const answer = { tid: 't1', status: 'New', address: 'a', cryptoCoin: 'btc', cryptoAmountExpected: '0.0004159' };
const coinRow = (phase: Phase, fields: Partial<PaymentRow> = {}): PaymentRow =>
  rowOf({
    method: 'crypto',
    coin: 'BTC',
    data: { amount: '24.90', currency: 'EUR', answer },
    phase,
    knownPhase: phase,
    ...fields,
  });

const decide = (row: PaymentRow, report: Partial<PaymentReport>, at = CREATED) =>
  decideReport(row, { source: 'provider', ...report }, { rules, phaseOf: () => 'unknown' }, at);

test('a source that has judged the amount decides: tolerance, added fees and marks of the shop hold', () => {
  for (const received of ['0', '0.000408', '0.00041987', '1']) {
    const report = { phase: 'paid', received } as const;
    const judged = decide(coinRow('underpaid'), { ...report, isJudged: true });
    assert.deepEqual([judged.action, judged.to, judged.isCovered], ['transition', 'paid', true], received);
    assert.notEqual(decide(coinRow('underpaid'), report).to, 'paid', received);
  }
});

test('from underpaid it may go on to detected, and not back to awaiting by a webhook', () => {
  const whole = { phase: 'detected', received: '0.000408', isJudged: true } as const;
  assert.equal(decide(coinRow('underpaid'), whole).action, 'transition');
  const none = { phase: 'awaiting', received: '0', isJudged: true } as const;
  assert.equal(decide(coinRow('underpaid'), { ...none, source: 'webhook' }).action, 'keep');
  const { action, isTakenBack } = decide(coinRow('underpaid'), none);
  assert.deepEqual({ action, isTakenBack }, { action: 'transition', isTakenBack: true });
});

test('its own deadline was judged; the end of the offer of the shop still counts', () => {
  const paid = { phase: 'paid', received: '0.0004159', isJudged: true, expiresAt: END } as const;
  assert.equal(decide(coinRow('awaiting', { expiresAt: END }), paid, AFTER).to, 'paid');
  const data = { ...coinRow('awaiting').data, expiresAt: END };
  assert.equal(decide(coinRow('awaiting', { data }), paid, AFTER).to, 'late');
});

test('money is in time by the time that its source says, and never later than its report', () => {
  const data = { ...coinRow('awaiting').data, expiresAt: END };
  const judge = (report: Partial<PaymentReport>, fields: Partial<PaymentRow> = {}) => {
    const { to, facts } = decide(
      coinRow('awaiting', { data, ...fields }),
      { phase: 'paid', received: '0.0004159', ...report },
      AFTER,
    );
    return [to, facts.fullAmountAt];
  };
  const at = (ms: number) => new Date(CREATED + ms).toISOString();
  assert.deepEqual(judge({}), ['late', AFTER]);
  assert.deepEqual(judge({ receivedAt: at(59_000) }), ['paid', CREATED + 59_000]);
  assert.deepEqual(judge({ receivedAt: at(60_000) }), ['late', CREATED + 60_000]);
  // The clock of a miner may be ahead.
  assert.deepEqual(judge({ receivedAt: at(7_200_000) }), ['late', AFTER]);
  // The earliest time that is known.
  assert.deepEqual(judge({ receivedAt: at(70_000) }, { fullAmountAt: CREATED }), ['paid', CREATED]);
  assert.deepEqual(judge({ receivedAt: at(59_000) }, { fullAmountAt: AFTER - 1 }), ['paid', CREATED + 59_000]);
  assert.deepEqual(judge({ receivedAt: at(59_000), received: '0.0004' }), ['underpaid', null]);
});

test('the whole amount is there when its phase says so', () => {
  const fullAmountAt = (phase: Phase, received: string) =>
    decide(coinRow('awaiting'), { phase, received, isJudged: true }).facts.fullAmountAt;
  assert.equal(fullAmountAt('detected', '0.000408'), CREATED);
  assert.equal(fullAmountAt('paid', '0'), CREATED);
  assert.equal(fullAmountAt('underpaid', '0.0002'), null);
  assert.equal(fullAmountAt('expired', '0.0002'), null);
  assert.equal(fullAmountAt('unknown', '0.0002'), undefined);
});
