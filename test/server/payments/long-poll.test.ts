import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { memoryStore } from '../../../src/server/index.ts';
import { createLongPoll, waitUntilChanged } from '../../../src/server/payments/long-poll.ts';
import { counted } from '../counting-store.ts';
import { newPayment } from '../stores/contract.ts';

/** Longer than any of these tests. Milliseconds. */
const LONG_MS = 60_000;

/** Whether a promise has resolved once all others that are ready have. */
async function isDone(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  await new Promise((resolve) => setImmediate(resolve));
  return done;
}

describe('a long poll', () => {
  it('waits for a notification, and then for the next one', async () => {
    const longPoll = createLongPoll(LONG_MS, undefined);
    for (let round = 0; round < 2; round += 1) {
      const next = longPoll.next();
      assert.equal(await isDone(next), false);
      longPoll.notify();
      assert.equal(await isDone(next), true);
    }
    assert.equal(longPoll.over, false);
    longPoll.end();
  });

  it('does not miss a notification from before the wait', async () => {
    const longPoll = createLongPoll(LONG_MS, undefined);
    longPoll.notify();
    longPoll.notify();
    assert.equal(await isDone(longPoll.next()), true);
    assert.equal(await isDone(longPoll.next()), false);
    longPoll.end();
  });

  it('is over when it is released, before or during the wait', async () => {
    const longPoll = createLongPoll(LONG_MS, undefined);
    const next = longPoll.next();
    longPoll.release();
    assert.deepEqual([await isDone(next), await isDone(longPoll.next()), longPoll.over], [true, true, true]);
    longPoll.end();
  });

  it('may be released while nobody waits', async () => {
    const longPoll = createLongPoll(LONG_MS, undefined);
    longPoll.release();
    assert.deepEqual([await isDone(longPoll.next()), longPoll.over], [true, true]);
    longPoll.end();
  });

  it('is over when its time is up', async () => {
    const longPoll = createLongPoll(5, undefined);
    await longPoll.next();
    assert.equal(longPoll.over, true);
    longPoll.end();
  });

  it('is over when the client disconnects or has disconnected, and leaves no listener', async () => {
    const client = new AbortController();
    const longPoll = createLongPoll(LONG_MS, client.signal);
    const next = longPoll.next();
    assert.deepEqual([await isDone(next), longPoll.over], [false, false]);
    client.abort();
    assert.deepEqual([await isDone(next), longPoll.over], [true, true]);
    longPoll.end();
    assert.equal(getEventListeners(client.signal, 'abort').length, 0);
    const late = createLongPoll(LONG_MS, client.signal);
    assert.deepEqual([late.over, await isDone(late.next())], [true, true]);
    late.end();
  });

  it('has no timer after its end', ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const longPoll = createLongPoll(LONG_MS, undefined);
    longPoll.end();
    mock.timers.tick(LONG_MS);
    assert.equal(longPoll.over, false);
  });
});

describe('waitUntilChanged', () => {
  it('reads again after a change of any of the payments, until the result is accepted', async () => {
    const store = counted(memoryStore());
    let value = 0;
    const longPoll = createLongPoll(LONG_MS, undefined);
    const read = async () => {
      assert.equal(store.watching, 2, 'no change between the first read and the subscriptions is missed');
      return value;
    };
    const changed = waitUntilChanged(store, ['a', 'b'], longPoll, read, (found) => found === 2);
    for (const token of ['a', 'b']) {
      assert.equal(await isDone(changed), false);
      value += 1;
      await store.insert(newPayment({ token, orderRef: token }));
    }
    assert.equal(await changed, 2);
    assert.equal(store.watching, 0);
  });

  it('resolves at once with a result that is accepted', async () => {
    const store = counted(memoryStore());
    const longPoll = createLongPoll(LONG_MS, undefined);
    assert.equal(
      await waitUntilChanged(
        store,
        ['a'],
        longPoll,
        async () => 1,
        () => true,
      ),
      1,
    );
  });

  it('resolves with the last result when the wait is over', async () => {
    const store = counted(memoryStore());
    const longPoll = createLongPoll(LONG_MS, undefined);
    let value = 0;
    const changed = waitUntilChanged(
      store,
      ['a'],
      longPoll,
      async () => (value += 1),
      () => false,
    );
    assert.equal(await isDone(changed), false);
    longPoll.release();
    assert.equal(await changed, 2);
    assert.equal(store.watching, 0);
  });

  it('ends the long poll and its subscriptions when a read fails', async () => {
    const store = counted(memoryStore());
    const client = new AbortController();
    const down = () => Promise.reject(new Error('the database is down'));
    const longPoll = createLongPoll(LONG_MS, client.signal);
    await assert.rejects(
      waitUntilChanged(store, ['a'], longPoll, down, () => true),
      /is down/,
    );
    assert.equal(store.watching, 0);
    assert.equal(getEventListeners(client.signal, 'abort').length, 0);
  });

  it('is ended, with its subscriptions, when the store refuses another one', async () => {
    const signal = new AbortController().signal;
    let open = 0;
    const store = {
      ...memoryStore(),
      subscribe(token: string) {
        if (token === 'second') throw new Error('no connection');
        open += 1;
        return () => void (open -= 1);
      },
    };
    const wait = waitUntilChanged(store, ['first', 'second'], createLongPoll(LONG_MS, signal), async () => 0, Boolean);
    await assert.rejects(wait, /no connection/);
    assert.deepEqual([open, getEventListeners(signal, 'abort').length], [0, 0]);
  });
});
