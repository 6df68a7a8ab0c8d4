import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createOffers } from '../../../src/server/orders/offers.ts';

/** After a failure the last answer is used for this long. Milliseconds. */
const KEPT_MS = 60 * 60_000;

describe('what a provider offers', () => {
  it('is its last answer for an hour when it fails, and then the failure', async () => {
    const down = new Error('the server is down');
    let time = 0;
    let isDown = false;
    let calls = 0;
    const offers = async () => {
      calls += 1;
      if (isDown) throw down;
      return { coins: ['BTC'] } as const;
    };
    const read = createOffers({ payouts: 'account', offers }, () => time);
    const answer = { coins: ['BTC'] };
    assert.deepEqual(await read(), answer);
    isDown = true;
    time = KEPT_MS - 1;
    for (let requests = 0; requests < 3; requests += 1) assert.deepEqual(await read(), answer);
    assert.equal(calls, 2, 'a server that does not answer is not asked by each visitor');
    time = KEPT_MS + 1;
    await assert.rejects(read(), down);
    isDown = false;
    assert.deepEqual(await read(), answer);
  });
});
