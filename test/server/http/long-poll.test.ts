import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { request } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, mock } from 'node:test';
import { memoryStore } from '../../../src/server/index.ts';
import { createStatusRequests } from '../../../src/server/http/status-requests.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { newPayment } from '../stores/contract.ts';
import { until } from '../shop.ts';
import { withPayment } from '../counting-store.ts';
import { transitionNow } from '../../support/transition-now.ts';

describe('a long poll', () => {
  it('is answered as soon as the payment changes', () =>
    withPayment({ longPoll: { timeout: 20_000 } }, async ({ get, statusUrl, counting, reportStatus }) => {
      const held = get(`${statusUrl}?since=1`);
      await until(() => counting.watching === 1, 'the question is held');
      await reportStatus('UNMATCHED');
      assert.deepEqual((await held).json, { status: 'UNMATCHED', phase: 'unmatched', version: 2, after: 300 });
      assert.equal(counting.watching, 0);
      assert.equal((await get(`${statusUrl}?since=1`)).json['version'], 2);
    }));

  it('is answered unchanged when the time is up', () =>
    withPayment({ longPoll: { timeout: 100 } }, async ({ get, statusUrl, counting }) => {
      assert.equal((await get(`${statusUrl}?since=1`)).json['version'], 1);
      assert.equal(counting.watching, 0);
    }));

  it('is none for a HEAD, for a since that is no version, or where the shop holds none', () =>
    withPayment({ longPoll: { timeout: 20_000 } }, async ({ get, statusUrl }) => {
      assert.equal((await get(`${statusUrl}?since=x`)).status, 200);
      assert.equal((await get(`${statusUrl}?since=-1`)).status, 200);
      const head = await get(`${statusUrl}?since=1`, { method: 'HEAD' });
      assert.deepEqual([head.status, head.text], [200, '']);
    }).then(async () => {
      for (const longPoll of [{ timeout: 0 }, { timeout: 20_000, max: 0 }])
        await withPayment({ longPoll }, async ({ get, statusUrl }) => {
          assert.equal((await get(`${statusUrl}?since=1`)).json['after'], 2500, JSON.stringify(longPoll));
        });
    }));

  it('is freed when the client leaves', () =>
    withPayment({ longPoll: { timeout: 20_000 } }, async ({ statusUrl, counting }) => {
      const leaving = request(`${statusUrl}?since=1`).on('error', () => {});
      leaving.end();
      await until(() => counting.watching === 1, 'the question is held');
      leaving.destroy();
      await until(() => counting.watching === 0, 'the question is freed');
    }));

  it('is one of two of a payment: when a third comes the oldest is answered, with the pace of those who are not held', () =>
    withPayment({ longPoll: { timeout: 20_000 } }, async ({ get, statusUrl, counting, reportStatus }) => {
      const first = get(`${statusUrl}?since=1`);
      await until(() => counting.watching === 1, 'one is held');
      const second = get(`${statusUrl}?since=1`);
      await until(() => counting.watching === 2, 'two are held');
      const third = get(`${statusUrl}?since=1`);
      assert.deepEqual((await first).json, { status: 'NEW', phase: 'awaiting', version: 1, after: 2500 });
      await until(() => counting.watching === 2, 'two are still held');
      await reportStatus('PAID');
      assert.deepEqual([(await second).json['phase'], (await third).json['phase']], ['paid', 'paid']);
    }));

  it('is answered when the checkout is closed', () =>
    withPayment({ longPoll: { timeout: 20_000 } }, async ({ get, statusUrl, counting, checkout }) => {
      const held = get(`${statusUrl}?since=1`);
      await until(() => counting.watching === 1, 'the question is held');
      await checkout.close();
      assert.deepEqual([(await held).status, (await held).json['after']], [200, 2500]);
    }));

  it('is answered after a change that another process wrote into the same file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
    const file = join(folder, 'payments.db');
    try {
      const here = sqliteStore(new DatabaseSync(file), { pollInterval: 20 });
      const there = sqliteStore(new DatabaseSync(file));
      await withPayment({ longPoll: { timeout: 20_000 }, store: here }, async ({ get, statusUrl, counting }) => {
        const held = get(`${statusUrl}?since=1`);
        await until(() => counting.watching === 1, 'the question is held');
        const row = await there.byToken(statusUrl.split('/').at(-1)!);
        await transitionNow(there, row!.paymentRef, { phase: 'paid', status: 'PAID', facts: {}, at: 1 });
        assert.equal((await held).json['phase'], 'paid');
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is freed when the signal of a web-standard request aborts, and leaves no listener on it', () =>
    withPayment({ longPoll: { timeout: 20_000 } }, async ({ checkout, statusUrl, counting }) => {
      const leaving = new AbortController();
      const poll = new Request(`${statusUrl}?since=1`, { signal: leaving.signal });
      const held = checkout.fetch(poll);
      await until(() => counting.watching === 1, 'the question is held');
      leaving.abort();
      assert.equal((await held).status, 200);
      assert.equal(counting.watching, 0);
      assert.equal(getEventListeners(poll.signal, 'abort').length, 0);
    }));

  it('is limited in number for the process: above the limit, the response is immediate, with an interval', () =>
    withPayment({ longPoll: { timeout: 20_000, max: 1 } }, async ({ get, statusUrl, counting, reportStatus }) => {
      const held = get(`${statusUrl}?since=1`);
      await until(() => counting.watching === 1, 'one is held');
      const { json } = await get(`${statusUrl}?since=1`);
      assert.deepEqual(json, { status: 'NEW', phase: 'awaiting', version: 1, after: 2500 });
      await reportStatus('UNMATCHED');
      assert.equal((await held).json['version'], 2);
      const next = get(`${statusUrl}?since=2`);
      await until(() => counting.watching === 1, 'the place is free again');
      await reportStatus('PAID');
      assert.equal((await next).json['phase'], 'paid');
    }));
});

describe('how long questions are held', () => {
  const SINCE = Date.UTC(2026, 10, 20);

  /** Questions about so many payments, begun in one moment, with a clock to turn. */
  async function ask(count: number) {
    const store = memoryStore();
    const rows = Array.from({ length: count }, (_, index) => newPayment({ orderRef: `${index}`, at: SINCE }));
    for (const row of rows) await store.insert(row);
    const limits = { longPollTimeout: 15_000, maxLongPolls: 5_000, maxLongPollsPerPayment: 2 };
    const statusRequests = createStatusRequests({ store, ...limits, emit: () => {}, now: () => SINCE });
    mock.timers.enable({ apis: ['setTimeout'] });
    let answered = 0;
    const all = rows.map(({ token }) => statusRequests.answer(token, { since: 1 }).then(() => (answered += 1)));
    await settled();
    return {
      statusRequests,
      /** How many are answered after so many ms more. */
      async after(ms: number) {
        mock.timers.tick(ms);
        await settled();
        return answered;
      },
      async end() {
        statusRequests.close();
        await Promise.all(all);
        mock.timers.reset();
      },
    };
  }

  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('is up to 15 s and never less than 12, and not the same for all who began together', async () => {
    const held = await ask(200);
    assert.equal(held.statusRequests.open, 200);
    assert.equal(await held.after(11_999), 0);
    const half = await held.after(1_501);
    // That all of 200 fall on one side happens once in 2^199 runs.
    assert.ok(half > 0 && half < 200, `${half} of 200 after 13.5 s`);
    assert.equal(await held.after(1_500), 200);
    assert.equal(held.statusRequests.open, 0);
    await held.end();
  });
});
