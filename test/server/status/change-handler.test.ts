import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { phases, type Phase } from '../../../src/core/index.ts';
import type { StatusChange } from '../../../src/server/index.ts';
import { toShopPayment } from '../../../src/server/status/payment-view.ts';
import { createChangeHandler, type ChangeHandlerPorts } from '../../../src/server/status/change-handler.ts';
import { CREATED, rowOf } from './row.ts';

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
  await handleChange(payment, changeTo(to));
  return calls;
}

const isPaid = (phase: Phase) => phase === 'paid' || phase === 'overpaid';

describe('the handler of a change', () => {
  it('is told of each phase, and of a payment that pays its order', async () => {
    for (const phase of phases)
      assert.deepEqual(
        await handle(phase, {}),
        isPaid(phase) ? ['reportIfPaidTwice', 'onStatus', 'compare', 'onPaid'] : ['onStatus'],
        phase,
      );
  });

  it('is not told of a paid payment that does not pay its order', async () => {
    const calls = await handle('paid', { isSettling: false });
    assert.deepEqual(calls, ['reportIfPaidTwice', 'onStatus', 'compare']);
  });

  it('may have no callbacks: an order that was paid twice or has another amount is reported all the same', async () => {
    const calls = await handle('paid', { onStatus: undefined, onPaid: undefined });
    assert.deepEqual(calls, ['reportIfPaidTwice', 'compare']);
    assert.deepEqual(await handle('detected', { onStatus: undefined, onPaid: undefined }), []);
  });

  it('without onPaid has its change delivered although the comparison with the order fails, with an event', async () => {
    const cause = new Error('the order database is down');
    const settlements = { compare: () => Promise.reject(cause), reportIfPaidTwice: async () => {} };
    const calls = await handle('paid', { onPaid: undefined, settlements });
    assert.deepEqual(calls, ['onStatus', { type: 'internal-error', at: 'settlement', cause }]);
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
