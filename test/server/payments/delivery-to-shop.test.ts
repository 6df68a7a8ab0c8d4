import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { memoryStore, type OnStatus } from '../../../src/server/index.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { createDelivery } from '../../../src/server/payments/delivery.ts';
import { newPayment } from '../stores/contract.ts';
import { openShopAndSandbox, sendWebhook, until, webhookOf, withShopAndSandbox } from '../shop.ts';
import { transitionNow } from '../../support/transition-now.ts';

type Told = [phase: string, from: string, to: string, version: number];

/** A shop with one wallet payment whose `onStatus` is under the test's hand. */
async function withPayment(
  onStatus: OnStatus,
  use: (shop: Awaited<ReturnType<typeof openShopAndSandbox>>, webhookUrl: string) => Promise<void>,
): Promise<void> {
  const shop = await openShopAndSandbox({ onStatus });
  try {
    await shop.pay({ order: '1001', method: 'wallet' });
    await use(shop, webhookOf(shop.sandbox));
  } finally {
    await shop.close();
  }
}

describe('onStatus', () => {
  it('receives each change once, in order, with the payment as it was after the change', async () => {
    const delivered: Told[] = [];
    const onStatus: OnStatus = (payment, { from, to, version }) => {
      assert.deepEqual([payment.orderRef, payment.amount, payment.currency], ['1001', '19.99', 'USD']);
      assert.deepEqual(payment.meta, { cart: 7 });
      assert.equal(payment.answer?.['payoutEmail'], 'till@shop.example');
      delivered.push([payment.phase, from, to, version]);
    };
    await withPayment(onStatus, async ({ checkout }, webhookUrl) => {
      for (const status of ['UNMATCHED', 'UNMATCHED', 'PAID', 'NEW']) await sendWebhook(webhookUrl, { status });
      await checkout.sweep();
      assert.deepEqual(delivered, [
        ['unmatched', 'awaiting', 'unmatched', 2],
        ['paid', 'unmatched', 'paid', 3],
      ]);
    });
  });

  it('does not hold up the answer to the webhook', async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    await withPayment(
      () => ended,
      async (_shop, webhookUrl) => {
        assert.equal((await sendWebhook(webhookUrl, { status: 'PAID' })).status, 200);
        end();
      },
    );
  });

  it('that rejects is called again by the sweep, and what came later waits its turn', async () => {
    const delivered: string[] = [];
    let broken = true;
    const onStatus: OnStatus = (payment) => {
      delivered.push(payment.phase);
      if (broken) throw new Error('the mail server is down');
    };
    await withPayment(onStatus, async ({ checkout, events }, webhookUrl) => {
      await sendWebhook(webhookUrl, { status: 'UNMATCHED' });
      await sendWebhook(webhookUrl, { status: 'PAID' });
      await checkout.sweep();
      assert.ok(delivered.length >= 2 && delivered.every((phase) => phase === 'unmatched'), delivered.join());
      assert.equal(events.at(-1)?.type, 'delivery-failed');
      broken = false;
      delivered.length = 0;
      await checkout.sweep();
      assert.deepEqual(delivered, ['unmatched', 'paid']);
      await checkout.sweep();
      assert.equal(delivered.length, 2);
    });
  });

  it('of one payment does not wait for another', async () => {
    const delivered: string[] = [];
    const store = memoryStore();
    for (const orderRef of ['1', '2']) {
      const row = newPayment({ orderRef });
      await store.insert(row);
      await transitionNow(store, row.paymentRef, { phase: 'paid', status: 'PAID', facts: {}, at: 1 });
    }
    const onStatus: OnStatus = ({ orderRef }) => {
      delivered.push(orderRef);
      if (orderRef === '1') throw new Error('only this one');
    };
    const shop = await openShopAndSandbox({ store, onStatus });
    await shop.checkout.sweep();
    assert.ok(delivered.includes('2'));
    assert.equal((await store.unhandled(undefined, 10)).length, 1);
    await shop.close();
  });

  it('is called by the interval too', async () => {
    let calls = 0;
    const onStatus: OnStatus = () => {
      calls += 1;
      if (calls < 3) throw new Error('not yet');
    };
    const shop = await openShopAndSandbox({ onStatus, sweepInterval: 5 });
    await shop.pay({ order: '1001', method: 'wallet' });
    await sendWebhook(webhookOf(shop.sandbox), { status: 'PAID' });
    await until(() => calls === 3, 'the third call');
    await shop.close();
  });

  it('that takes too long counts as failed, and is not called again while it runs', async () => {
    const store = memoryStore();
    const row = newPayment();
    await store.insert(row);
    for (const phase of ['confirming', 'paid'] as const)
      await transitionNow(store, row.paymentRef, { phase, status: phase, facts: {}, at: 1 });
    const delivered: string[] = [];
    const ends: (() => void)[] = [];
    const events: string[] = [];
    const onStatus: OnStatus = ({ phase }) => {
      delivered.push(phase);
      return new Promise((resolve) => ends.push(resolve));
    };
    const delivery = createDelivery(store, onStatus, ({ type }) => void events.push(type), {
      limitMs: 10,
      leaseMs: 30,
    });
    await delivery.sweep();
    assert.deepEqual([delivered, events], [['confirming'], ['delivery-failed']]);
    await delivery.sweep();
    await delivery.deliver(row.paymentRef);
    assert.deepEqual(delivered, ['confirming']);
    ends[0]!();
    await until(() => delivered.length === 2, 'the next change');
    ends[1]!();
    await until(async () => (await store.unhandled(undefined, 9)).length === 0, 'both to be handled');
    assert.deepEqual(delivered, ['confirming', 'paid']);
    await delivery.close();
  });

  it('that never ends is called again after its time', async () => {
    const store = memoryStore();
    const row = newPayment();
    await store.insert(row);
    await transitionNow(store, row.paymentRef, { phase: 'paid', status: 'PAID', facts: {}, at: 1 });
    let calls = 0;
    const onStatus: OnStatus = () => ((calls += 1) === 1 ? new Promise(() => {}) : undefined);
    const delivery = createDelivery(store, onStatus, () => {}, { limitMs: 5, endMs: 30 });
    await delivery.sweep();
    const isTold = async () => (await delivery.sweep(), calls === 2);
    await until(isTold, 'the second call');
    assert.deepEqual(await store.unhandled(undefined, 9), []);
    await delivery.close();
  });

  it('is called after a restart when the process was killed while it ran', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
    const file = join(folder, 'payments.db');
    const row = newPayment();
    const before = new DatabaseSync(file);
    await sqliteStore(before).insert(row);
    before.close();

    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('delivery-child.ts', import.meta.url)), file, row.paymentRef],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [output] = (await once(child.stdout, 'data')) as [Buffer];
    assert.equal(String(output), 'told paid\n');
    child.kill('SIGKILL');
    await once(child, 'exit');

    const delivered: string[] = [];
    const store = sqliteStore(new DatabaseSync(file));
    const shop = await openShopAndSandbox({
      store,
      onStatus: ({ paymentRef, phase }) => void delivered.push(`${paymentRef} ${phase}`),
    });
    const isTold = async () => {
      await shop.checkout.sweep();
      return delivered.length > 0;
    };
    await until(isTold, 'the lease of the killed process to end');
    assert.deepEqual(delivered, [`${row.paymentRef} paid`]);
    assert.deepEqual(await store.unhandled(undefined, 10), []);
    await shop.close();
    rmSync(folder, { recursive: true });
  });
});

describe('the work that is passed to waitUntil of a context', () => {
  it('ends after onPaid, which the answer to the webhook does not wait for', async () => {
    let isCalled = false;
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const onPaid = () => ((isCalled = true), ended);
    await withShopAndSandbox({ onPaid }, async ({ checkout, pay, sandbox }) => {
      await pay({ order: '1001', method: 'wallet' });
      const works: Promise<unknown>[] = [];
      let isOver = false;
      const waitUntil = (work: Promise<unknown>) => void works.push(work.then(() => (isOver = true)));
      const init = { method: 'POST', body: JSON.stringify({ status: 'PAID' }) };
      const answered = await checkout.fetch(new Request(webhookOf(sandbox), init), { waitUntil });
      await until(() => isCalled, 'the call of onPaid');
      await immediate();
      const wasOver = isOver;
      end();
      await Promise.all(works);
      assert.deepEqual([answered.status, works.length, wasOver, isOver], [200, 1, false, true]);
    });
  });
});
