import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryStore, type CheckoutEvent, type OnStatus, type PaymentStore } from '../../../src/server/index.ts';
import { createDelivery, type DeliveryOptions, type HandleChange } from '../../../src/server/payments/delivery.ts';
import { transitionNow } from '../../support/transition-now.ts';
import { until } from '../../support/until.ts';
import { newPayment } from '../stores/contract.ts';

/** A lease that ends only when a test ends it, or with its mocked timers. Milliseconds. */
const LEASE_MS = 60_000;

type Event = Pick<CheckoutEvent, 'type'> & { readonly at?: string; readonly cause?: unknown };

/** A payment with two changes that nobody was told of: versions 2 and 3. */
async function twoChanges(store: PaymentStore): Promise<string> {
  const { paymentRef, ...row } = newPayment();
  await store.insert({ ...row, paymentRef });
  for (const phase of ['confirming', 'paid'] as const)
    await transitionNow(store, paymentRef, { phase, status: phase, facts: {}, at: row.at });
  return paymentRef;
}

function open(store: PaymentStore, onStatus?: OnStatus, options?: DeliveryOptions) {
  const delivered: string[] = [];
  const events: Event[] = [];
  const tell: OnStatus = (payment, change) => {
    delivered.push(`${change.version} ${payment.phase} ${payment.status}`);
    return onStatus?.(payment, change);
  };
  return { delivery: createDelivery(store, tell, (event) => void events.push(event), options), delivered, events };
}

/** The timers that keep this process running. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

const BOTH = ['2 confirming confirming', '3 paid paid'];

describe('the delivery of changes', () => {
  it('calls the shop with each state in order, and marks what was delivered', async () => {
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    const { delivery, delivered, events } = open(store);
    await delivery.deliver(paymentRef);
    assert.deepEqual([delivered, events], [BOTH, []]);
    assert.deepEqual(await store.unhandled(undefined, 9), []);
    await delivery.deliver(paymentRef);
    await delivery.deliver('unknown');
    assert.equal(delivered.length, 2);
  });

  it('waits longer after each failure, up to ten minutes, unless the shop calls the sweep or the payment changes', async (t) => {
    let time = 0;
    t.mock.method(performance, 'now', () => time);
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    const times: number[] = [];
    const { delivery } = open(store, () => (times.push(time), Promise.reject(new Error('no order'))));
    for (; time <= 3_600_000; time += 10_000) await delivery.sweepDue();
    const seconds = times.map((at) => at / 1000);
    assert.deepEqual(seconds, [0, 10, 30, 70, 150, 310, 630, 1230, 1830, 2430, 3030]);
    await delivery.sweep();
    await delivery.deliver(paymentRef);
    assert.equal(times.length, seconds.length + 2);
  });

  it('is made again by the next sweep after the first failure, however soon that is', async (t) => {
    t.mock.method(performance, 'now', () => 0);
    const store = memoryStore();
    await twoChanges(store);
    const { delivery, delivered } = open(store, () => Promise.reject(new Error('no order')));
    for (let n = 0; n < 3; n += 1) await delivery.sweepDue();
    assert.equal(delivered.length, 2);
  });

  it('counts the failures of a change anew after a success', async (t) => {
    t.mock.method(performance, 'now', () => 0);
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    let calls = 0;
    const { delivery } = open(store, (_payment, { version }) => {
      calls += 1;
      if (version === 3 || calls < 3) throw new Error('no order');
    });
    for (let n = 0; n < 3; n += 1) await delivery.deliver(paymentRef);
    await delivery.sweepDue();
    assert.equal(calls, 5);
  });

  it('is made by a sweep of all payments that begins during one of the due payments', async () => {
    const store = memoryStore();
    const [failing, slow] = [await twoChanges(store), await twoChanges(store)];
    let end = () => {};
    const held = new Promise<void>((resolve) => (end = resolve));
    const told: string[] = [];
    const { delivery } = open(store, ({ paymentRef }) => {
      told.push(paymentRef);
      return paymentRef === failing ? Promise.reject(new Error('no order')) : held;
    });
    for (let n = 0; n < 2; n += 1) await delivery.deliver(failing);
    const due = delivery.sweepDue();
    await until(() => told.includes(slow), 'the sweep of the due payments');
    const all = delivery.sweep();
    end();
    await Promise.all([due, all]);
    assert.equal(told.filter((paymentRef) => paymentRef === failing).length, 3);
  });

  it('sweeps all payments, however many there are, and each once for sweeps at the same time', async () => {
    const store = memoryStore();
    const count = 101;
    for (let index = 0; index < count; index += 1) await twoChanges(store);
    const { delivery, delivered } = open(store);
    await Promise.all([delivery.sweep(), delivery.sweep()]);
    assert.equal(delivered.length, 2 * count);
    assert.deepEqual(await store.unhandled(undefined, 9), []);
    await twoChanges(store);
    await delivery.sweep();
    assert.equal(delivered.length, 2 * count + 2, 'a later sweep looks again');
  });

  it('calls the shop once in a sweep for each payment whose call fails, however many there are', async () => {
    const store = memoryStore();
    for (let index = 0; index < 60; index += 1) await twoChanges(store);
    const { delivery, delivered } = open(store, () => Promise.reject(new Error('the mail server is down')));
    await delivery.sweep();
    assert.equal(delivered.length, 60);
  });

  it('delivers a change that is written while the last one is delivered', async () => {
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    const opened = open({
      ...store,
      async markHandled(ref, version) {
        await store.markHandled(ref, version);
        if (version !== 3) return;
        await transitionNow(store, ref, { phase: 'refunded', status: 'refunded', facts: {}, at: 1 });
        void opened.delivery.deliver(ref);
      },
    });
    await opened.delivery.deliver(paymentRef);
    assert.deepEqual(opened.delivered, [...BOTH, '4 refunded refunded']);
  });

  it('delivers a change again at the end of a run that has just read the outbox', async () => {
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    const opened = open({
      ...store,
      async unhandledOf(ref) {
        const changes = await store.unhandledOf(ref);
        if (changes.length > 0 || opened.delivered.length > 2) return changes;
        await transitionNow(store, ref, { phase: 'refunded', status: 'refunded', facts: {}, at: 1 });
        void opened.delivery.deliver(ref);
        return changes;
      },
    });
    await opened.delivery.deliver(paymentRef);
    assert.equal(opened.delivered.at(-1), '4 refunded refunded');
  });

  it('delivers a change once when the store does not mark it', async () => {
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    const { delivery, delivered } = open({ ...store, markHandled: async () => {} });
    await delivery.deliver(paymentRef);
    assert.deepEqual(delivered, BOTH.slice(0, 1));
  });

  it('waits for the change before when that fails, and frees it for other processes at once', async () => {
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    const cause = new Error('the mail server is down');
    const { delivery, delivered, events } = open(store, () => Promise.reject(cause));
    await delivery.deliver(paymentRef);
    assert.deepEqual(delivered, BOTH.slice(0, 1));
    assert.deepEqual(events, [{ type: 'delivery-failed', paymentRef, version: 2, at: 'store', cause }]);
    assert.equal(await store.leaseChange(paymentRef, 2, 'another process', 1), true);
  });

  it('names the step that failed or takes too long', async () => {
    for (const step of ['onStatus()', 'order()', 'onPaid()'] as const) {
      const store = memoryStore();
      const paymentRef = await twoChanges(store);
      const events: Event[] = [];
      const handle: HandleChange = async (_payment, _change, begin) => {
        begin('onStatus()');
        begin(step);
        await until(() => events.length === 1, 'the call to be reported as slow');
        throw new Error('the mail server is down');
      };
      const options = { limitMs: 1 };
      const delivery = createDelivery(store, handle, (event) => void events.push(event), options);
      await delivery.deliver(paymentRef);
      await delivery.settled();
      await until(() => events.length === 2, 'the call to fail');
      assert.deepEqual(
        events.map(({ type, at, cause }) => [type, at, (cause as Error).message]),
        [
          ['delivery-failed', step, `${step}: no end after 1 ms`],
          ['delivery-failed', step, 'the mail server is down'],
        ],
      );
      await delivery.close();
    }
  });

  it('does not wait for a call that hangs, and lets the process end', async () => {
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    const before = timers();
    const { delivery, events } = open(store, () => new Promise(() => {}), { limitMs: 1 });
    await delivery.deliver(paymentRef);
    assert.deepEqual([events.length, timers()], [1, before]);
    await delivery.close();
  });

  it('reports a call that has not ended in its time', async () => {
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    const { delivery, events } = open(store, () => new Promise(() => {}), { endMs: 1 });
    await delivery.deliver(paymentRef);
    assert.match(String(events[0]?.cause), /^TimeoutError: onStatus\(\) or onPaid\(\): not done after 1 ms/);
  });

  it('calls nobody while a change may not be delivered yet', async () => {
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    const asked: unknown[] = [];
    let isReady = false;
    const { delivery, delivered } = open(store, undefined, {
      isReady: async (row, change, isSweep) => (asked.push([row.version, change.version, isSweep]), isReady),
    });
    await delivery.deliver(paymentRef);
    await delivery.sweep();
    assert.deepEqual(delivered, []);
    assert.deepEqual(asked, [
      [3, 2, false],
      [3, 2, true],
    ]);
    isReady = true;
    await delivery.sweep();
    assert.deepEqual(delivered, BOTH);
  });

  for (const [at, broken] of [
    ['delivery', { unhandledOf: () => Promise.reject(new Error('the database is down')) }],
    ['sweep', { unhandled: () => Promise.reject(new Error('the database is down')) }],
  ] as const)
    it(`reports that the store fails, and goes on with the next ${at}`, async () => {
      const store = memoryStore();
      await twoChanges(store);
      const failing: PaymentStore = { ...store, ...broken };
      const { delivery, delivered, events } = open(failing);
      await delivery.sweep();
      assert.deepEqual(
        events.map((event) => [event.type, event.at, (event.cause as Error).message]),
        [['internal-error', at, 'the database is down']],
      );
      Object.assign(failing, store);
      await delivery.sweep();
      assert.deepEqual(delivered, BOTH);
    });
});

describe('a change that another process delivers', () => {
  it('is left to it, and is taken over without a sweep when its lease has ended', async () => {
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    await store.leaseChange(paymentRef, 2, 'another process', LEASE_MS);
    const { delivery, delivered } = open(store, undefined, { leaseMs: 60 });
    await delivery.deliver(paymentRef);
    await delivery.deliver(paymentRef);
    assert.deepEqual(delivered, []);
    await store.leaseChange(paymentRef, 2, 'another process', 0);
    await until(() => delivered.length === 2, 'the next try');
    assert.deepEqual(delivered, BOTH);
    await delivery.close();
  });

  it('is looked at again after each lease of the other process', async () => {
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    let isLeased = true;
    let tries = 0;
    const leaseChange: PaymentStore['leaseChange'] = async (...given) =>
      isLeased ? ((tries += 1), false) : store.leaseChange(...given);
    const { delivery, delivered } = open({ ...store, leaseChange }, undefined, { leaseMs: 10 });
    await delivery.deliver(paymentRef);
    await until(() => tries >= 3, 'the third try');
    isLeased = false;
    await until(() => delivered.length === 2, 'the delivery');
    await delivery.close();
  });

  it('is tried once in each interval, however often it is asked for, and not after the end', async () => {
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    let tries = 0;
    let reads = 0;
    const { delivery } = open({
      ...store,
      leaseChange: async () => ((tries += 1), false),
      unhandledOf: (ref) => ((reads += 1), store.unhandledOf(ref)),
    });
    mock.timers.enable({ apis: ['setTimeout'] });
    const turn = async (ms: number) => {
      mock.timers.tick(ms);
      await delivery.settled();
    };
    await delivery.deliver(paymentRef);
    await turn(2_000);
    await delivery.deliver(paymentRef);
    await turn(2_000);
    assert.equal(tries, 3);
    await turn(2_000);
    assert.equal(tries, 3, 'the next one is four seconds later');
    void delivery.deliver(paymentRef);
    await delivery.close();
    const before = reads;
    await turn(60_000);
    mock.timers.reset();
    assert.equal(reads, before, 'the store may be closed, too');
  });

  it('is left to it by a delivery that is closed', async () => {
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    await store.leaseChange(paymentRef, 2, 'another process', LEASE_MS);
    const before = timers();
    const { delivery, delivered } = open(store, undefined, { leaseMs: 20 });
    await delivery.deliver(paymentRef);
    assert.equal(timers(), before, 'the next try does not keep the process');
    await delivery.close();
    await store.leaseChange(paymentRef, 2, 'another process', 0);
    await delay(60);
    await delivery.deliver(paymentRef);
    await delivery.sweep();
    assert.deepEqual(delivered, []);
  });

  it('cannot be taken while a call lasts, however long, and the lease ends with the call', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.now() });
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    let end = () => {};
    const { delivery, delivered } = open(store, () => new Promise<void>((resolve) => (end = resolve)), {
      leaseMs: LEASE_MS,
    });
    const run = delivery.deliver(paymentRef);
    await until(() => delivered.length === 1, 'the first call');
    for (let passed = 0; passed < 2 * LEASE_MS; passed += 1_000) {
      t.mock.timers.tick(1_000);
      assert.equal(await store.leaseChange(paymentRef, 2, 'another process', 1), false);
    }
    end();
    await until(() => delivered.length === 2, 'the second call');
    end();
    await run;
    assert.deepEqual(await store.unhandled(undefined, 9), []);
  });

  it('can be taken when the call has failed: the lease is not renewed any more', async () => {
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    mock.timers.enable({ apis: ['setInterval'] });
    const { delivery } = open(store, () => Promise.reject(new Error('the mail server is down')), {
      leaseMs: LEASE_MS,
    });
    await delivery.deliver(paymentRef);
    mock.timers.tick(LEASE_MS);
    mock.timers.reset();
    assert.equal(await store.leaseChange(paymentRef, 2, 'another process', LEASE_MS), true);
  });

  it('is delivered although its lease cannot be renewed, and that is reported', async () => {
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    const cause = new Error('the database is down');
    let isDown = false;
    const leaseChange: PaymentStore['leaseChange'] = (...given) =>
      isDown ? Promise.reject(cause) : store.leaseChange(...given);
    const slow: OnStatus = async (_, { version }) => {
      isDown = version === 2;
      await until(() => version === 3 || opened.events.length > 0, 'the event');
      isDown = false;
    };
    const opened = open({ ...store, leaseChange }, slow, { leaseMs: 30 });
    await opened.delivery.deliver(paymentRef);
    assert.deepEqual(opened.delivered, BOTH);
    assert.deepEqual(opened.events[0], { type: 'internal-error', at: 'lease', cause });
  });
});

describe('a delivery that is closed', () => {
  it('waits for the call that runs, and begins no other', async () => {
    const store = memoryStore();
    const paymentRef = await twoChanges(store);
    let end = () => {};
    const { delivery, delivered } = open(store, () => new Promise<void>((resolve) => (end = resolve)));
    void delivery.deliver(paymentRef);
    await until(() => delivered.length === 1, 'the first call');
    const done: string[] = [];
    const closing = Promise.all([
      delivery.settled().then(() => done.push('settled')),
      delivery.close().then(() => done.push('closed')),
    ]);
    await delay(20);
    assert.deepEqual(done, []);
    end();
    await closing;
    assert.deepEqual(delivered, BOTH.slice(0, 1));
    assert.equal((await store.unhandled(undefined, 9)).length, 1, 'the delivered change is marked');
  });
});
