import { expect } from '@open-wc/testing';
import type { Known, PollerState } from '../../src/elements/polling/status-update.ts';
import { createPoller, type Poller } from '../../src/elements/polling/poller.ts';
import type { PollerPorts } from '../../src/elements/polling/page-ports.ts';
import { createClock, MINUTE, read, settle } from './fake-browser.ts';

/** A page on a clock that only turns when told, and an address that answers what a test says. */
function world(start: Known & { fresh?: boolean } = {}) {
  const clock = createClock();
  let turns: ((left: boolean) => void)[] = [];
  let hidden = false;
  let thrifty = false;
  let chance = 0.5; // in the middle: no jitter
  const requests: {
    url: string;
    at: number;
    signal: AbortSignal;
    init: object;
    give: (response: Response) => void;
    fail: () => void;
  }[] = [];
  const states: PollerState[] = [];

  const page: PollerPorts = {
    fetch: (url, init) =>
      new Promise<Response>((give, refuse) => {
        const fail = () => refuse(new TypeError('network'));
        init.signal.addEventListener('abort', fail);
        requests.push({ url, at: clock.now(), signal: init.signal, init, give, fail });
      }),
    now: clock.now,
    wait: clock.wait,
    random: () => chance,
    savesData: () => thrifty,
    hidden: () => hidden,
    onPageLifecycle(run) {
      turns.push(run);
      return () => void (turns = turns.filter((each) => each !== run));
    },
  };
  const poller: Poller = createPoller('/status/1', page, (state) => states.push(state), start);
  const last = () => requests[requests.length - 1]!;
  return {
    poller,
    requests,
    states,
    turn: clock.turn,
    last,
    state: () => states[states.length - 1],
    timers: () => clock.waiting,
    turners: () => turns.length,
    luck: (value: number) => (chance = value),
    saveData: (value = true) => (thrifty = value),
    hide: () => (hidden = true),
    async show() {
      hidden = false;
      for (const turned of turns) turned(false);
      await settle();
    },
    async leave() {
      for (const turned of turns) turned(true);
      await settle();
    },
    async answer(body: object | string | null, init: ResponseInit = {}) {
      last().give(read(new Response(typeof body === 'string' || !body ? body : JSON.stringify(body), init)));
      await settle();
    },
    async fail() {
      last().fail();
      await settle();
    },
    /** Milliseconds until the next question, none asked in between. */
    async untilRequest(limit = 2 * 60 * MINUTE) {
      const count = requests.length;
      const from = clock.now();
      while (requests.length === count && clock.now() - from < limit) {
        if (clock.next === undefined) return undefined;
        await clock.turn(clock.next - clock.now());
      }
      return requests.length > count ? clock.now() - from : undefined;
    },
  };
}

const NEW = { status: 'NEW' };

describe('the poller', () => {
  it('polls at once, and again 2.5 s later', async () => {
    const w = world();
    expect(w.requests).to.have.lengthOf(1);
    await w.answer(NEW);
    expect(await w.untilRequest()).to.equal(2_500);
  });

  it('waits before its first request when the payment was read just now', async () => {
    const w = world({ fresh: true });
    expect(w.requests).to.have.lengthOf(0);
    expect(await w.untilRequest()).to.equal(2_500);
  });

  it('rests 5 s after a minute, 10 s after five, 30 s after half an hour', async () => {
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
      expect(await w.untilRequest(), `after ${watched} ms`).to.equal(rest);
    }
  });

  it('varies its intervals by 20 % either way', async () => {
    for (const [chance, rest] of [
      [0, 2_000],
      [1, 3_000],
    ] as const) {
      const w = world();
      w.luck(chance);
      await w.answer(NEW);
      expect(Math.round((await w.untilRequest())!)).to.equal(rest);
    }
  });

  it('doubles the interval with Save-Data, also one that the shop sets, but not the delay of a retry', async () => {
    const w = world();
    w.saveData();
    await w.answer(NEW);
    expect(await w.untilRequest()).to.equal(5_000);
    await w.answer({ ...NEW, after: 7_000 });
    expect(await w.untilRequest()).to.equal(14_000);
    await w.fail();
    expect(await w.untilRequest()).to.equal(1_000);
    await w.answer('', { status: 429, headers: { 'retry-after': '12' } });
    expect(await w.untilRequest()).to.equal(12_000);
    w.saveData(false);
    await w.answer(NEW);
    expect(await w.untilRequest()).to.equal(2_500);
  });

  it('sends requests without cache and without custom headers', async () => {
    const w = world({ version: 3 });
    expect(Object.keys(w.last().init).sort()).to.deep.equal(['cache', 'signal']);
    expect(w.last().init).to.include({ cache: 'no-store' });
  });

  it('treats 204 and 304 as contact without a change', async () => {
    for (const status of [204, 304]) {
      const w = world({ phase: 'confirming', version: 3 });
      await w.answer(null, { status });
      expect([w.state()!.contact, w.state()!.update]).to.deep.equal(['good', undefined]);
      expect(await w.untilRequest()).to.equal(2_500);
      expect(w.last().url).to.equal('/status/1?since=3');
    }
  });

  it('sends the version it has, also beside a query of the address', async () => {
    const w = world({ version: 3 });
    expect(w.requests[0]!.url).to.equal('/status/1?since=3');
    await w.answer({ ...NEW, version: 4 });
    await w.untilRequest();
    expect(w.last().url).to.equal('/status/1?since=4');
  });

  it('polls again at once after a long poll that was longer than the interval', async () => {
    const w = world({ version: 3 });
    await w.turn(15_000);
    await w.answer({ ...NEW, version: 3 });
    expect(await w.untilRequest()).to.equal(0);
  });

  it('waits as long as `after`, but never less than the minimum', async () => {
    const w = world();
    await w.answer({ ...NEW, after: 7_000 });
    expect(await w.untilRequest()).to.equal(7_000);
    await w.answer({ ...NEW, after: 0 });
    expect(await w.untilRequest()).to.equal(1_000);
  });

  it('polls at once after an update, so that the next within the same second is not late, but with a limit', async () => {
    const w = world({ version: 1 });
    for (let version = 2; version <= 5; version++) {
      await w.answer({ ...NEW, version });
      expect(await w.untilRequest(), `version ${version}`).to.equal(0);
      expect(w.last().url).to.equal(`/status/1?since=${version}`);
    }
    await w.answer({ ...NEW, version: 6, after: 0 });
    expect(await w.untilRequest(), 'a backend that counts up with every answer').to.equal(1_000);
    await w.answer({ ...NEW, version: 6 });
    expect(await w.untilRequest()).to.equal(2_500);
    await w.answer({ ...NEW, version: 7, after: 300 });
    expect(await w.untilRequest(), 'as the server says').to.equal(300);
  });

  it('polls at once for a payment that was just read, where the server supports long polls', async () => {
    expect(world({ fresh: true, version: 1 }).requests).to.have.lengthOf(1);
  });

  it('waits an hour at most, whatever the response contains', async () => {
    const w = world();
    await w.answer({ ...NEW, after: 10 ** 14 });
    expect(await w.untilRequest()).to.equal(60 * MINUTE);
    await w.answer('', { status: 429, headers: { 'retry-after': '999999999' } });
    expect(await w.untilRequest()).to.equal(60 * MINUTE);
  });

  it('backs off from 1 s to 30 s while questions fail, and starts over after an answer', async () => {
    const w = world();
    const waits: (number | undefined)[] = [];
    for (let at = 0; at < 8; at++) {
      await w.fail();
      waits.push(await w.untilRequest());
    }
    expect(waits).to.deep.equal([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    await w.answer(NEW);
    await w.untilRequest();
    await w.fail();
    expect(await w.untilRequest()).to.equal(1_000);
  });

  it('polls without a version after a failure, so that a long poll does not prolong the lost contact', async () => {
    const w = world({ version: 3 });
    await w.fail();
    await w.untilRequest();
    expect(w.last().url).to.equal('/status/1');
    await w.answer({ ...NEW, version: 3 });
    await w.untilRequest();
    expect(w.last().url).to.equal('/status/1?since=3');
  });

  it('reports lost contact after three failures in a row, and never a failed payment', async () => {
    const w = world();
    await w.answer(NEW);
    for (const contact of ['good', 'good', 'lost', 'lost']) {
      await w.untilRequest();
      await w.fail();
      expect(w.state()!.contact).to.equal(contact);
      expect(w.state()!.update!.phase).to.equal('awaiting');
    }
    await w.untilRequest();
    await w.answer(NEW);
    expect(w.state()!.contact).to.equal('good');
  });

  it('takes an answer that is no status for a failure: a login page, an empty body, an error', async () => {
    for (const [body, init] of [
      ['<h1>Log in</h1>', {}],
      ['', {}],
      ['{}', {}],
      ['[]', {}],
      ['{"status":true}', {}],
      [{ status: 'PAID' }, { status: 500 }],
      [{ status: 'PAID' }, { status: 401 }],
    ] as const) {
      const w = world();
      await w.answer(body, init);
      expect(w.state()!.update, JSON.stringify(body)).to.equal(undefined);
      expect(await w.untilRequest()).to.equal(1_000);
    }
  });

  it('does not take the success of an envelope for the success of the payment (contract 2.1)', async () => {
    const w = world();
    await w.answer({ status: 'success', data: { status: 'PENDING' } });
    expect(w.state()!.update!.phase).to.equal('awaiting');
  });

  it("does not take a request's own success or failure for the payment's", async () => {
    for (const body of [
      { status: 'success', data: null },
      { status: 'success', data: [] },
      { status: 'error', data: null },
      { status: 'error', message: 'The database is away.' },
      { status: 'fail', message: '' },
    ]) {
      const w = world({ phase: 'confirming' });
      await w.answer(body);
      expect(w.state()!.update, JSON.stringify(body)).to.equal(undefined);
      expect(await w.untilRequest()).to.equal(1_000);
    }
  });

  it('stops at 404 and 410, and polls again only after refresh()', async () => {
    for (const status of [404, 410]) {
      const w = world();
      await w.answer('', { status });
      expect(w.state()!.contact).to.equal('gone');
      expect(w.timers()).to.equal(0);
      await w.show();
      expect(w.requests).to.have.lengthOf(1);
      w.poller.poll();
      await w.answer(NEW);
      expect(w.state()!.contact).to.equal('good');
    }
  });

  it('keeps a payment that has ended, though its address answers 404', async () => {
    const w = world();
    await w.answer({ status: 'PAID' });
    w.poller.poll();
    await w.answer('', { status: 404 });
    expect([w.state()!.contact, w.state()!.update!.phase]).to.deep.equal(['good', 'paid']);
    expect(w.timers()).to.equal(0);
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
      expect(w.requests, `${status} ${wait}`).to.have.lengthOf(1);
      expect(await w.untilRequest()).to.equal(wait - 2_000);
    }
  });

  it('never hammers a shop that sends it away for no time at all', async () => {
    const w = world();
    for (const init of [{ status: 429 }, { status: 503 }]) {
      await w.answer('', { ...init, headers: { 'retry-after': '0' } });
      expect(await w.untilRequest()).to.equal(1_000);
    }
  });

  it('does not report lost contact for a shop that sends Retry-After', async () => {
    const w = world();
    for (let at = 0; at < 4; at++) {
      await w.answer('', { status: 429, headers: { 'retry-after': '2' } });
      await w.untilRequest();
    }
    expect(w.state()!.contact).to.equal('unknown');
  });

  it('counts only what came to nothing: patience between two failures is contact', async () => {
    const w = world();
    for (const round of [1, 2, 3]) {
      await w.fail();
      await w.untilRequest();
      await w.fail();
      await w.untilRequest();
      await w.answer('', { status: 429 });
      await w.untilRequest();
      expect(w.state()!.contact, `round ${round}`).to.equal('unknown');
    }
    for (let at = 0; at < 3; at++) {
      await w.fail();
      await w.untilRequest();
    }
    expect(w.state()!.contact).to.equal('lost');
  });

  it('aborts a request after 25 s: a long poll of 15 s, and 10 s more', async () => {
    const w = world();
    await w.turn(24_999);
    expect(w.last().signal.aborted).to.equal(false);
    await w.turn(1);
    expect(w.last().signal.aborted).to.equal(true);
    expect(await w.untilRequest()).to.equal(1_000);
  });

  it('never has two questions under way', async () => {
    const w = world();
    await w.turn(5_000);
    w.poller.poll();
    await w.show();
    w.poller.poll();
    expect(w.requests.filter(({ signal }) => !signal.aborted)).to.have.lengthOf(1);
  });

  it('drops the answer to a question it took back', async () => {
    const w = world();
    const first = w.last();
    w.poller.poll();
    await w.answer(NEW);
    first.give(new Response('{"status":"PAID"}'));
    await w.turn(0);
    expect(w.state()!.update!.phase).to.equal('awaiting');
  });

  it('pauses while the page is hidden and polls at once when it is shown', async () => {
    const w = world();
    w.hide();
    await w.answer(NEW);
    await w.turn(10 * MINUTE);
    expect(w.requests).to.have.lengthOf(1);
    await w.show();
    expect(w.requests).to.have.lengthOf(2);
  });

  it('rests when the page is hidden between two questions', async () => {
    const w = world();
    await w.answer(NEW);
    w.hide();
    await w.turn(10 * MINUTE);
    expect(w.requests).to.have.lengthOf(1);
  });

  it('polls once where visibilitychange, online and pageshow happen together', async () => {
    const w = world();
    await w.answer(NEW);
    await w.turn(2_000);
    await w.show();
    await w.show();
    expect(w.requests).to.have.lengthOf(2);
  });

  it('sends a new request when the page is shown again during a suspended request', async () => {
    const w = world();
    await w.turn(8_000);
    await w.show();
    expect(w.requests).to.have.lengthOf(2);
    expect(w.requests[0]!.signal.aborted).to.equal(true);
  });

  it('has no open request in a page that is left, and polls at once when the payer returns', async () => {
    const w = world();
    await w.leave();
    w.hide();
    expect([w.timers(), w.last().signal.aborted]).to.deep.equal([0, true]);
    await w.turn(10 * MINUTE);
    expect(w.requests).to.have.lengthOf(1);
    await w.show();
    expect(w.requests).to.have.lengthOf(2);
    await w.answer(NEW);
    await w.leave();
    expect(w.timers()).to.equal(0);
  });

  it('stops at every final phase', async () => {
    for (const status of ['PAID', 'OVERPAID', 'FAILED', 'CANCELLED', 'REFUNDED']) {
      const w = world();
      await w.answer({ status });
      expect(w.timers(), status).to.equal(0);
      expect(await w.untilRequest()).to.equal(undefined);
    }
  });

  it('does not poll a payment in a final phase', async () => {
    const w = world({ phase: 'paid' });
    await w.show();
    expect(w.requests).to.have.lengthOf(0);
  });

  it('ignores an answer of an older version', async () => {
    const w = world();
    await w.answer({ status: 'CONFIRMING', version: 5 });
    await w.untilRequest();
    await w.answer({ status: 'UNDERPAID', version: 4 });
    expect(w.state()!.update!.phase).to.equal('confirming');
  });

  it('never leaves a final phase, but for money given back', async () => {
    const w = world();
    await w.answer({ status: 'PAID' });
    w.poller.poll();
    await w.answer({ status: 'NEW', version: 99 });
    expect(w.state()!.update!.phase).to.equal('paid');
    w.poller.poll();
    await w.answer({ status: 'REFUNDED' });
    expect(w.state()!.update!.phase).to.equal('refunded');
  });

  it('keeps polling after an unknown status, and continues from the last known phase', async () => {
    const w = world();
    await w.answer({ status: 'CONFIRMING' });
    await w.untilRequest();
    await w.answer({ status: 'AML_REVIEW' });
    expect(w.state()!.update!.phase).to.equal('unknown');
    expect(await w.untilRequest()).to.be.greaterThan(0);
    await w.answer({ status: 'NEW' });
    expect(w.state()!.update!.phase).to.equal('unknown');
    await w.untilRequest();
    await w.answer({ status: 'PAID' });
    expect(w.state()!.update!.phase).to.equal('paid');
  });

  it("takes the shop's own phase before its reading of the word", async () => {
    const w = world();
    await w.answer({ status: 'SETTLED', phase: 'paid' });
    expect(w.state()!.update!.phase).to.equal('paid');
  });

  it('keeps numbers of an answer as their exact text', async () => {
    const w = world();
    await w.answer('{"status":"UNDERPAID","cryptoAmountReceived":0.00000010}');
    expect(w.state()!.update!.body['cryptoAmountReceived']).to.equal('0.00000010');
  });

  it('watches for late money every 30 s for an hour after expiry, then stops', async () => {
    const w = world();
    await w.answer({ status: 'EXPIRED' });
    let requestCount = 0;
    for (let wait = await w.untilRequest(); wait !== undefined; wait = await w.untilRequest()) {
      expect(wait).to.equal(30_000);
      requestCount++;
      await w.answer({ status: 'EXPIRED' });
    }
    expect(requestCount).to.equal(120);
  });

  it('changes to paid when late money arrives', async () => {
    const w = world({ phase: 'expired' });
    await w.answer({ status: 'PAID' });
    expect(w.state()!.update!.phase).to.equal('paid');
  });

  it('reports after a quarter of an hour that no money was seen, and continues to poll', async () => {
    const w = world();
    w.hide();
    await w.answer(NEW);
    expect(w.state()!.stalled).to.equal(false);
    await w.turn(15 * MINUTE);
    await w.show();
    await w.answer(NEW);
    expect(w.state()!.stalled).to.equal(true);
    await w.untilRequest();
    await w.answer({ status: 'DETECTED' });
    expect(w.state()!.stalled).to.equal(false);
  });

  it('leaves no timer, no listener and no question behind when it is stopped', async () => {
    const w = world();
    await w.answer(NEW);
    await w.untilRequest();
    w.poller.stop();
    expect([w.timers(), w.turners(), w.last().signal.aborted]).to.deep.equal([0, 0, true]);
    await w.turn(MINUTE);
    expect(w.requests).to.have.lengthOf(2);
  });
});
