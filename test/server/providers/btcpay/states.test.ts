import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { phaseOfInvoice } from '../../../../src/server/providers/btcpay/invoice-report.ts';
import { call, startServer, wanted, type TestServer } from './server.ts';

/** The amount of the invoice of `wanted`, in BTC. */
const WHOLE = '0.0004159';

async function startInvoice(t: TestContext, store: object = {}) {
  const server: TestServer = await startServer(t, { store });
  const { id } = await server.provider.create(wanted, call());
  const { invoices } = server.sandbox;
  const report = async () => {
    const {
      expiresAt: _,
      transactions,
      ...rest
    } = (await server.provider.read!({ ...wanted, id, created: 0 }, call()))!;
    assert.deepEqual({ source: rest.source, id: rest.id, test: rest.test }, { source: 'provider', id, test: true });
    const { status, phase, received, due } = rest;
    return { status, phase, received, ...(due === undefined ? {} : { due }), transactions: transactions?.length ?? 0 };
  };
  return { id, invoices, report, ...server };
}

describe('the state of an invoice makes the report', () => {
  test('new', async (t) => {
    const { report } = await startInvoice(t);
    assert.deepEqual(await report(), { status: 'New', phase: 'awaiting', received: '0', transactions: 0 });
  });

  test('paid in full, then confirmed', async (t) => {
    const { id, invoices, report } = await startInvoice(t);
    invoices.pay(id, WHOLE);
    const seen = { received: WHOLE, transactions: 1 };
    assert.deepEqual(await report(), { status: 'Processing', phase: 'detected', due: '0', ...seen });
    invoices.confirm(id);
    assert.deepEqual(await report(), { status: 'Settled', phase: 'paid', ...seen });
  });

  test('paid in part: what is due includes the fee that the server adds for a second payment', async (t) => {
    const { id, invoices, report } = await startInvoice(t);
    invoices.pay(id, '0.0002');
    const { due, ...rest } = await report();
    assert.deepEqual(rest, { status: 'New (PaidPartial)', phase: 'underpaid', received: '0.0002', transactions: 1 });
    assert.equal(due, '0.00021987');
    invoices.pay(id, due);
    invoices.confirm(id);
    // 0.00041987 is more than the first amount, and the server does not call it too much.
    assert.deepEqual(await report(), { status: 'Settled', phase: 'paid', received: '0.00041987', transactions: 2 });
  });

  test('enough within the tolerance of the store', async (t) => {
    const { id, invoices, report } = await startInvoice(t, { paymentTolerance: 2 });
    invoices.pay(id, '0.000408', { isSettled: true });
    assert.deepEqual(await report(), { status: 'Settled', phase: 'paid', received: '0.000408', transactions: 1 });
  });

  test('paid too much', async (t) => {
    const { id, invoices, report } = await startInvoice(t);
    invoices.pay(id, '0.0005');
    assert.deepEqual(await report(), {
      status: 'Processing (PaidOver)',
      phase: 'detected',
      received: '0.0005',
      transactions: 1,
    });
    invoices.confirm(id);
    assert.equal((await report()).phase, 'overpaid');
  });

  test('a replaced transaction takes the money back', async (t) => {
    const { id, invoices, report } = await startInvoice(t);
    invoices.pay(id, WHOLE);
    invoices.replace(id);
    assert.deepEqual(await report(), { status: 'New', phase: 'awaiting', received: '0', transactions: 0 });
  });

  test('one of two transactions was replaced', async (t) => {
    const { id, invoices, report } = await startInvoice(t, { networkFee: '0' });
    invoices.pay(id, '0.0002');
    invoices.pay(id, '0.0002159');
    invoices.replace(id);
    const { status, phase, received, due } = await report();
    assert.deepEqual(
      { status, phase, received, due },
      {
        status: 'New (PaidPartial)',
        phase: 'underpaid',
        received: '0.0002',
        due: '0.0002159',
      },
    );
  });

  test('expired without money, and with too little', async (t) => {
    const nothing = await startInvoice(t);
    nothing.invoices.expire(nothing.id);
    assert.deepEqual(await nothing.report(), { status: 'Expired', phase: 'expired', received: '0', transactions: 0 });
    const part = await startInvoice(t);
    part.invoices.pay(part.id, '0.0002');
    part.invoices.expire(part.id);
    assert.deepEqual(await part.report(), {
      status: 'Expired (PaidPartial)',
      phase: 'expired',
      received: '0.0002',
      transactions: 1,
    });
  });

  test('paid late: late until somebody marks it', async (t) => {
    const { id, invoices, report } = await startInvoice(t);
    invoices.expire(id);
    invoices.pay(id, WHOLE, { isSettled: true });
    assert.deepEqual(await report(), {
      status: 'Expired (PaidLate)',
      phase: 'late',
      received: WHOLE,
      transactions: 1,
    });
    invoices.mark(id, 'Settled');
    assert.equal((await report()).phase, 'paid');
  });

  test('marked by hand, without money', async (t) => {
    const settled = await startInvoice(t);
    settled.invoices.mark(settled.id, 'Settled');
    assert.deepEqual(await settled.report(), {
      status: 'Settled (Marked)',
      phase: 'paid',
      received: '0',
      transactions: 0,
    });
    const invalid = await startInvoice(t);
    invalid.invoices.mark(invalid.id, 'Invalid');
    assert.equal((await invalid.report()).phase, 'cancelled');
  });

  test('money that was not confirmed in time is for the shop to decide about', async (t) => {
    const { id, invoices, report } = await startInvoice(t);
    invoices.pay(id, WHOLE);
    invoices.failToConfirm(id);
    assert.deepEqual(await report(), { status: 'Invalid', phase: 'late', received: WHOLE, transactions: 1 });
  });

  test('a state that is not known says nothing', () => {
    for (const status of ['Frozen', 'Settled (Frozen)', 'constructor', ''])
      assert.equal(phaseOfInvoice(status), 'unknown');
  });
});

test('the server has compared amount and deadline: the report says so', async (t) => {
  const { provider } = await startServer(t);
  const { id } = await provider.create(wanted, call());
  assert.equal((await provider.read!({ ...wanted, id, created: 0 }, call()))?.isJudged, true);
});

test('money has arrived when its last part did, and not when the server was asked', async (t) => {
  const { id, invoices, provider } = await startInvoice(t, { networkFee: '0' });
  const read = async () => (await provider.read!({ ...wanted, id, created: 0 }, call()))!;
  assert.equal((await read()).receivedAt, undefined);
  const { payments, created } = invoices.all.get(id)!;
  // The first transaction was replaced: its money never arrived.
  for (const amount of ['0.0002159', '0.0002', '0.0002159']) invoices.pay(id, amount);
  payments.forEach((payment, at) => Object.assign(payment, { received: created + [90, 30, 60][at]! }));
  Object.assign(payments[0]!, { status: 'Invalid' });
  assert.equal((await read()).receivedAt, new Date((created + 60) * 1000).toISOString());
});

test('an invoice that the store does not have is undefined', async (t) => {
  const { provider } = await startServer(t);
  assert.equal(await provider.read!({ ...wanted, id: 'gone', created: 0 }, call()), undefined);
  assert.equal(await provider.read!({ ...wanted, id: undefined, created: 0 }, call()), undefined);
});

test('a payment whose creation was not answered is found by its reference', async (t) => {
  const { provider } = await startServer(t);
  const { id } = await provider.create(wanted, call());
  assert.equal((await provider.read!({ ...wanted, id: undefined, created: 0 }, call()))?.id, id);
});
