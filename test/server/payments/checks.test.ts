import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { phaseOf } from '../../../src/core/index.ts';
import { createReportApplier } from '../../../src/server/payments/apply-report.ts';
import { readMoneyRules } from '../../../src/server/payments/money-rules.ts';
import { postgresStore } from '../../../src/server/stores/postgres.ts';
import type { CheckKind } from '../../../src/server/stores/store.ts';
import { openDatabase, type TestDatabase } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { newPayment } from '../stores/contract.ts';
import type { CheckCommand } from './checks-child.ts';

const SCRIPT = fileURLToPath(new URL('checks-child.ts', import.meta.url));
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** When the payments of these tests are created. */
const CREATED = newPayment().at;

let database: TestDatabase;
before(async () => (database = await openDatabase()));
after(() => database.close());

/** A process of `checks-child.ts`, and the calls that it has reported so far. */
function startProcess(address: string, kind: CheckKind) {
  const child = fork(SCRIPT, [address, kind]);
  const lines: string[] = [];
  child.on('message', (line) => lines.push(line as string));
  const send = (command: CheckCommand) => child.send(command);
  const sweeps = () => lines.filter((line) => line === 'swept').length;
  const calls = () => lines.filter((line) => line !== 'swept');
  return {
    calls,
    /** Sweeps at this time, and resolves when that is over. */
    async sweep(at: number): Promise<void> {
      const before = sweeps();
      send({ sweep: at });
      await until(() => sweeps() > before, 'the sweep to end');
    },
    /** Begins a sweep, and resolves when its first call waits. */
    async sweepUntilCall(at: number): Promise<void> {
      const before = calls().length;
      send({ sweep: at, hold: true });
      await until(() => calls().length > before, 'the call');
    },
    async goOn(): Promise<void> {
      const before = sweeps();
      send({ goOn: true });
      await until(() => sweeps() > before, 'the sweep to end');
    },
    async kill(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Two processes on one schema. */
async function startTwo(t: TestContext, kind: CheckKind) {
  const schema = await database.schema();
  const turnDatabase = await schema.stopClock();
  const store = postgresStore(schema.pool());
  t.after(() => store.close());
  await store.migrate();
  const two = [startProcess(schema.url, kind), startProcess(schema.url, kind)] as const;
  t.after(() => Promise.all(two.map((each) => each.kill())));
  return { store, turnDatabase, two };
}

describe('open payments, of two processes on a PostgreSQL store', () => {
  it('are read by one process at a time, and by the other one after a crash', async (t) => {
    const { store, two } = await startTwo(t, 'read');
    const [first, second] = two;
    const payment = newPayment();
    await store.insert(payment);
    const read = `read ${payment.paymentRef}`;

    await first.sweepUntilCall(CREATED);
    await second.sweep(CREATED);
    assert.deepEqual(second.calls(), []);
    await first.goOn();
    await second.sweep(CREATED + 29 * SECOND_MS);
    assert.deepEqual([first.calls(), second.calls()], [[read], []]);

    await first.sweepUntilCall(CREATED + 30 * SECOND_MS);
    await first.kill();
    await second.sweep(CREATED + 30 * SECOND_MS);
    assert.deepEqual(second.calls(), []);
    await second.sweep(CREATED + 60 * SECOND_MS);
    assert.deepEqual([first.calls(), second.calls()], [[read, read], [read]]);
  });

  it('share one pace, and those that were never read come first', async (t) => {
    const { store, two, turnDatabase } = await startTwo(t, 'read');
    const PAYMENTS = 12;
    const PER_MINUTE = 5;
    for (let n = 0; n < PAYMENTS; n += 1) await store.insert(newPayment({ orderRef: String(n) }));
    const calls = () => two.flatMap((each) => each.calls());
    for (let minute = 0; minute < 4; minute += 1) {
      await Promise.all(two.map((each) => each.sweep(CREATED + minute * MINUTE_MS)));
      const allowed = (minute + 1) * PER_MINUTE;
      assert.equal(calls().length, allowed);
      // A process that has claimed a payment, and is then not allowed to read it, leaves it to the next sweep.
      const read = new Set(calls()).size;
      const least = minute === 3 ? PAYMENTS : Math.min(PAYMENTS, allowed) - 1;
      assert.ok(read >= least, `${read} of ${PAYMENTS} in ${allowed} reads`);
      await turnDatabase(MINUTE_MS);
    }
  });
});

describe('a payment that is to be verified later, of two processes on a PostgreSQL store', () => {
  it('is verified by one of them, after a pause that doubles, and by the other one after a crash', async (t) => {
    const { store, two } = await startTwo(t, 'verify');
    const [first, second] = two;
    const { paymentRef, data, ...fields } = newPayment();
    await store.insert({ paymentRef, data, ...fields });
    const answer = { tid: 't1', status: 'NEW', cryptoCoin: 'btc', cryptoAmountExpected: '0.0002' };
    const answered = { serviceId: 't1', status: 'NEW', data: { ...data, answer }, at: CREATED };
    const row = (await store.setResponse(paymentRef, answered))!;
    const applyReport = createReportApplier({
      ...{ store, delivery: { deliver: async () => {} }, rules: readMoneyRules({}), phaseOf, emit: () => {} },
      ...{ verifyPayment: () => 'later', now: () => CREATED },
    });
    assert.equal(((await applyReport(row, { source: 'webhook', status: 'PAID' })) as typeof row).phase, 'confirming');
    const calls = () => two.flatMap((each) => each.calls()).length;
    const sweepBoth = (at: number) => Promise.all(two.map((each) => each.sweep(at)));

    let due = CREATED + 30 * SECOND_MS;
    await sweepBoth(due - 1);
    assert.equal(calls(), 0);
    await first.sweepUntilCall(due);
    await second.sweep(due);
    assert.deepEqual([first.calls(), second.calls()], [[`verify ${paymentRef}`], []]);
    await first.goOn();

    await sweepBoth(due + MINUTE_MS - 1);
    assert.equal(calls(), 1);
    due += MINUTE_MS;
    await sweepBoth(due);
    assert.equal(calls(), 2);

    due += 2 * MINUTE_MS;
    await first.sweepUntilCall(due);
    await first.kill();
    const before = second.calls().length;
    await second.sweep(due);
    assert.equal(second.calls().length, before);
    await second.sweep(due + 1.5 * MINUTE_MS);
    assert.equal(second.calls().length, before + 1);
  });
});
