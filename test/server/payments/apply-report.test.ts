import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { phaseOf, type StatusTable } from '../../../src/core/index.ts';
import { memoryStore, type PaymentStore, type VerifyPayment } from '../../../src/server/index.ts';
import type { CheckoutEventData } from '../../../src/server/observability/events.ts';
import type { PaymentRow } from '../../../src/server/store.ts';
import { createReportApplier, type PaymentChain } from '../../../src/server/payments/apply-report.ts';
import type { PaymentReport } from '../../../src/server/providers/report.ts';
import { readMoneyRules, type MoneyOptions } from '../../../src/server/payments/money-rules.ts';
import { toShopPayment, type ShopPayment } from '../../../src/server/payments/row-views.ts';
import type { Facts } from '../../../src/server/stores/store.ts';
import { newPayment } from '../stores/contract.ts';
import { CREATED } from './row.ts';
import { transitionNow } from '../../support/transition-now.ts';

/** What the payer of these tests has to send, in the coin. */
const EXPECTED = '0.0002';

const MORE = '0.0003';

const LOW: Facts = { cryptoAmountReceived: '0.0001' };

/** The pause before `verifyPayment` is called again for the first time. Milliseconds. */
const PAUSE_MS = 30_000;

const DAY_MS = 24 * 60 * 60_000;

const answer = { tid: 't1', status: 'NEW', cryptoCoin: 'btc', cryptoAmountExpected: EXPECTED };

type ChainVerdict = NonNullable<Awaited<ReturnType<PaymentChain['secondLook']>>>;

interface Setting {
  /** What the store does otherwise than a sound one. */
  readonly change?: (store: PaymentStore) => Partial<PaymentStore>;
  readonly verifyPayment?: VerifyPayment | undefined;
  readonly lookAtChain?: () => ChainVerdict;
  readonly statusMap?: StatusTable;
  /** False: the service has not answered the creation yet. */
  readonly isAnswered?: boolean;
  readonly rules?: MoneyOptions;
  /** When the shop's offer ends, ISO 8601. */
  readonly expiresAt?: string;
}

/** A Bitcoin payment and what statuses make of it. */
async function payment({
  change,
  verifyPayment,
  lookAtChain,
  statusMap,
  isAnswered = true,
  rules,
  expiresAt,
}: Setting = {}) {
  const sound = memoryStore();
  const store: PaymentStore = { ...sound, ...change?.(sound) };
  const events: string[] = [];
  const emitted: CheckoutEventData[] = [];
  const delivered: string[] = [];
  const { paymentRef, ...fields } = newPayment();
  const data = { ...fields.data, ...(expiresAt && { expiresAt }) };
  await sound.insert({ ...fields, paymentRef, data });
  const attach = () =>
    sound.setResponse(paymentRef, { serviceId: 't1', status: 'NEW', data: { ...data, answer }, at: CREATED });
  if (isAnswered) await attach();
  let time = CREATED;
  const applyReport = createReportApplier({
    store,
    delivery: { deliver: async (ref) => void delivered.push(ref) },
    phaseOf: (status) => phaseOf(status, statusMap),
    verifyPayment,
    chain: lookAtChain && {
      watches: () => true,
      // A round says what it has just found.
      secondLook: async (_row, { source, received }) =>
        source === 'chain' && received !== undefined ? undefined : lookAtChain(),
    },
    rules: readMoneyRules({ allowTestPayments: true, ...rules }),
    emit: (event) => void (emitted.push(event), events.push(event.type)),
    now: () => time,
  });
  const row = async () => (await sound.byPaymentRef(paymentRef))!;
  return {
    store: sound,
    paymentRef,
    events,
    emitted,
    delivered,
    attach,
    row,
    turn: (ms: number) => void (time += ms),
    /** Applies the report that waits, as a check does. */
    askAgain: async () => {
      time += PAUSE_MS;
      const waiting = await row();
      if (waiting.verification) await applyReport(waiting, waiting.verification);
      return row();
    },
    /** Whether `verifyPayment` is called again after this time, and not before. */
    isCheckedAfter: async (ms: number) => {
      const [before, then] = await Promise.all([ms - 1, ms].map((at) => sound.dueChecks('verify', time + at, 9)));
      return before?.length === 0 && then?.length === 1;
    },
    /** Applies a status to the payment as it is now, or as it was when `to` was read. */
    apply: async (status: string, facts: Facts = {}, { id, to }: { id?: string; to?: PaymentRow } = {}) => {
      const { cryptoAmountReceived: received, ...others } = facts;
      const report: PaymentReport = { source: 'webhook', status, received, ...others };
      const moved = await applyReport(to ?? (await row()), { ...report, ...(id === undefined ? {} : { id }) });
      assert.ok(moved !== 'conflict');
      return moved;
    },
    applyReport,
  };
}

describe('a status', () => {
  it('moves the payment, which is delivered', async () => {
    const { apply, row, events, delivered, paymentRef } = await payment();
    const moved = await apply('PAID', { cryptoAmountReceived: EXPECTED, confirmations: 2 });
    assert.deepEqual(moved, await row());
    const { phase, status, version, cryptoAmountReceived, confirmations } = moved;
    assert.deepEqual([phase, status, version, cryptoAmountReceived, confirmations], ['paid', 'PAID', 2, EXPECTED, 2]);
    assert.deepEqual([events, delivered], [['payment-changed'], [paymentRef]]);
  });

  it('that says nothing new writes nothing, whatever amount, count or time it repeats', async () => {
    for (const [status, facts] of [
      ['DETECTED', {}],
      ['CONFIRMING', { ...LOW, confirmations: 0, confirmationsRequired: 2, expiresAt: '2026-11-21T00:00:00.000Z' }],
      ['UNDERPAID', LOW],
      ['UNDERPAID', {}],
      ['HELD_FOR_REVIEW', { ...LOW, confirmations: 1 }],
      ['PAID', { cryptoAmountReceived: EXPECTED, confirmations: 2, test: true }],
    ] as const) {
      const { apply, row, delivered } = await payment();
      await apply(status, { ...facts, test: true });
      const first = await row();
      assert.equal(await apply(status, { ...facts, test: true }), undefined);
      assert.deepEqual([await row(), delivered.length], [first, 1], status);
    }
  });

  it('without a change of phase adds its facts', async () => {
    const { apply, row } = await payment();
    await apply('CONFIRMING');
    for (const confirmations of [0, 1, 2]) {
      assert.equal(await apply('CONFIRMING', { confirmations }), undefined);
      assert.equal((await row()).confirmations, confirmations);
    }
    await apply('DETECTED', LOW);
    assert.equal((await row()).cryptoAmountReceived, LOW.cryptoAmountReceived);
  });

  it('is warned of when it means paid and less was received, each time, and otherwise not', async () => {
    const { apply, events } = await payment();
    await apply('CONFIRMING', LOW);
    await apply('UNDERPAID', LOW);
    assert.ok(!events.includes('paid-amount-low'));
    events.length = 0;
    await apply('PAID', LOW);
    await apply('OVERPAID');
    assert.deepEqual(events, ['paid-amount-low', 'paid-amount-low']);
    events.length = 0;
    await apply('PAID', { cryptoAmountReceived: EXPECTED });
    await apply('PAID', { cryptoAmountReceived: EXPECTED });
    assert.deepEqual(events, ['payment-changed']);
  });
});

describe('a read that finds no money', () => {
  const none = { source: 'provider', phase: 'awaiting', received: '0' } as const;

  it('takes back what was seen before it', async () => {
    const { apply, applyReport, row, events } = await payment();
    await apply('DETECTED', { cryptoAmountReceived: EXPECTED });
    await applyReport(await row(), none);
    assert.equal((await row()).phase, 'awaiting');
    assert.ok(events.includes('money-gone'));
  });

  it('tells also when a part is left', async () => {
    const { apply, applyReport, row, events } = await payment();
    await apply('CONFIRMING', { cryptoAmountReceived: EXPECTED });
    await applyReport(await row(), { source: 'provider', phase: 'underpaid', received: '0.0001' });
    assert.equal((await row()).phase, 'underpaid');
    assert.deepEqual(
      events.filter((type) => type === 'money-gone'),
      ['money-gone'],
    );
    // A webhook may be older than what is known.
    await apply('UNDERPAID', { cryptoAmountReceived: '0.00009' });
    assert.equal(events.filter((type) => type === 'money-gone').length, 1);
    await applyReport(await row(), { source: 'provider', phase: 'underpaid', received: '0.00005' });
    assert.equal(events.filter((type) => type === 'money-gone').length, 2);
  });

  it('does not take back what came while it was under way', async () => {
    const { apply, applyReport, row, events } = await payment();
    const before = await row();
    await apply('DETECTED', { cryptoAmountReceived: EXPECTED });
    assert.equal(await applyReport(before, none), undefined);
    assert.equal((await row()).phase, 'detected');
    assert.ok(!events.includes('money-gone'));
  });
});

describe('a status with an amount that cannot be read', () => {
  const unreadable = { source: 'webhook', received: null } as const;

  it('is reported with its word, or with the last one', async () => {
    const { applyReport, row, emitted, paymentRef } = await payment();
    const of = { type: 'amount-unreadable', paymentRef, orderRef: '1001' };
    await applyReport(await row(), { status: 'NEW', ...unreadable });
    await applyReport(await row(), { phase: 'detected', ...unreadable });
    await applyReport(await row(), { status: 'HELD', ...unreadable });
    await applyReport(await row(), unreadable);
    assert.deepEqual(
      emitted.filter(({ type }) => type === 'amount-unreadable'),
      ['NEW', 'NEW', 'HELD', 'HELD'].map((status) => ({ ...of, status })),
    );
  });

  it('is no claim of paid before the creation is answered either', async () => {
    const { applyReport, attach, row } = await payment({ isAnswered: false });
    await applyReport(await row(), { status: 'PAID', ...unreadable });
    assert.deepEqual([(await row()).phase, (await row()).earlyStatus], ['confirming', undefined]);
    await attach();
    assert.equal((await row()).phase, 'confirming');
  });

  it('does not remove an early status that is not applied yet', async () => {
    const { apply, applyReport, attach, row } = await payment({ isAnswered: false });
    await apply('PAID');
    await attach();
    await applyReport(await row(), { status: 'PAID', ...unreadable });
    assert.equal((await row()).earlyStatus, 'PAID');
  });

  it('does not say that the whole amount was there in time', async () => {
    const { applyReport, apply, row, turn } = await payment({
      rules: { afterExpiry: 'late' },
      expiresAt: new Date(CREATED + 1_000).toISOString(),
    });
    await applyReport(await row(), { status: 'CONFIRMING', ...unreadable });
    assert.equal((await row()).fullAmountAt, undefined);
    turn(2_000);
    assert.equal((await apply('PAID', { cryptoAmountReceived: EXPECTED }))?.phase, 'late');
  });
});

describe('verifyPayment', () => {
  it('is called before a payment becomes paid, with its new facts, and may decline', async () => {
    const given: unknown[] = [];
    const { apply, row, events, delivered, paymentRef } = await payment({
      verifyPayment: ({ phase, cryptoAmountReceived, confirmations }, change, webhook) => {
        given.push([phase, cryptoAmountReceived, confirmations], change, webhook);
        return false;
      },
    });
    await apply('CONFIRMING', { cryptoAmountReceived: EXPECTED });
    const before = await row();
    const moved = [events.length, delivered.length];
    assert.equal(await apply('PAID', { cryptoAmountReceived: MORE, confirmations: 2 }, { id: 't1' }), undefined);
    assert.deepEqual(await row(), before);
    const change = { paymentRef, from: 'confirming', to: 'overpaid', status: 'PAID', at: CREATED };
    assert.deepEqual(given, [
      ['confirming', MORE, 2],
      { ...change, afterExpiry: false, replaced: false },
      { source: 'webhook', id: 't1', status: 'PAID', received: MORE, confirmations: 2 },
    ]);
    assert.deepEqual([events.slice(moved[0]), delivered.length], [['verification-declined'], moved[1]]);
  });

  it('gets the payment as the store keeps it afterwards', async () => {
    const seen: [ShopPayment, isAfterExpiry: boolean][] = [];
    const { apply, row, turn } = await payment({
      verifyPayment: (shown, { afterExpiry }) => (seen.push([shown, afterExpiry]), true),
    });
    const end = (ms: number) => new Date(CREATED + ms).toISOString();
    await apply('DETECTED', { cryptoAmountReceived: EXPECTED, expiresAt: end(1_000) });
    turn(2_000);
    await apply('PAID', { cryptoAmountReceived: EXPECTED, expiresAt: end(1), confirmations: 2 });
    const { phase, status, version, updatedAt, ...stored } = toShopPayment(await row());
    assert.deepEqual([phase, status, version, +updatedAt], ['paid', 'PAID', 3, CREATED + 2_000]);
    assert.partialDeepStrictEqual(seen, [[stored, false]]);
  });

  it('is not called for another phase, and an exception changes nothing', async () => {
    const cause = new Error('the block explorer is down');
    const { apply, row } = await payment({ verifyPayment: () => Promise.reject(cause) });
    await apply('UNDERPAID', LOW);
    const before = await row();
    await assert.rejects(apply('PAID', { cryptoAmountReceived: EXPECTED }), cause);
    assert.deepEqual(await row(), before);
  });
});

describe("a payment for which verifyPayment answers 'later'", () => {
  const whole = { cryptoAmountReceived: EXPECTED };
  const postponed = ['payment-changed', 'verification-postponed'];
  const later = () => 'later' as const;

  it('is confirming with its facts, and is asked about after pauses that double', async () => {
    const { apply, askAgain, isCheckedAfter, row, events, delivered } = await payment({ verifyPayment: later });
    const moved = await apply('PAID', { ...whole, confirmations: 2 });
    assert.deepEqual(moved, await row());
    const { phase, cryptoAmountReceived, confirmations, fullAmountAt } = moved;
    assert.deepEqual([phase, cryptoAmountReceived, confirmations, fullAmountAt], ['confirming', EXPECTED, 2, CREATED]);
    assert.deepEqual([events, delivered.length, await isCheckedAfter(PAUSE_MS)], [postponed, 1, true]);
    assert.equal((await askAgain()).phase, 'confirming');
    assert.deepEqual([events, delivered.length, await isCheckedAfter(2 * PAUSE_MS)], [postponed, 1, true]);
  });

  it('is paid when the answer changes, and is asked about no more', async () => {
    const verdicts = ['later', true] as const;
    let calls = 0;
    const { apply, askAgain, events } = await payment({ verifyPayment: () => verdicts[calls++]! });
    await apply('PAID', whole);
    const { phase, verification } = await askAgain();
    assert.deepEqual([phase, verification], ['paid', undefined]);
    assert.deepEqual(events, [...postponed, 'payment-changed']);
    await askAgain();
    assert.equal(calls, 2);
  });

  it('waits no more when the answer is no', async () => {
    const verdicts = ['later', false] as const;
    let calls = 0;
    const { apply, askAgain } = await payment({ verifyPayment: () => verdicts[calls++]! });
    await apply('PAID', whole);
    const { phase, verification } = await askAgain();
    assert.deepEqual([phase, verification], ['confirming', undefined]);
  });

  it('waits no more when it turns out to be a test payment', async () => {
    const { apply, askAgain, events } = await payment({ verifyPayment: later, rules: { allowTestPayments: false } });
    await apply('PAID', whole);
    await apply('CONFIRMING', { test: true });
    const { phase, verification } = await askAgain();
    assert.deepEqual([phase, verification, events.at(-1)], ['confirming', undefined, 'test-payment']);
  });

  it('is overdue after a day, once, and then has no check', async () => {
    const { apply, askAgain, turn, events, store } = await payment({ verifyPayment: later });
    await apply('PAID', whole);
    turn(DAY_MS - PAUSE_MS - 1);
    await askAgain();
    assert.deepEqual(events, postponed);
    for (let n = 0; n < 2; n += 1) {
      await askAgain();
      assert.deepEqual(events, [...postponed, 'verification-overdue']);
    }
    assert.deepEqual(await store.dueChecks('verify', Number.MAX_SAFE_INTEGER, 9), []);
  });

  it('stays expired after its end, which is told once', async () => {
    const { apply, askAgain, row, events, delivered } = await payment({ verifyPayment: later });
    await apply('EXPIRED');
    events.length = 0;
    assert.equal(await apply('PAID', whole), undefined);
    await askAgain();
    const { phase, verification, cryptoAmountReceived } = await row();
    assert.deepEqual([phase, verification?.tries, cryptoAmountReceived], ['expired', 2, EXPECTED]);
    assert.deepEqual([events, delivered.length], [['verification-postponed'], 1]);
  });

  it('stays awaiting when its money has gone again: confirming would tell the payer that it is there', async () => {
    const { apply, applyReport, askAgain, row } = await payment({ verifyPayment: later });
    await apply('PAID', whole);
    await applyReport(await row(), { source: 'chain', phase: 'awaiting', received: '0' });
    const { phase, verification } = await askAgain();
    assert.deepEqual([phase, verification?.tries], ['awaiting', 2]);
  });

  it('is asked about again also when the process ends before it is confirming', async () => {
    const cause = new Error('the database is down');
    const { apply, isCheckedAfter } = await payment({
      verifyPayment: later,
      change: () => ({ transition: () => Promise.reject(cause) }),
    });
    await assert.rejects(apply('PAID', whole), cause);
    assert.ok(await isCheckedAfter(PAUSE_MS));
  });
});

describe('a payment that is marked as a test', () => {
  const rules = { allowTestPayments: false };

  it('does not become paid where the shop has not allowed it, and keeps the mark', async () => {
    const { apply, row, events } = await payment({ rules });
    assert.equal(await apply('PAID', { test: true, cryptoAmountReceived: EXPECTED }), undefined);
    const { phase, test, cryptoAmountReceived } = await row();
    assert.deepEqual([phase, test, cryptoAmountReceived], ['awaiting', true, undefined]);
    assert.equal(await apply('OVERPAID'), undefined);
    assert.deepEqual(events, ['test-payment', 'test-payment']);
    assert.equal((await apply('DETECTED'))?.phase, 'detected');
  });

  it('is refused also when its status arrives before the answer, and keeps no early status', async () => {
    const { apply, row, events } = await payment({ rules, isAnswered: false });
    assert.equal(await apply('PAID', { test: true }), undefined);
    assert.deepEqual(
      [(await row()).phase, (await row()).earlyStatus, events],
      ['awaiting', undefined, ['test-payment']],
    );
  });
});

describe('money after the end of the offer', () => {
  const expiresAt = new Date(CREATED + 1_000).toISOString();
  const end = 1_000;

  it('is paid, or late where the shop says so, with an event', async () => {
    for (const afterExpiry of ['paid', 'late'] as const) {
      const { apply, turn, events } = await payment({ rules: { afterExpiry }, expiresAt });
      turn(end);
      assert.equal((await apply('PAID'))?.phase, afterExpiry);
      assert.deepEqual(events, ['payment-changed', 'update-after-expiry']);
    }
  });

  it('is in time when all of it was seen before the end, and late when only a part was', async () => {
    for (const [status, facts, phase] of [
      ['DETECTED', {}, 'paid'],
      ['CONFIRMING', { cryptoAmountReceived: EXPECTED }, 'paid'],
      ['CONFIRMING', LOW, 'late'],
      ['UNDERPAID', {}, 'late'],
      ['HELD', { cryptoAmountReceived: EXPECTED }, 'paid'],
      ['HELD', {}, 'late'],
    ] as const) {
      const { apply, row, turn } = await payment({ rules: { afterExpiry: 'late' }, expiresAt });
      turn(end - 1);
      await apply(status, facts);
      const { seenAt } = await row();
      assert.equal(seenAt, status === 'HELD' && !('cryptoAmountReceived' in facts) ? undefined : CREATED + end - 1);
      turn(1);
      assert.equal((await apply('PAID', { cryptoAmountReceived: EXPECTED }))?.phase, phase, status);
    }
  });

  it('is late when the first report was of all and the next of a part', async () => {
    const { apply, turn } = await payment({ rules: { afterExpiry: 'late' }, expiresAt });
    await apply('DETECTED');
    await apply('UNDERPAID', LOW);
    turn(end);
    assert.equal((await apply('PAID', { cryptoAmountReceived: EXPECTED }))?.phase, 'late');
  });

  it('is no event without money', async () => {
    const { apply, turn, events } = await payment({ expiresAt });
    turn(end);
    await apply('EXPIRED');
    assert.deepEqual(events, ['payment-changed']);
  });

  it('of a replaced payment is an event', async () => {
    const { apply, events, store, paymentRef, row } = await payment();
    const { data } = await row();
    await store.release(paymentRef, { stage: 'ready', data: { ...data, problem: 'replaced' }, at: CREATED });
    await apply('PAID');
    assert.deepEqual(events, ['payment-changed', 'update-of-replaced-payment']);
  });
});

describe('a claim of paid after the end of the offer, where the chain is asked', () => {
  const end = 1_000;
  const times = { expiresAt: new Date(CREATED + end).toISOString(), rules: { afterExpiry: 'late' } as const };
  const foundAt = (ms: number): ChainVerdict => ({
    agrees: true,
    found: { received: EXPECTED, receivedAt: new Date(CREATED + ms).toISOString(), transactions: ['tx'] },
  });

  /** A payment in this phase after its end, with a chain that does not answer at first. */
  async function afterEnd(status: 'NEW' | 'EXPIRED', rules = {}, verifyPayment?: VerifyPayment) {
    const chain: { verdict: ChainVerdict; looks: number } = { verdict: { agrees: false }, looks: 0 };
    const lookAtChain = () => ((chain.looks += 1), chain.verdict);
    const made = await payment({ ...times, rules: { ...times.rules, ...rules }, lookAtChain, verifyPayment });
    made.turn(end);
    await made.apply(status);
    return { ...made, chain };
  }

  for (const [status, waiting] of [
    ['NEW', 'confirming'],
    ['EXPIRED', 'late'],
  ] as const) {
    it(`is ${waiting} until the chain answers, after ${status}, and paid when the money was in time`, async () => {
      const { apply, chain, askAgain, row } = await afterEnd(status);
      assert.equal((await apply('PAID', { transactions: ['tx'] }))?.phase, waiting);
      assert.equal((await row()).transactions, undefined, 'the chain has not named it yet');
      assert.equal((await askAgain()).phase, waiting);
      chain.verdict = foundAt(end - 1);
      const { phase, verification, fullAmountAt, transactions } = await askAgain();
      assert.deepEqual([phase, verification, fullAmountAt], ['paid', undefined, CREATED + end - 1]);
      assert.deepEqual(transactions, ['tx']);
    });

    it(`is late after ${status} when the money was not in time, and is not looked at again`, async () => {
      const { apply, chain, askAgain } = await afterEnd(status);
      await apply('PAID');
      chain.verdict = foundAt(end + 1);
      const { phase, verification } = await askAgain();
      assert.deepEqual([phase, verification, chain.looks], ['late', undefined, 2]);
      await askAgain();
      await apply('PAID');
      assert.equal(chain.looks, 2);
    });
  }

  it('is decided by the chain also when it is repeated with its amount', async () => {
    const { apply, chain, row } = await afterEnd('EXPIRED');
    await apply('PAID');
    chain.verdict = foundAt(end + 1);
    await apply('PAID', { cryptoAmountReceived: EXPECTED });
    const { phase, verification } = await row();
    assert.deepEqual([phase, verification], ['late', undefined]);
  });

  it('stays open for the chain when a round has found the money late', async () => {
    const { apply, applyReport, chain, askAgain, row } = await afterEnd('NEW');
    await apply('PAID');
    await applyReport(await row(), { source: 'chain', phase: 'paid', received: EXPECTED });
    assert.equal((await row()).phase, 'late');
    chain.verdict = foundAt(end - 1);
    assert.equal((await askAgain()).phase, 'paid');
  });

  it('of the chain itself is decided once when its money has gone and has come back late', async () => {
    const { applyReport, chain, askAgain, row, turn } = await afterEnd('NEW', {}, () => 'later');
    turn(-end);
    await applyReport(await row(), { source: 'chain', phase: 'paid', received: EXPECTED });
    await applyReport(await row(), { source: 'chain', phase: 'awaiting', received: '0' });
    turn(end);
    chain.verdict = foundAt(end + 1);
    const { phase, verification } = await askAgain();
    assert.deepEqual([phase, verification], ['late', undefined]);
  });

  it('that is accepted without the chain is decided once', async () => {
    const { apply, chain, askAgain } = await afterEnd('EXPIRED', { afterExpiry: 'paid' });
    await apply('PAID');
    chain.verdict = { agrees: true };
    const { phase, verification } = await askAgain();
    assert.deepEqual([phase, verification, chain.looks], ['paid', undefined, 2]);
  });

  it('of a test payment that pays nothing is not looked at', async () => {
    const { apply, chain, row } = await afterEnd('EXPIRED', { allowTestPayments: false });
    assert.equal((await apply('PAID', { test: true }))?.phase, 'late');
    const { verification } = await row();
    assert.deepEqual([verification, chain.looks], [undefined, 0]);
  });

  it('of what is found to be a test payment meanwhile is not looked at again', async () => {
    const { apply, chain, askAgain, events } = await afterEnd('NEW', { allowTestPayments: false });
    await apply('PAID');
    await apply('CONFIRMING', { test: true });
    chain.verdict = foundAt(end - 1);
    await askAgain();
    await askAgain();
    assert.equal((await askAgain()).verification, undefined);
    assert.ok(chain.looks <= 1, String(chain.looks));
    assert.ok(events.filter((type) => type === 'test-payment').length <= 1, events.join());
  });

  it('is in time by the chain also after an unknown status', async () => {
    const { apply, chain, askAgain } = await afterEnd('NEW');
    await apply('HELD');
    await apply('PAID');
    chain.verdict = foundAt(end - 1);
    assert.equal((await askAgain()).phase, 'paid');
  });
});

describe('a claim of paid, where the chain is asked', () => {
  /** A payment with a part of its money, and a chain that does not answer at first. */
  async function withPart() {
    const chain: { verdict: ChainVerdict; looks: number } = { verdict: { agrees: false }, looks: 0 };
    const made = await payment({ lookAtChain: () => ((chain.looks += 1), chain.verdict) });
    await made.apply('UNDERPAID', LOW);
    return { ...made, chain };
  }

  it('is looked at when the last amount is too low: the rest may have come since', async () => {
    const { apply, chain } = await withPart();
    chain.verdict = { agrees: true, found: { received: EXPECTED } };
    assert.equal((await apply('PAID'))?.phase, 'paid');
  });

  it('is not looked at when it names an amount that is too low itself', async () => {
    const { apply, chain, row } = await withPart();
    await apply('PAID', LOW);
    assert.deepEqual([(await row()).phase, chain.looks], ['underpaid', 0]);
  });

  it('stays underpaid when it is accepted without the chain, and is looked at no more', async () => {
    const { apply, chain, askAgain } = await withPart();
    await apply('PAID');
    chain.verdict = { agrees: true };
    const { phase, verification } = await askAgain();
    assert.deepEqual([phase, verification, chain.looks], ['underpaid', undefined, 2]);
  });

  it('waits, and no report that claims less is looked at', async () => {
    const { apply, chain, row } = await withPart();
    await apply('PAID');
    await apply('CONFIRMING', { confirmations: 1 });
    assert.deepEqual([(await row()).verification?.tries, chain.looks], [1, 1]);
  });

  it('is confirming again when the whole amount is reported again, while the chain does not answer', async () => {
    const { apply, row } = await withPart();
    const whole = { cryptoAmountReceived: EXPECTED };
    assert.equal((await apply('PAID', whole))?.phase, 'confirming');
    await apply('UNDERPAID', LOW);
    assert.equal((await apply('PAID', whole))?.phase, 'confirming');
    assert.equal((await row()).verification?.tries, 2);
  });
});

describe('the transactions of a payment', () => {
  const named = { cryptoAmountReceived: EXPECTED, transactions: ['tx'] };

  it('are those of a webhook where no chain is asked', async () => {
    const { apply, row } = await payment();
    await apply('DETECTED', named);
    assert.deepEqual((await row()).transactions, ['tx']);
  });

  it('are only those of the chain where it is asked', async () => {
    const { apply, applyReport, row } = await payment({ lookAtChain: () => ({ agrees: false }) });
    await apply('DETECTED', named);
    assert.equal((await row()).transactions, undefined);
    await applyReport(await row(), { source: 'chain', phase: 'detected', received: EXPECTED, transactions: ['tx'] });
    assert.deepEqual((await row()).transactions, ['tx']);
  });
});

describe('a status of an ended payment', () => {
  for (const [from, status, isKept] of [
    ['PAID', 'PAID', true],
    ['PAID', 'OVERPAID', true],
    ['PAID', 'CONFIRMING', false],
    ['PAID', 'FAILED', false],
    ['REFUNDED', 'REFUNDED', true],
    ['REFUNDED', 'PAID', false],
    ['FAILED', 'FAILED', true],
    ['FAILED', 'CONFIRMING', false],
    ['CANCELLED', 'PAID', false],
  ] as const)
    it(`${isKept ? 'adds its facts' : 'adds no facts'}: ${status} after ${from}`, async () => {
      const { apply, row } = await payment();
      await apply(from);
      const ended = await row();
      assert.equal(await apply(status, { confirmations: 7 }), undefined);
      const { phase, confirmations, version } = await row();
      assert.deepEqual([phase, confirmations, version > ended.version], [ended.phase, isKept ? 7 : undefined, isKept]);
    });

  for (const [from, status, isConflict] of [
    ['OVERPAID', 'PAID', false],
    ['REFUNDED', 'PAID', false],
    ['OVERPAID', 'FAILED', true],
    ['REFUNDED', 'FAILED', true],
    ['PAID', 'OVERPAID', true],
    ['FAILED', 'PAID', true],
    ['FAILED', 'FAILED', false],
    ['FAILED', 'EXPIRED', false],
  ] as const)
    it(`${isConflict ? 'is reported' : 'is no conflict'}: ${status} after ${from}`, async () => {
      const { apply, events } = await payment();
      await apply(from);
      events.length = 0;
      await apply(status);
      assert.deepEqual(events, isConflict ? ['conflicting-final-status'] : []);
    });
});

describe('a status that says that the money of a payment is not all there', () => {
  for (const from of ['PAID', 'OVERPAID'])
    for (const status of ['UNDERPAID', 'UNMATCHED', 'EXPIRED'])
      it(`is reported, each time, and changes nothing: ${status} after ${from}`, async () => {
        const { apply, row, events } = await payment();
        await apply(from, { cryptoAmountReceived: EXPECTED });
        const paid = await row();
        events.length = 0;
        for (let n = 0; n < 2; n += 1) assert.equal(await apply(status, LOW), undefined);
        assert.deepEqual([events, await row()], [['update-after-paid', 'update-after-paid'], paid]);
      });

  for (const [from, status] of [
    ['CONFIRMING', 'UNDERPAID'],
    ['REFUNDED', 'UNDERPAID'],
    ['FAILED', 'EXPIRED'],
    ['PAID', 'DETECTED'],
    ['PAID', 'CONFIRMING'],
    ['PAID', 'LATE'],
    ['PAID', 'HELD'],
  ] as const)
    it(`is not: ${status} after ${from}`, async () => {
      const { apply, events } = await payment();
      await apply(from);
      await apply(status);
      assert.ok(!events.includes('update-after-paid'));
    });

  for (const status of ['PAID', 'OVERPAID', 'SETTLED', 'CONFIRMING', 'DETECTED', 'NEW', 'LATE', 'HELD'])
    it(`is reported by its amount, and changes nothing: ${status} with less after PAID`, async () => {
      const { apply, row, events } = await payment();
      await apply('PAID', { cryptoAmountReceived: EXPECTED });
      const paid = await row();
      events.length = 0;
      assert.equal(await apply(status, LOW), undefined);
      assert.deepEqual([events, await row()], [['update-after-paid'], paid]);
      await apply(status, { cryptoAmountReceived: EXPECTED });
      assert.ok(events.slice(1).every((type) => type !== 'update-after-paid'));
    });

  it('is reported as a conflict alone when it is another final status', async () => {
    const { apply, events } = await payment();
    await apply('PAID', { cryptoAmountReceived: EXPECTED });
    events.length = 0;
    await apply('FAILED', LOW);
    assert.deepEqual(events, ['conflicting-final-status']);
  });
});

describe('an unknown status', () => {
  it('adds its facts when it is repeated, and is reported once for each word', async () => {
    const { apply, row, events } = await payment();
    await apply('HELD', { confirmations: 1 });
    assert.equal(await apply('HELD', { ...LOW, confirmations: 2 }), undefined);
    const { phase, confirmations, cryptoAmountReceived } = await row();
    assert.deepEqual([phase, confirmations, cryptoAmountReceived], ['unknown', 2, LOW.cryptoAmountReceived]);
    assert.equal((await apply('IN_REVIEW'))?.status, 'IN_REVIEW');
    const reports = ['payment-changed', 'status-unknown'];
    assert.deepEqual(
      events.filter((type) => reports.includes(type)),
      [...reports, ...reports],
    );
  });

  it('of the answer to the creation is shown, although the row has it already', async () => {
    const { apply, store, paymentRef } = await payment({ isAnswered: false });
    const { data } = newPayment();
    await store.setResponse(paymentRef, { serviceId: 't1', status: 'HELD', data: { ...data, answer }, at: CREATED });
    assert.equal((await apply('HELD'))?.phase, 'unknown');
  });

  it('is applied when it is sent again after the shop has given it a meaning', async () => {
    const statusMap: Record<string, 'paid'> = {};
    const { apply } = await payment({ statusMap });
    await apply('COMPLETED');
    statusMap['COMPLETED'] = 'paid';
    assert.equal((await apply('COMPLETED'))?.phase, 'paid');
  });
});

describe('a status that means paid, before the answer to the creation', () => {
  it('is kept and reported once, also after one that says confirming', async () => {
    for (const first of [[], ['CONFIRMING']]) {
      const { apply, row, events, delivered } = await payment({ isAnswered: false });
      for (const status of first) await apply(status);
      await apply('PAID');
      const { phase, earlyStatus, version, status } = await row();
      assert.deepEqual([phase, earlyStatus, status], ['confirming', 'PAID', 'PAID']);
      assert.equal(await apply('PAID', { confirmations: 2 }), undefined);
      assert.deepEqual([(await row()).version, (await row()).confirmations], [version + 1, 2]);
      assert.equal(delivered.length, first.length + 1);
      assert.equal(events.filter((type) => type === 'paid-before-answer').length, 1);
    }
  });

  it('is kept after the answer until it is applied, whatever else is reported', async () => {
    const { apply, attach, row } = await payment({ isAnswered: false });
    await apply('PAID');
    await attach();
    await apply('UNDERPAID', LOW);
    assert.equal((await row()).earlyStatus, 'PAID');
  });

  it('is removed when it is declined or cannot be paid', async () => {
    const { apply, attach, row } = await payment({ isAnswered: false, verifyPayment: () => false });
    await apply('PAID');
    await attach();
    assert.equal(await apply('PAID'), undefined);
    assert.deepEqual([(await row()).phase, (await row()).earlyStatus], ['confirming', undefined]);
  });

  it('is removed when it is applied', async () => {
    const { apply, attach, row } = await payment({ isAnswered: false });
    await apply('PAID', { cryptoAmountReceived: EXPECTED });
    await attach();
    assert.equal((await apply('PAID'))?.phase, 'paid');
    assert.equal((await row()).earlyStatus, undefined);
  });
});

describe('of two statuses at the same time', () => {
  /** A store in which another process writes to the payment just before this write. */
  const raced =
    (name: 'transition' | 'updateFacts', facts: Facts, times = 1) =>
    (store: PaymentStore): Partial<PaymentStore> => {
      let left = times;
      const between = async (paymentRef: string) => {
        if ((left -= 1) < 0) return;
        const { version } = (await store.byPaymentRef(paymentRef))!;
        assert.ok(await store.updateFacts(paymentRef, version, facts, CREATED));
      };
      return name === 'transition'
        ? { transition: async (ref, change) => (await between(ref), store.transition(ref, change)) }
        : { updateFacts: async (ref, ...given) => (await between(ref), store.updateFacts(ref, ...given)) };
    };

  it('the second is judged with the amount of the first', async () => {
    const { apply, events, delivered } = await payment({ change: raced('transition', LOW) });
    assert.equal((await apply('PAID'))?.phase, 'underpaid');
    assert.deepEqual([events, delivered.length], [['payment-changed', 'paid-amount-low'], 1]);
  });

  it('the second waits for verifyPayment with the facts of the first', async () => {
    const change = raced('transition', { confirmations: 2 });
    const { apply, row, events, delivered } = await payment({ change, verifyPayment: () => 'later' });
    assert.equal((await apply('PAID'))?.phase, 'confirming');
    const { confirmations, verification } = await row();
    assert.deepEqual([confirmations, verification?.tries, delivered.length], [2, 1, 1]);
    assert.deepEqual(events, ['payment-changed', 'verification-postponed']);
  });

  it('the second adds its facts to those of the first', async () => {
    const { apply, row } = await payment({ change: raced('updateFacts', { confirmations: 2 }) });
    await apply('DETECTED');
    await apply('DETECTED', { ...LOW, confirmations: 1 });
    const { cryptoAmountReceived, confirmations } = await row();
    assert.deepEqual([cryptoAmountReceived, confirmations], [LOW.cryptoAmountReceived, 2]);
  });

  it('one of a test payment is refused with the facts of the first', async () => {
    const change = raced('updateFacts', { confirmations: 2 });
    const { apply, row, events } = await payment({ change, rules: { allowTestPayments: false } });
    assert.equal(await apply('PAID', { test: true }), undefined);
    assert.deepEqual([(await row()).test, (await row()).confirmations], [true, 2]);
    assert.deepEqual(events, ['test-payment']);
  });

  it('an early one is kept, and delivered once', async () => {
    const change = raced('transition', { confirmations: 2 });
    const { apply, row, events, delivered, store, paymentRef } = await payment({ change, isAnswered: false });
    await transitionNow(store, paymentRef, { phase: 'confirming', status: 'CONFIRMING', facts: {}, at: CREATED });
    await apply('PAID');
    assert.deepEqual([(await row()).earlyStatus, (await row()).confirmations], ['PAID', 2]);
    assert.deepEqual([events, delivered.length], [['paid-before-answer'], 1]);
  });

  it('one for another service id changes nothing, and is a conflict', async () => {
    for (const isAnswered of [true, false]) {
      const { applyReport, row, events, delivered, store, paymentRef } = await payment({ isAnswered });
      if (!isAnswered) {
        const move = { phase: 'confirming', status: 'CONFIRMING', serviceId: 't1', facts: {}, at: CREATED } as const;
        await transitionNow(store, paymentRef, move);
      }
      const before = await row();
      assert.equal(await applyReport(before, { source: 'webhook', status: 'PAID', id: 't9' }), 'conflict');
      assert.deepEqual(await row(), before);
      assert.deepEqual([events, delivered], [[], []]);
    }
  });

  it('one is not applied to a payment that has ended since it was read', async () => {
    const { apply, row, events } = await payment();
    const to = await row();
    await apply('FAILED');
    assert.equal(await apply('PAID', {}, { to }), undefined);
    assert.deepEqual([(await row()).phase, events.at(-1)], ['failed', 'conflicting-final-status']);
  });

  it('one that is declined is verified again when the payment has changed meanwhile', async () => {
    const phases: string[] = [];
    const { apply, attach, row, store, paymentRef } = await payment({
      isAnswered: false,
      verifyPayment: async ({ phase }) => {
        phases.push(phase);
        if (phases.length > 1) return true;
        const { version } = await row();
        await store.transition(paymentRef, {
          phase: 'underpaid',
          status: 'UNDERPAID',
          facts: {},
          at: CREATED,
          version,
        });
        return false;
      },
    });
    await apply('PAID');
    await attach();
    assert.equal((await apply('PAID'))?.phase, 'paid');
    assert.deepEqual(phases, ['confirming', 'underpaid']);
  });

  it('one is tried 20 times, and then fails so that the service sends it again', async () => {
    const after = async (times: number) => {
      let tries = 0;
      const { apply, delivered } = await payment({
        change: (store) => ({
          async transition(ref, change) {
            tries += 1;
            if (tries > times) return store.transition(ref, change);
            const { version } = (await store.byPaymentRef(ref))!;
            await store.updateFacts(ref, version, { confirmations: tries }, CREATED);
            return undefined;
          },
        }),
      });
      const moved = await apply('PAID').catch((error: unknown) => error);
      return { moved, tries, delivered };
    };
    const last = await after(19);
    assert.deepEqual([(last.moved as PaymentRow).phase, last.tries], ['paid', 20]);
    const never = await after(20);
    assert.match(String(never.moved), /^Error: The payment changed 20 times/);
    assert.deepEqual([never.tries, never.delivered], [20, []]);
  });
});
