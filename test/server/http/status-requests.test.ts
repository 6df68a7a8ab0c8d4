import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import type { Phase } from '../../../src/core/index.ts';
import { memoryStore } from '../../../src/server/index.ts';
import { createStatusRequests, type StatusOptions } from '../../../src/server/http/status-requests.ts';
import { counted } from '../counting-store.ts';
import { newPayment } from '../stores/contract.ts';
import { CREATED } from '../payments/row.ts';
import { transitionNow } from '../../support/transition-now.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Two payments of an order, and requests for the status of the second. */
async function order(options: Partial<StatusOptions> = {}, expiresAt?: string) {
  const store = counted(memoryStore());
  const { data } = newPayment();
  const mine = newPayment({ at: CREATED, data: { ...data, ...(expiresAt && { expiresAt }) } });
  const other = newPayment({ at: CREATED, method: 'wallet', coin: '' });
  for (const row of [other, mine]) await store.insert(row);
  const events: unknown[] = [];
  let time = CREATED;
  const requests = createStatusRequests({
    store,
    longPollTimeout: 10 * SECOND,
    maxLongPolls: 10,
    maxLongPollsPerPayment: 2,
    emit: (event) => void events.push(event),
    now: () => time,
    ...options,
  });
  return {
    store,
    requests,
    events,
    token: mine.token,
    turn: (ms: number) => void (time += ms),
    move: (which: 'mine' | 'other', phase: Phase) =>
      transitionNow(store, (which === 'mine' ? mine : other).paymentRef, {
        phase,
        status: phase,
        facts: {},
        at: CREATED,
      }),
    /** The version, the phase of the order and the interval of an answer. */
    answer: async (known?: { since: number; orderPhase?: string }, signal?: AbortSignal) => {
      const result = await requests.answer(mine.token, known, () => signal);
      return result && [result.row.version, result.orderPhase, result.after];
    },
  };
}

describe('a status request', () => {
  it('has the interval for the age of the payment, and none at its end', async () => {
    const { answer, turn, move } = await order();
    const intervals: unknown[] = [];
    for (const age of [0, MINUTE - 1, 1, 4 * MINUTE - 1, 1, 25 * MINUTE - 1, 1, 24 * 60 * MINUTE]) {
      turn(age);
      intervals.push((await answer())![2]);
    }
    assert.deepEqual(intervals, [2_500, 2_500, 5_000, 5_000, 10_000, 10_000, 30_000, 30_000]);
    await move('mine', 'paid');
    assert.deepEqual(await answer(), [2, undefined, undefined]);
    assert.deepEqual(await answer({ since: 1 }), [2, undefined, undefined]);
    assert.deepEqual(await answer({ since: 2 }), [2, undefined, undefined]);
  });

  it('of an unknown token has no answer', async () => {
    const { requests } = await order();
    assert.equal(await requests.answer('unknown', { since: 1 }), undefined);
  });

  it('has a short interval when the payment has changed, and not when only the order has', async () => {
    const { answer, move } = await order();
    await move('other', 'detected');
    assert.deepEqual(await answer({ since: 1 }), [1, 'detected', 2_500]);
    assert.deepEqual(await answer({ since: 1, orderPhase: 'confirming' }), [1, 'detected', 2_500]);
    await move('mine', 'detected');
    assert.deepEqual(await answer({ since: 1, orderPhase: 'detected' }), [2, 'detected', 300]);
  });

  it('is not held where the shop holds none, nor after the end', async () => {
    for (const none of [{ longPollTimeout: 0 }, { maxLongPolls: 0 }, { maxLongPollsPerPayment: 0 }]) {
      const { answer, events } = await order(none);
      assert.deepEqual([await answer({ since: 1 }), events], [[1, undefined, 2_500], []]);
    }
    const { answer, requests } = await order();
    requests.close();
    assert.deepEqual(await answer({ since: 1 }), [1, undefined, 2_500]);
  });
});

describe('a status request that is held', () => {
  it('is answered after a change of the payment or of its order, with a short interval', async () => {
    for (const [which, expected] of [
      ['mine', [2, undefined, 300]],
      ['other', [1, 'detected', 300]],
    ] as const) {
      const { answer, move, store, requests, events } = await order();
      const held = answer({ since: 1, orderPhase: '' });
      await settled();
      assert.deepEqual([store.watching, requests.open], [2, 1]);
      await move(which, 'detected');
      await settled();
      assert.equal(requests.open, 0, 'not only when its time is up');
      assert.deepEqual(await held, expected);
      assert.deepEqual([store.watching, requests.open], [0, 0]);
      assert.deepEqual(events, [
        { type: 'long-poll-started', open: 1 },
        { type: 'long-poll-ended', open: 0 },
      ]);
    }
  });

  it('does not wait for payments of the order that have ended', async () => {
    const { answer, move, store, requests } = await order();
    await move('other', 'failed');
    const held = answer({ since: 1 });
    await settled();
    assert.equal(store.watching, 1);
    requests.close();
    await held;
  });

  it('is answered when the client disconnects', async () => {
    const client = new AbortController();
    const { answer, requests } = await order();
    const held = answer({ since: 1 }, client.signal);
    await settled();
    assert.equal(requests.open, 1);
    client.abort();
    assert.deepEqual(await held, [1, undefined, 300]);
  });

  it('is answered early, with the long interval, when there are too many for the payment or at the end', async () => {
    const { answer, requests } = await order({ maxLongPolls: 3, maxLongPollsPerPayment: 2 });
    const held = [answer({ since: 1 }), answer({ since: 1 }), answer({ since: 1 })];
    assert.deepEqual(await held[0], [1, undefined, 2_500]);
    assert.equal(requests.open, 2);
    requests.close();
    assert.deepEqual(await Promise.all(held.slice(1)), [
      [1, undefined, 2_500],
      [1, undefined, 2_500],
    ]);
    assert.equal(requests.open, 0);
  });

  it('is one of so many of the process', async () => {
    const { answer, requests } = await order({ maxLongPolls: 1 });
    const held = answer({ since: 1 });
    await settled();
    assert.deepEqual(await answer({ since: 1 }), [1, undefined, 2_500]);
    requests.close();
    await held;
  });

  it('that is answered early has the short interval when the payment has changed meanwhile', async () => {
    const { answer, move, requests, store } = await order();
    store.subscribe = () => () => {};
    const held = answer({ since: 1 });
    await settled();
    await move('mine', 'detected');
    requests.close();
    assert.deepEqual(await held, [2, undefined, 300]);
  });

  it('ends at the end of the offer, and with its whole time when the offer has no end or has ended', async () => {
    for (const [expiresAt, from, to] of [
      [CREATED + 3 * SECOND, 3 * SECOND, 3 * SECOND],
      [CREATED + 60 * SECOND, 8 * SECOND, 10 * SECOND],
      [CREATED, 8 * SECOND, 10 * SECOND],
      [CREATED - SECOND, 8 * SECOND, 10 * SECOND],
      [undefined, 8 * SECOND, 10 * SECOND],
    ] as const) {
      const { answer, requests } = await order({}, expiresAt === undefined ? undefined : new Date(expiresAt).toJSON());
      mock.timers.enable({ apis: ['setTimeout'] });
      const held = answer({ since: 1 });
      await settled();
      mock.timers.tick(from - 1);
      await settled();
      assert.equal(requests.open, 1, String(expiresAt));
      mock.timers.tick(to - from + 1);
      await settled();
      assert.equal(requests.open, 0, String(expiresAt));
      assert.deepEqual(await held, [1, undefined, 300]);
      mock.timers.reset();
    }
  });

  it('may have no signal: some runtimes do not tell when a client disconnects', async () => {
    const { requests, token } = await order();
    const held = requests.answer(token, { since: 1 });
    await settled();
    requests.close();
    assert.equal((await held)?.row.token, token);
  });

  it('frees its place when the store fails', async () => {
    const { answer, requests, store } = await order();
    const held = answer({ since: 1 });
    await settled();
    store.ofOrderByToken = () => Promise.reject(new Error('the database is down'));
    requests.close();
    await assert.rejects(held, /is down/);
    assert.equal(requests.open, 0);
  });
});
