import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { phases, type Phase } from '../../../src/core/index.ts';
import type { StatusChange } from '../../../src/server/index.ts';
import { toShopPayment } from '../../../src/server/payments/row-views.ts';
import { createChangeHandler, type ChangeHandlerPorts } from '../../../src/server/payments/change-handler.ts';
import { CREATED, rowOf } from './row.ts';

/** How many payments are remembered. */
const RESOLVED_MAX = 10_000;

const payment = toShopPayment(rowOf());
const changeTo = (to: Phase): StatusChange => ({
  paymentRef: 'r1',
  version: 2,
  from: 'awaiting',
  to,
  status: to,
  at: CREATED,
  afterExpiry: false,
  replaced: false,
});

/** Handles a change, and returns the calls in their order. */
async function handle(
  to: Phase,
  { isSettling = true, ...ports }: Partial<ChangeHandlerPorts> & { isSettling?: boolean | undefined },
): Promise<readonly unknown[]> {
  const calls: unknown[] = [];
  const called = (name: string) => void calls.push(name);
  const handleChange = createChangeHandler({
    onStatus: async (...given) => {
      assert.deepEqual(given, [payment, changeTo(to)]);
      called('onStatus');
    },
    onPaid: async (given) => {
      assert.equal(given, payment);
      called('onPaid');
    },
    settlements: {
      compare: async () => (called('compare'), isSettling),
      reportIfPaidTwice: async () => called('reportIfPaidTwice'),
    },
    emit: (event) => void calls.push(event),
    ...ports,
  });
  await handleChange(payment, changeTo(to), (step) => void calls.push(`begin ${step}`));
  return calls;
}

const ON_STATUS = ['begin onStatus()', 'onStatus'];
const COMPARE = ['begin order()', 'compare'];
const ON_PAID = ['begin onPaid()', 'onPaid'];

const isPaid = (phase: Phase) => phase === 'paid' || phase === 'overpaid';

describe('the handler of a change', () => {
  it('is told of each phase, and of a payment that pays its order', async () => {
    for (const phase of phases)
      assert.deepEqual(
        await handle(phase, {}),
        isPaid(phase) ? ['reportIfPaidTwice', ...ON_STATUS, ...COMPARE, ...ON_PAID] : ON_STATUS,
        phase,
      );
  });

  it('is not told of a paid payment that does not pay its order', async () => {
    const calls = await handle('paid', { isSettling: false });
    assert.deepEqual(calls, ['reportIfPaidTwice', ...ON_STATUS, ...COMPARE, ...ON_PAID.slice(0, 1)]);
  });

  it('may have no callbacks: an order that was paid twice or has another amount is reported all the same', async () => {
    const calls = await handle('paid', { onStatus: undefined, onPaid: undefined });
    assert.deepEqual(calls, ['reportIfPaidTwice', 'begin onStatus()', ...COMPARE]);
    assert.deepEqual(await handle('detected', { onStatus: undefined, onPaid: undefined }), ['begin onStatus()']);
  });

  it('without onPaid has its change delivered although the comparison with the order fails, with an event', async () => {
    const cause = new Error('the order database is down');
    const settlements = { compare: () => Promise.reject(cause), reportIfPaidTwice: async () => {} };
    const calls = await handle('paid', { onPaid: undefined, settlements });
    assert.deepEqual(calls, [...ON_STATUS, 'begin order()', { type: 'internal-error', at: 'settlement', cause }]);
  });

  it('is told of a change once, however often a later step of it fails', async () => {
    const calls: string[] = [];
    const found: { isSettling?: boolean } = {};
    let isBroken = true;
    const handleChange = createChangeHandler({
      onStatus: (_payment, { version }) => void calls.push(`onStatus ${version}`),
      onPaid: () => {
        calls.push('onPaid');
        if (isBroken) throw new Error('the shop is down');
      },
      settlements: { compare: async () => found.isSettling, reportIfPaidTwice: async () => {} },
      emit: () => {},
    });
    const change = changeTo('paid');
    const told = (version = change.version) => handleChange(payment, { ...change, version }, () => {});
    for (let times = 0; times < 3; times += 1) await assert.rejects(async () => told(), /returned no order 1001/);
    assert.deepEqual(calls, ['onStatus 2']);
    found.isSettling = true;
    await assert.rejects(async () => told(), /the shop is down/);
    isBroken = false;
    await told();
    assert.deepEqual(calls, ['onStatus 2', 'onPaid', 'onPaid']);
    await told(3);
    assert.deepEqual(calls.slice(3), ['onStatus 3', 'onPaid']);
    await told(3);
    assert.deepEqual(calls.slice(5), ['onStatus 3', 'onPaid'], 'a delivery of its own, as when its process has ended');
  });

  it('remembers a limited number of payments whose later step has failed', async () => {
    const told: string[] = [];
    const handleChange = createChangeHandler({
      onStatus: ({ paymentRef }) => void told.push(paymentRef),
      onPaid: () => {},
      settlements: { compare: async () => undefined, reportIfPaidTwice: async () => {} },
      emit: () => {},
    });
    const fail = (paymentRef: string) =>
      assert.rejects(
        async () => handleChange({ ...payment, paymentRef }, { ...changeTo('paid'), paymentRef }, () => {}),
        /returned no order/,
      );
    for (let i = 0; i < RESOLVED_MAX; i += 1) await fail(`r${i}`);
    await fail('r0');
    assert.equal(told.length, RESOLVED_MAX);
    await fail('one more');
    await fail('r0'); // it was handled again, so r1 was forgotten
    await fail('r2');
    await fail('r1');
    assert.deepEqual(told.slice(RESOLVED_MAX), ['one more', 'r1']);
  });

  it('has its change delivered again when a step before onPaid fails', async () => {
    const cause = new Error('the database is down');
    const broken = () => Promise.reject(cause);
    const sound = { compare: async () => true, reportIfPaidTwice: async () => {} };
    await assert.rejects(handle('paid', { settlements: { ...sound, reportIfPaidTwice: broken } }), cause);
    await assert.rejects(handle('paid', { settlements: { ...sound, compare: broken } }), cause);
    await assert.rejects(handle('paid', { settlements: { ...sound, compare: async () => undefined } }), /1001/);
    await assert.rejects(handle('paid', { onStatus: broken }), cause);
    await assert.rejects(handle('paid', { onPaid: broken }), cause);
  });
});
