import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { idOf, type Method, type PublicPayment } from '../../src/core/payments/payment.ts';
import {
  isMoneyDetected,
  isMoneyGone,
  isPaidPhase,
  mayFollow,
  phaseFacts,
  phases,
} from '../../src/core/payments/phases.ts';
import {
  initialSnapshot,
  next,
  PaymentModel,
  type PaymentEvent,
  type PaymentInputs,
  type PaymentSnapshot,
} from '../../src/model/payment-model.ts';
import { parseStatusUpdate, pollerCount, type PollerState } from '../../src/model/poller.ts';
import { BTC, crypto, wallet } from '../support/payments.ts';
import { settle } from './fake-browser.ts';
import { createPaymentPage, respond } from './fake-payment-page.ts';

type Fields = Readonly<Record<string, unknown>>;

const DETAILS = ['address', 'note', 'cryptoCoin', 'cryptoAmountExpected'] as const;
const OTHER = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

/** Words of the default map, and one that it does not have. */
const WORDS =
  'NEW PENDING DETECTED CONFIRMING UNDERPAID UNMATCHED PAID OVERPAID EXPIRED LATE FAILED CANCELLED REFUNDED HELD';

const status = fc.record(
  {
    status: fc.constantFrom(...WORDS.split(' ')),
    phase: fc.constantFrom(...phases),
    version: fc.integer({ min: 1, max: 6 }),
  },
  { requiredKeys: ['status'] },
);
const details = fc.record(
  {
    address: fc.constantFrom(BTC, OTHER, BTC.toUpperCase(), OTHER, BTC, 'bc1q\u0441'),
    note: fc.constantFrom('A', 'B'),
    cryptoCoin: fc.constantFrom('btc', 'BTC', 'ltc', 'card'),
    cryptoAmountExpected: fc.constantFrom('0.1', '0.10', '0.2'),
    qr: fc.constant({ size: 21, bits: 'A'.repeat(76) }),
  },
  { requiredKeys: [] },
);
const method = fc.constantFrom<Method>('crypto', 'crypto', 'crypto', 'crypto', 'wallet');
const idsOf = (of: Method) => (of === 'crypto' ? 'tid' : 'pid');

/** A payment as the page or `src` gives it; sometimes of another method, sometimes not readable. */
const payment = fc
  .tuple(method, fc.constantFrom('1', '2', '3'), status, details, fc.constantFrom({}, { statusUrl: '/t' }))
  .map(([of, id, word, given, url]): Fields => {
    const own = of === 'crypto' ? crypto({ cryptoAmountExpected: '0.1' }) : wallet({ note: 'A' });
    return { ...own, ...given, ...word, ...url, [idsOf(of)]: id };
  });
const answer: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(status, details).map(([word, given]): Fields => ({ ...word, ...given })) },
  { weight: 4, arbitrary: status },
  { weight: 1, arbitrary: payment },
  { weight: 1, arbitrary: fc.constantFrom<Fields>({}, { error: 'maintenance' }, { status: true }) },
);
const inputs: fc.Arbitrary<PaymentInputs> = fc.record({
  payment: fc.option(payment, { nil: undefined, freq: 4 }),
  src: fc.constantFrom('', '', '', '/p'),
  statusUrl: fc.constantFrom('/s', '/s', '/s', '/s', '/s', '', '/s2', 'javascript:alert(1)'),
  awaited: fc.boolean(),
});

/** Whether data that the model was given says that the payment is paid. Written out again on purpose. */
function saysPaid(data: unknown): boolean {
  const { phase, status } = Object(data) as Fields;
  return phases.includes(phase as never)
    ? phase === 'paid' || phase === 'overpaid'
    : /^(OVER)?PAID$/.test(String(status));
}

const isShownPaid = ({ payment, knownPhase }: PaymentSnapshot) =>
  (!!payment && isPaidPhase(payment.phase)) || (!!knownPhase && isPaidPhase(knownPhase));

/** The details of a payment. Letter case does not count, except in a note. */
const detailsOf = (of: PublicPayment) =>
  DETAILS.map((name) => {
    const value = (of as unknown as Fields)[name];
    return name !== 'note' && typeof value === 'string' ? value.toLowerCase() : value;
  }).join();

/** Compares each snapshot with those before it. */
class Judge {
  #before: PaymentSnapshot;
  /** The details on the page: those of the last snapshot that did not hide them. */
  #seen: string | undefined;
  /** The details of the payment with this id. */
  #kept: readonly [id: string, details: string] | undefined;
  /** The payer has copied or opened details, and has not asked for other ones since. */
  #isHeld = false;
  /** The payer has asked for other details, or another payment was given while nothing was held. */
  #mayChange = false;

  constructor(before: PaymentSnapshot) {
    this.#before = before;
  }

  /** @param reports - The data that the model was given since the last snapshot. */
  judge(now: PaymentSnapshot, reports: readonly unknown[], action?: 'accept' | 'lock'): void {
    const before = this.#before;
    this.#before = now;
    assert.ok(Object.isFrozen(now), 'frozen');
    if (isShownPaid(now) && !isShownPaid(before)) assert.ok(reports.some(saysPaid), 'paid without a report of it');
    this.#judgePhase(before, now);
    this.#judgeDetails(before, now, action);
  }

  #judgePhase(before: PaymentSnapshot, now: PaymentSnapshot) {
    const isSame = now.payment && before.payment && idOf(now.payment) === idOf(before.payment);
    const isSameAddress = now.inputs?.src === before.inputs?.src && now.inputs?.statusUrl === before.inputs?.statusUrl;
    // At another address, and after a problem, the model begins anew.
    if (!isSame || !isSameAddress || before.problem) return;
    const [from, to] = [before.knownPhase, now.knownPhase];
    assert.notEqual(to, 'unknown');
    if (!from || !to || from === to) return;
    // The ways back: a newer version says that money has gone again, or was seen for a payment that was shown as expired.
    const isBack = isMoneyGone(from, to) || (from === 'expired' && isMoneyDetected(to));
    const isNewer = now.payment.version! > before.payment.version!;
    assert.ok(mayFollow(from, to) || (isBack && isNewer), `${from} to ${to}`);
  }

  #judgeDetails(before: PaymentSnapshot, now: PaymentSnapshot, action?: 'accept' | 'lock') {
    const { payment, knownPhase } = now;
    if (action === 'lock') this.#isHeld = true;
    if (action === 'accept' && before.payment && before.waiting) {
      this.#mayChange = true;
      this.#isHeld = false;
      this.#kept = undefined;
    }
    if (payment) {
      const id = idOf(payment);
      const shown = detailsOf(payment);
      if (this.#kept && this.#kept[0] !== id && !this.#isHeld) this.#mayChange = true;
      if (this.#kept?.[0] === id) assert.equal(shown, this.#kept[1], 'other details for one payment');
      this.#kept = [id, shown];
      if (now.details !== 'changed' && !now.problem) {
        if (this.#seen !== undefined && this.#seen !== shown) assert.ok(this.#mayChange, 'details were replaced');
        this.#seen = shown;
        this.#mayChange = false;
      }
    }
    if (knownPhase && !phaseFacts(knownPhase).payable) this.#isHeld = false;
  }
}

describe('whatever happens to the model of a payment', () => {
  const polled = fc
    .tuple(
      fc.option(answer, { freq: 6 }),
      fc.constantFrom<PollerState['contact']>('good', 'lost', 'gone'),
      fc.boolean(),
    )
    .map(([body, contact, stalled]): [PaymentEvent, readonly unknown[]] => {
      const update = parseStatusUpdate(body);
      const unrecognized = update ? undefined : (body ?? undefined);
      const state = { contact, stalled, ...(update && { update }), ...(unrecognized && { unrecognized }) };
      return [{ type: 'polled', state }, [body]];
    });
  const event: fc.Arbitrary<readonly [PaymentEvent, readonly unknown[]]> = fc.oneof(
    { weight: 12, arbitrary: polled },
    { weight: 5, arbitrary: inputs.map((given) => [{ type: 'given', inputs: given }, [given.payment]] as const) },
    {
      weight: 5,
      arbitrary: fc
        .constantFrom<PaymentEvent>(
          { type: 'details-accepted' },
          { type: 'details-locked' },
          { type: 'details-locked' },
          { type: 'refreshed' },
          { type: 'connected' },
          { type: 'disconnected' },
          { type: 'restarted' },
          { type: 'not-an-address' },
          { type: 'tampered', field: 'address' },
          { type: 'module-failed' },
          { type: 'dispatched' },
        )
        .map((each) => [each, []] as const),
    },
  );
  const deepFreeze = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  };

  it('a snapshot never shows paid without a report, never moves back, never replaces details, and changes no argument', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40, size: 'max' }), (events) => {
        let now = initialSnapshot('crypto');
        const judge = new Judge(now);
        for (const [each, reports] of events) {
          for (const value of Object.values(now)) deepFreeze(value); // a change of it throws
          deepFreeze(each);
          now = next(now, each);
          const { type } = each;
          judge.judge(
            now,
            reports,
            type === 'details-accepted' ? 'accept' : type === 'details-locked' ? 'lock' : undefined,
          );
        }
      }),
      { numRuns: 3_000 },
    );
  });

  const step = fc.oneof(
    { weight: 10, arbitrary: answer.map((body) => ({ act: 'answer', body }) as const) },
    { weight: 2, arbitrary: fc.constantFrom(404, 429, 500, 503).map((code) => ({ act: 'refuse', code }) as const) },
    { weight: 2, arbitrary: inputs.map((given) => ({ act: 'set', given }) as const) },
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 600_000 }).map((ms) => ({ act: 'wait', ms }) as const) },
    {
      weight: 8,
      arbitrary: fc
        .constantFrom('fail', 'late', 'hide', 'show', 'leave', 'refresh', 'disconnect', 'connect', 'accept', 'lock')
        .map((act) => ({ act }) as const),
    },
  );

  it('a connected model keeps these rules, and after disconnect() no timer, request, listener or poller remains', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, fc.array(step, { maxLength: 40, size: 'max' }), async (given, steps) => {
        const page = createPaymentPage();
        const model = new PaymentModel('crypto', page.ports);
        const judge = new Judge(model.snapshot);
        let reports: unknown[] = [];
        let action: 'accept' | 'lock' | undefined;
        let isConnected = true;
        model.subscribe(() => {
          judge.judge(model.snapshot, reports, action);
          action = undefined;
        });
        const assertNothingRuns = () =>
          assert.deepEqual(
            [page.timers(), page.open(), page.listeners(), pollerCount(page.ports)],
            [0, [], 0, 0],
            'after disconnect()',
          );
        const isOpen = () => page.open().length === 1;
        const acts: Record<string, () => unknown> = {
          fail: () => isOpen() && page.fail(),
          // A response to a request that has ended.
          late: () => page.requests[0]?.give(respond({ status: 'PAID' })),
          hide: () => page.hide(),
          show: () => page.show(),
          leave: () => page.leave(),
          refresh: () => model.refresh(),
          disconnect: () => {
            isConnected = false;
            model.disconnect();
          },
          connect: () => {
            isConnected = true;
            model.connect();
          },
          accept: () => {
            action = 'accept';
            model.acceptDetails();
          },
          lock: () => {
            action = 'lock';
            model.lockDetails();
          },
        };
        reports = [given.payment];
        model.set(given);
        model.connect();
        for (const each of steps) {
          reports = [];
          if (each.act === 'answer') {
            reports = [each.body];
            if (isOpen()) await page.answer(each.body);
          } else if (each.act === 'refuse') {
            if (isOpen()) await page.answer('', { status: each.code, headers: { 'retry-after': '7' } });
          } else if (each.act === 'set') {
            reports = [each.given.payment];
            model.set(each.given);
          } else if (each.act === 'wait') await page.turn(each.ms);
          else {
            // It is the first response, unless its request has ended.
            if (each.act === 'late' && page.requests[0]?.signal.aborted === false) reports = [{ status: 'PAID' }];
            await acts[each.act]!();
          }
          await settle();
          assert.ok(page.open().length <= 1, 'one request at a time');
          if (!isConnected) assertNothingRuns();
        }
        model.disconnect();
        assertNothingRuns();
        const { snapshot } = model;
        for (const { give } of page.requests) give(respond({ status: 'PAID' }));
        await page.show();
        await page.turn(3_600_000);
        assert.equal(model.snapshot, snapshot, 'nothing arrives any more');
        assertNothingRuns();
      }),
      { numRuns: 500 },
    );
  });
});
