import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Known } from '../../src/core/payments/phases.ts';
import { Poller, type PollerState } from '../../src/model/poller.ts';
import { MINUTE } from './fake-browser.ts';
import { createPaymentPage } from './fake-payment-page.ts';

/** A page with one poller. */
function world(start: Known & { fresh?: boolean } = {}) {
  const page = createPaymentPage();
  const states: PollerState[] = [];
  const poller = new Poller('/status/1', page.ports, start);
  poller.listeners.add((state) => states.push(state));
  return { ...page, poller, state: () => states[states.length - 1] };
}

const NEW = { status: 'NEW' };

describe('the poller', () => {
  it('polls at once, and again 2.5 s later', async () => {
    const w = world();
    assert.equal(w.requests.length, 1);
    await w.answer(NEW);
    assert.equal(await w.untilRequest(), 2_500);
  });

  it('waits before its first request when the payment was read just now', async () => {
    const w = world({ fresh: true });
    assert.equal(w.requests.length, 0);
    assert.equal(await w.untilRequest(), 2_500);
  });

  it('waits 5 s between requests after a minute, 10 s after five minutes, 30 s after half an hour', async () => {
    for (const [watched, rest] of [
      [MINUTE, 5_000],
      [5 * MINUTE, 10_000],
      [30 * MINUTE, 30_000],
    ] as const) {
      const w = world();
      w.hide();
      await w.answer(NEW);
      await w.turn(watched);
      await w.show();
      await w.answer(NEW);
      assert.equal(await w.untilRequest(), rest, `after ${watched} ms`);
    }
  });

  it('varies its intervals by 20 % either way', async () => {
    for (const [chance, rest] of [
      [0, 2_000],
      [1, 3_000],
    ] as const) {
      const w = world();
      w.setChance(chance);
      await w.answer(NEW);
      assert.equal(Math.round((await w.untilRequest())!), rest);
    }
  });

  it('doubles the interval with Save-Data, also one that the shop sets, but not the delay of a retry', async () => {
    const w = world();
    w.saveData();
    await w.answer(NEW);
    assert.equal(await w.untilRequest(), 5_000);
    await w.answer({ ...NEW, after: 7_000 });
    assert.equal(await w.untilRequest(), 14_000);
    await w.fail();
    assert.equal(await w.untilRequest(), 1_000);
    await w.answer('', { status: 429, headers: { 'retry-after': '12' } });
    assert.equal(await w.untilRequest(), 12_000);
    w.saveData(false);
    await w.answer(NEW);
    assert.equal(await w.untilRequest(), 2_500);
  });

  it('sends requests without cache and without custom headers', async () => {
    const w = world({ version: 3 });
    assert.deepEqual(Object.keys(w.last().init).sort(), ['cache', 'signal']);
    assert.equal(w.last().init.cache, 'no-store');
  });

  it('treats 204 and 304 as contact without a change', async () => {
    for (const status of [204, 304]) {
      const w = world({ phase: 'confirming', version: 3 });
      await w.answer(null, { status });
      assert.deepEqual([w.state()!.contact, w.state()!.update], ['good', undefined]);
      assert.equal(await w.untilRequest(), 2_500);
      assert.equal(w.last().url, '/status/1?since=3');
    }
  });

  it('sends the version it has, also beside a query of the address', async () => {
    const w = world({ version: 3 });
    assert.equal(w.requests[0]!.url, '/status/1?since=3');
    await w.answer({ ...NEW, version: 4 });
    await w.untilRequest();
    assert.equal(w.last().url, '/status/1?since=4');
  });

  it('sends the version in the query of an address with a fragment', async () => {
    const page = createPaymentPage();
    const poller = new Poller('/status/1#here', page.ports, { version: 3 });
    assert.equal(page.last().url, '/status/1?since=3');
    poller.stop();
  });

  it('prefers the clock of the server to that of the payer, which may be ahead', async () => {
    const w = world();
    const server = Date.UTC(2026, 10, 20, 10);
    const date = () => new Date(server + w.clock.now()).toUTCString();
    w.setPayerClock(server + 60 * MINUTE);
    await w.answer('no JSON', { status: 502 });
    assert.ok(w.state()!.clock! > server + 59 * MINUTE);
    await w.untilRequest();
    await w.answer(NEW, { headers: { date: date() } });
    assert.ok(Math.abs(w.state()!.clock! - server) < 2_000, String(w.state()!.clock! - server));
    await w.untilRequest();
    await w.answer(NEW, { headers: { date: new Date(server + w.clock.now() - 5_000).toUTCString() } });
    assert.ok(Math.abs(w.state()!.clock! - server) < 2_000, 'a delayed answer does not turn it back');
  });

  it('polls again at once after a long poll that was longer than the interval', async () => {
    const w = world({ version: 3 });
    await w.turn(15_000);
    await w.answer({ ...NEW, version: 3 });
    assert.equal(await w.untilRequest(), 0);
  });

  it('waits as long as `after`, but never less than the minimum', async () => {
    const w = world();
    await w.answer({ ...NEW, after: 7_000 });
    assert.equal(await w.untilRequest(), 7_000);
    await w.answer({ ...NEW, after: 0 });
    assert.equal(await w.untilRequest(), 1_000);
  });

  it('polls at once after an update, so that the next within the same second is not late, but with a limit', async () => {
    const w = world({ version: 1 });
    for (let version = 2; version <= 5; version++) {
      await w.answer({ ...NEW, version });
      assert.equal(await w.untilRequest(), 0, `version ${version}`);
      assert.equal(w.last().url, `/status/1?since=${version}`);
    }
    await w.answer({ ...NEW, version: 6, after: 0 });
    assert.equal(await w.untilRequest(), 1_000, 'a backend that counts up with every answer');
    await w.answer({ ...NEW, version: 6 });
    assert.equal(await w.untilRequest(), 2_500);
    await w.answer({ ...NEW, version: 7, after: 300 });
    assert.equal(await w.untilRequest(), 300, 'as the server says');
  });

  it('polls at once for a payment that was just read, where the server supports long polls', async () => {
    assert.equal(world({ fresh: true, version: 1 }).requests.length, 1);
  });

  it('waits an hour at most, whatever the response contains', async () => {
    const w = world();
    await w.answer({ ...NEW, after: 10 ** 14 });
    assert.equal(await w.untilRequest(), 60 * MINUTE);
    await w.answer('', { status: 429, headers: { 'retry-after': '999999999' } });
    assert.equal(await w.untilRequest(), 60 * MINUTE);
  });

  it('repeats failed requests after 1 s to 30 s, and starts again at 1 s after a response', async () => {
    const w = world();
    const waits: (number | undefined)[] = [];
    for (let at = 0; at < 8; at++) {
      await w.fail();
      waits.push(await w.untilRequest());
    }
    assert.deepEqual(waits, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    await w.answer(NEW);
    await w.untilRequest();
    await w.fail();
    assert.equal(await w.untilRequest(), 1_000);
  });

  it('polls without a version after a failure, so that a long poll does not prolong the lost contact', async () => {
    const w = world({ version: 3 });
    await w.fail();
    await w.untilRequest();
    assert.equal(w.last().url, '/status/1');
    await w.answer({ ...NEW, version: 3 });
    await w.untilRequest();
    assert.equal(w.last().url, '/status/1?since=3');
  });

  it('reports lost contact after three failures in a row, and never a failed payment', async () => {
    const w = world();
    await w.answer(NEW);
    for (const contact of ['good', 'good', 'lost', 'lost']) {
      await w.untilRequest();
      await w.fail();
      assert.equal(w.state()!.contact, contact);
      assert.equal(w.state()!.update!.phase, 'awaiting');
    }
    await w.untilRequest();
    await w.answer(NEW);
    assert.equal(w.state()!.contact, 'good');
  });

  it('treats a response without a status of the payment as a failed request', async () => {
    for (const [body, init] of [
      ['<h1>Log in</h1>', {}],
      ['', {}],
      ['{}', {}],
      ['[]', {}],
      ['{"status":true}', {}],
      [{ status: 'PAID' }, { status: 500 }],
      [{ status: 'PAID' }, { status: 401 }],
      // The success or failure of the request (contract 2.1).
      [{ status: 'success', data: null }, {}],
      [{ status: 'success', data: [] }, {}],
      [{ status: 'error', data: null }, {}],
      [{ status: 'error', message: 'The database is away.' }, {}],
      [{ status: 'fail', message: '' }, {}],
    ] as const) {
      const w = world({ phase: 'confirming' });
      await w.answer(body, init);
      assert.equal(w.state()!.update, undefined, JSON.stringify(body));
      assert.equal(await w.untilRequest(), 1_000);
    }
  });

  it('does not treat the status of an envelope as that of the payment (contract 2.1)', async () => {
    const w = world();
    await w.answer({ status: 'success', data: { status: 'PENDING' } });
    assert.equal(w.state()!.update!.phase, 'awaiting');
  });

  it('stops at 404 and 410, and polls again only after refresh()', async () => {
    for (const status of [404, 410]) {
      const w = world();
      await w.answer('', { status });
      assert.equal(w.state()!.contact, 'gone');
      assert.equal(w.timers(), 0);
      await w.show();
      assert.equal(w.requests.length, 1);
      w.poller.poll();
      await w.answer(NEW);
      assert.equal(w.state()!.contact, 'good');
    }
  });

  it('keeps a final payment when its address responds with 404', async () => {
    const w = world();
    await w.answer({ status: 'PAID' });
    w.poller.poll();
    await w.answer('', { status: 404 });
    assert.deepEqual([w.state()!.contact, w.state()!.update!.phase], ['good', 'paid']);
    assert.equal(w.timers(), 0);
  });

  it('waits as long as Retry-After of 429 and 503, whatever event happens meanwhile', async () => {
    const cases: [number, Record<string, string>, string, number][] = [
      [429, { 'retry-after': '12' }, '', 12_000],
      [503, { 'retry-after': '40' }, '', 40_000],
      [429, {}, '{"after":9000}', 9_000],
      [503, { date: 'Fri, 20 Nov 2026 10:00:00 GMT', 'retry-after': 'Fri, 20 Nov 2026 10:00:20 GMT' }, '', 20_000],
    ];
    for (const [status, headers, body, wait] of cases) {
      const w = world();
      await w.answer(body, { status, headers });
      await w.turn(2_000);
      await w.show();
      assert.equal(w.requests.length, 1, `${status} ${wait}`);
      assert.equal(await w.untilRequest(), wait - 2_000);
    }
  });

  it('waits at least a second after Retry-After: 0', async () => {
    const w = world();
    for (const init of [{ status: 429 }, { status: 503 }]) {
      await w.answer('', { ...init, headers: { 'retry-after': '0' } });
      assert.equal(await w.untilRequest(), 1_000);
    }
  });

  it('does not report lost contact for a shop that sends Retry-After', async () => {
    const w = world();
    for (let at = 0; at < 4; at++) {
      await w.answer('', { status: 429, headers: { 'retry-after': '2' } });
      await w.untilRequest();
    }
    assert.equal(w.state()!.contact, 'unknown');
  });

  it('starts the count of failures again after a 429 response', async () => {
    const w = world();
    for (const round of [1, 2, 3]) {
      await w.fail();
      await w.untilRequest();
      await w.fail();
      await w.untilRequest();
      await w.answer('', { status: 429 });
      await w.untilRequest();
      assert.equal(w.state()!.contact, 'unknown', `round ${round}`);
    }
    for (let at = 0; at < 3; at++) {
      await w.fail();
      await w.untilRequest();
    }
    assert.equal(w.state()!.contact, 'lost');
  });

  it('aborts a request after 25 s: a long poll of 15 s, and 10 s more', async () => {
    const w = world();
    await w.turn(24_999);
    assert.equal(w.last().signal.aborted, false);
    await w.turn(1);
    assert.equal(w.last().signal.aborted, true);
    assert.equal(await w.untilRequest(), 1_000);
  });

  it('never has two requests in progress', async () => {
    const w = world();
    await w.turn(5_000);
    w.poller.poll();
    await w.show();
    w.poller.poll();
    assert.equal(w.requests.filter(({ signal }) => !signal.aborted).length, 1);
  });

  it('ignores the response to a cancelled request', async () => {
    const w = world();
    const first = w.last();
    w.poller.poll();
    await w.answer(NEW);
    first.give(new Response('{"status":"PAID"}'));
    await w.turn(0);
    assert.equal(w.state()!.update!.phase, 'awaiting');
  });

  it('pauses while the page is hidden and polls at once when it is shown', async () => {
    const w = world();
    w.hide();
    await w.answer(NEW);
    await w.turn(10 * MINUTE);
    assert.equal(w.requests.length, 1);
    await w.show();
    assert.equal(w.requests.length, 2);
  });

  it('sends no request when the page is hidden between two requests', async () => {
    const w = world();
    await w.answer(NEW);
    w.hide();
    await w.turn(10 * MINUTE);
    assert.equal(w.requests.length, 1);
  });

  it('polls once where visibilitychange, online and pageshow happen together', async () => {
    const w = world();
    await w.answer(NEW);
    await w.turn(2_000);
    await w.show();
    await w.show();
    assert.equal(w.requests.length, 2);
  });

  it('sends a new request when the page is shown again during a suspended request', async () => {
    const w = world();
    await w.turn(8_000);
    await w.show();
    assert.equal(w.requests.length, 2);
    assert.equal(w.requests[0]!.signal.aborted, true);
  });

  it('has no open request in a page that is left, and polls at once when the payer returns', async () => {
    const w = world();
    await w.leave();
    w.hide();
    assert.deepEqual([w.timers(), w.last().signal.aborted], [0, true]);
    await w.turn(10 * MINUTE);
    assert.equal(w.requests.length, 1);
    await w.show();
    assert.equal(w.requests.length, 2);
    await w.answer(NEW);
    await w.leave();
    assert.equal(w.timers(), 0);
  });

  it('stops at every final phase', async () => {
    for (const status of ['PAID', 'OVERPAID', 'FAILED', 'CANCELLED', 'REFUNDED']) {
      const w = world();
      await w.answer({ status });
      assert.equal(w.timers(), 0, status);
      assert.equal(await w.untilRequest(), undefined);
    }
  });

  it('does not poll a payment in a final phase', async () => {
    const w = world({ phase: 'paid' });
    await w.show();
    assert.equal(w.requests.length, 0);
  });

  it('ignores a response with an older version', async () => {
    const w = world();
    await w.answer({ status: 'CONFIRMING', version: 5 });
    await w.untilRequest();
    await w.answer({ status: 'UNDERPAID', version: 4 });
    assert.equal(w.state()!.update!.phase, 'confirming');
  });

  it('never leaves a final phase, except for a refund', async () => {
    const w = world();
    await w.answer({ status: 'PAID' });
    w.poller.poll();
    await w.answer({ status: 'NEW', version: 99 });
    assert.equal(w.state()!.update!.phase, 'paid');
    w.poller.poll();
    await w.answer({ status: 'REFUNDED' });
    assert.equal(w.state()!.update!.phase, 'refunded');
  });

  it('keeps polling after an unknown status, and continues from the last known phase', async () => {
    const w = world();
    await w.answer({ status: 'CONFIRMING' });
    await w.untilRequest();
    await w.answer({ status: 'AML_REVIEW' });
    assert.equal(w.state()!.update!.phase, 'unknown');
    assert.ok((await w.untilRequest())! > 0);
    await w.answer({ status: 'NEW' });
    assert.equal(w.state()!.update!.phase, 'unknown');
    await w.untilRequest();
    await w.answer({ status: 'PAID' });
    assert.equal(w.state()!.update!.phase, 'paid');
  });

  it('prefers the phase of the response to the phase of its status word', async () => {
    const w = world();
    await w.answer({ status: 'SETTLED', phase: 'paid' });
    assert.equal(w.state()!.update!.phase, 'paid');
  });

  it('keeps the numbers of a response as their exact text', async () => {
    const w = world();
    await w.answer('{"status":"UNDERPAID","cryptoAmountReceived":0.00000010}');
    assert.equal(w.state()!.update!.body['cryptoAmountReceived'], '0.00000010');
  });

  it('watches for late money every 30 s for an hour after expiry, then stops', async () => {
    const w = world();
    await w.answer({ status: 'EXPIRED' });
    let requestCount = 0;
    for (let wait = await w.untilRequest(); wait !== undefined; wait = await w.untilRequest()) {
      assert.equal(wait, 30_000);
      requestCount++;
      await w.answer({ status: 'EXPIRED' });
    }
    assert.equal(requestCount, 120);
  });

  it('changes to paid when late money arrives', async () => {
    const w = world({ phase: 'expired' });
    await w.answer({ status: 'PAID' });
    assert.equal(w.state()!.update!.phase, 'paid');
  });

  it('reports after 7 minutes that no money was detected, and continues to poll', async () => {
    const w = world();
    w.hide();
    await w.answer(NEW);
    assert.equal(w.state()!.stalled, false);
    await w.turn(7 * MINUTE);
    await w.show();
    await w.answer(NEW);
    assert.equal(w.state()!.stalled, true);
    await w.untilRequest();
    await w.answer({ status: 'DETECTED' });
    assert.equal(w.state()!.stalled, false);
  });

  it('leaves no timer, no listener and no request when it is stopped', async () => {
    const w = world();
    await w.answer(NEW);
    await w.untilRequest();
    w.poller.stop();
    assert.deepEqual([w.timers(), w.listeners(), w.last().signal.aborted], [0, 0, true]);
    await w.turn(MINUTE);
    assert.equal(w.requests.length, 2);
  });
});
