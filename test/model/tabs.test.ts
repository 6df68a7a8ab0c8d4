import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Poller } from '../../src/model/poller.ts';
import {
  createBrowser,
  createClock,
  MINUTE,
  read,
  settle,
  type TabRequest,
  type Flaws,
  type Start,
} from './fake-browser.ts';

const json = (body: object | string, init: ResponseInit = {}) =>
  read(new Response(typeof body === 'string' ? body : JSON.stringify(body), init));

/** A browser whose shop answers at once with `shop.body`, unless a test says otherwise. */
function world() {
  const clock = createClock();
  const shop: { body: object; answer: (request: TabRequest) => Response | Promise<Response> } = {
    body: { status: 'NEW' },
    answer: () => json(shop.body),
  };
  const browser = createBrowser(clock, async (request) => shop.answer(request));
  /** Opens tabs, one after the other. */
  const open = async (...tabs: [name: string, start?: Start][]) => {
    const opened = [];
    for (const [name, start] of tabs) {
      opened.push(browser.open(name, start));
      await settle();
    }
    return opened as [...typeof opened] & { 0: (typeof opened)[0]; 1: (typeof opened)[0]; 2: (typeof opened)[0] };
  };
  /** Who asked in so many milliseconds. */
  const requestsIn = async (ms: number) => {
    const before = browser.requests.length;
    await clock.turn(ms);
    return browser.requests.slice(before).map(({ tab }) => tab);
  };
  const phases = (tabs: { poller: Poller }[]) => tabs.map(({ poller }) => poller.state.update?.phase);
  return { clock, shop, browser, open, requestsIn, phases };
}

/** Both limits are included. */
const assertWithin = (value: number, least: number, most: number, message = `${value}`) =>
  assert.ok(value >= least && value <= most, message);

const only = (names: string[]) => [...new Set(names)];

describe('the tabs of one browser', () => {
  it('leave polling to the leader after their first request, and all receive updates', async () => {
    const { shop, browser, open, requestsIn, phases } = world();
    const tabs = await open(['a'], ['b'], ['c']);
    assert.deepEqual(
      browser.requests.map(({ tab }) => tab),
      ['a', 'b', 'c'],
    );
    assert.deepEqual(await requestsIn(11_000), ['a', 'a', 'a', 'a']);
    shop.body = { status: 'PAID' };
    assert.deepEqual(await requestsIn(10_000), ['a']);
    assert.deepEqual(phases(tabs), ['paid', 'paid', 'paid']);
    assert.deepEqual(await requestsIn(10 * MINUTE), []);
    assert.deepEqual(
      [browser.queueing, tabs.map(({ poller }) => poller.state.contact)],
      [[], ['good', 'good', 'good']],
    );
  });

  it('send no request where a payment was just read and another tab already polls', async () => {
    const { open, requestsIn } = world();
    await open(['a'], ['b', { fresh: true }]);
    assert.deepEqual(only(await requestsIn(5 * MINUTE)), ['a']);
  });

  it('get the time of the server from the leader', async () => {
    const { shop, open, requestsIn } = world();
    shop.answer = () => json({ status: 'NEW' }, { headers: { date: new Date(Date.UTC(2031, 0, 2)).toUTCString() } });
    const [, b] = await open(['a'], ['b', { fresh: true }]);
    assert.deepEqual(only(await requestsIn(MINUTE)), ['a']);
    assertWithin(b.poller.state.clock!, Date.UTC(2031, 0, 1), Date.UTC(2031, 0, 2));
  });

  it('follow each address apart', async () => {
    const { open, requestsIn } = world();
    await open(['a'], ['b', { url: '/status/2' }]);
    assert.deepEqual((await requestsIn(2_500)).sort(), ['a', 'b']);
  });

  it('have another poll within a second when the leader is closed or crashes', async () => {
    const { browser, open, requestsIn } = world();
    const [a, b] = await open(['a'], ['b'], ['c']);
    await requestsIn(30 * MINUTE);
    await a.close();
    assert.deepEqual(await requestsIn(1_000), ['b']);
    assert.deepEqual(only(await requestsIn(5 * MINUTE)), ['b']);
    b.poller.stop();
    assert.deepEqual(await requestsIn(1_000), ['c']);
    assert.deepEqual([browser.leading, browser.queueing], [['c'], ['c']]);
  });

  it('do not wait for the response to a request of a closed tab', async () => {
    const { shop, open, requestsIn } = world();
    const [a] = await open(['a', { version: 1 }], ['b', { version: 1 }]);
    shop.answer = ({ tab }) => (tab === 'a' ? new Promise(() => {}) : json({ status: 'PAID' }));
    await requestsIn(10_000);
    await a.close();
    assert.deepEqual(await requestsIn(1_000), ['b']);
  });

  it('wait as long as the Retry-After of another tab, also the tab that replaces it', async () => {
    const { shop, open, requestsIn } = world();
    const [a] = await open(['a'], ['b']);
    shop.answer = () => json('', { status: 429, headers: { 'retry-after': '60' } });
    assert.deepEqual(await requestsIn(3_500), ['a']);
    await a.close();
    assert.deepEqual(await requestsIn(59_000), []);
    assert.deepEqual(await requestsIn(1_000), ['b']);
  });

  it('do not depend on a hidden tab: a visible tab polls', async () => {
    const { shop, browser, open, requestsIn, phases } = world();
    const tabs = await open(['a'], ['b', { hidden: true }]);
    const [a, b] = tabs;
    assert.deepEqual(only(await requestsIn(MINUTE)), ['a']);
    await a.hide();
    assert.deepEqual(await requestsIn(10 * MINUTE), []);
    assert.deepEqual(browser.queueing, []);
    await b.show();
    await settle();
    assert.equal(browser.requests.at(-1)!.tab, 'b');
    assert.deepEqual(browser.leading, ['b']);
    shop.body = { status: 'PAID' };
    assert.deepEqual(await requestsIn(MINUTE), ['b']);
    assert.deepEqual(phases(tabs), ['paid', 'paid'], 'the hidden one has heard it');
  });

  it('send a request when they are shown, and listen to the leader again', async () => {
    const { browser, open, requestsIn } = world();
    const [, b] = await open(['a'], ['b']);
    await requestsIn(MINUTE);
    await b.hide();
    assert.deepEqual(browser.queueing, ['a'], 'and wait for no lock meanwhile');
    assert.deepEqual(only(await requestsIn(MINUTE)), ['a']);
    await b.show();
    await settle();
    assert.equal(browser.requests.at(-1)!.tab, 'b');
    assert.deepEqual(only(await requestsIn(MINUTE)), ['a']);
  });

  it('poll on their own eventually when the leader hangs and keeps its lock', async () => {
    const { browser, open, requestsIn } = world();
    const [a] = await open(['a'], ['b']);
    await requestsIn(MINUTE);
    a.freeze();
    const silent = await requestsIn(2 * MINUTE);
    assert.deepEqual(only(silent), ['b']);
    assert.deepEqual(browser.leading, ['a']);
    assert.ok((await requestsIn(MINUTE)).length > 11, 'at the usual rests');
    await a.thaw();
    await requestsIn(5_000);
    assert.deepEqual(only(await requestsIn(MINUTE)), ['a']);
  });

  it('release lock and channel in a page that is left, and request the lock again when the payer returns', async () => {
    const { browser, open, requestsIn } = world();
    const [a] = await open(['a'], ['b']);
    await requestsIn(MINUTE);
    await a.leave();
    assert.deepEqual([browser.leading, browser.queueing, browser.channels], [['b'], ['b'], 1]);
    assert.deepEqual(only(await requestsIn(MINUTE)), ['b']);
    await a.back();
    await settle();
    assert.equal(browser.requests.at(-1)!.tab, 'a');
    assert.deepEqual([browser.queueing, browser.channels], [['b', 'a'], 2]);
    assert.deepEqual(only(await requestsIn(MINUTE)), ['b']);
  });

  it('poll at once at refresh(), and all receive the answer', async () => {
    const { shop, browser, open, requestsIn, phases } = world();
    const tabs = await open(['a'], ['b'], ['c']);
    await requestsIn(30 * MINUTE);
    shop.body = { status: 'CONFIRMING' };
    tabs[1].poller.poll();
    await settle();
    assert.equal(browser.requests.at(-1)!.tab, 'b');
    assert.deepEqual(phases(tabs), ['confirming', 'confirming', 'confirming']);
    assert.deepEqual(await requestsIn(30_999), [], 'the rest is everybody’s');
    assert.deepEqual(await requestsIn(1), ['a']);
  });

  it('wait for the longest Retry-After, though another tab received a shorter one', async () => {
    const { shop, browser, open, requestsIn } = world();
    const flaws: Flaws = { locks: 'refused' };
    const [, b] = await open(['a', { flaws }], ['b', { flaws }]);
    shop.answer = () => json('', { status: 429, headers: { 'retry-after': '60' } });
    b.poller.poll();
    await settle();
    await browser.postMessage([false, 503, '', 2_000]);
    assert.deepEqual(await requestsIn(59_999), []);
  });

  it('share polling without locks where only channels exist: the tab with the last response polls next', async () => {
    const { shop, open, requestsIn } = world();
    const flaws: Flaws = { locks: 'silent' };
    shop.body = { status: 'NEW', after: 5_000 };
    await open(['a', { flaws }], ['b', { flaws }], ['c', { flaws }]);
    assert.equal((await requestsIn(MINUTE)).length, 12);
  });

  const flawed: Flaws[] = [
    { locks: 'refused' },
    { locks: 'silent' },
    { channels: 'refused' },
    { channels: 'deaf' },
    { channels: 'mute' },
    { locks: 'refused', channels: 'refused' },
  ];
  for (const flaws of flawed)
    it(`poll on their own where polling cannot be shared: ${JSON.stringify(flaws)}`, async () => {
      const { shop, open, requestsIn, phases } = world();
      const tabs = await open(['a', { flaws }], ['b', { flaws }]);
      await requestsIn(MINUTE);
      await tabs[0].close();
      // Nobody waits longer for another than it would rest itself.
      assert.deepEqual(await requestsIn(5_000), ['b']);
      tabs.push(...(await open(['c'])));
      shop.body = { status: 'PAID' };
      await requestsIn(10_000);
      assert.deepEqual(phases(tabs.slice(1)), ['paid', 'paid']);
    });

  it('validate messages of other tabs like responses', async () => {
    const { shop, browser, open } = world();
    shop.body = { status: 'CONFIRMING', version: 5 };
    const [a] = await open(['a']);
    const respond = (...outcome: unknown[]) => browser.postMessage([true, ...outcome]);
    for (const message of [
      null,
      'PAID',
      { status: 'PAID' },
      [],
      [true],
      [true, 'PAID'],
      [true, '200', '{"status":"PAID"}'],
      [true, 200, { status: 'PAID' }],
      [true, 200, '<h1>PAID</h1>'],
      [true, 200, '{"status":"PAID"'],
      [true, 200, '{"status":"PAID","version":4}'],
      [true, 200, '{"status":"NEW","version":5}'],
      [true, 201.5, '{"paid":true}'],
      [true, 500, '{"status":"PAID"}'],
      [true, 429, '{"status":"PAID"}', 'soon'],
      [true, 429, '{"status":"PAID"}', NaN, {}],
    ]) {
      await browser.postMessage(message);
      assert.equal(a.poller.state.update!.phase, 'confirming', JSON.stringify(message));
    }
    await respond(200, '{"status":"PAID","version":6}');
    await respond(200, '{"status":"NEW","version":7}');
    await respond(404, '');
    for (let at = 0; at < 4; at++) {
      await respond(0, '');
      await respond(503, '', 2_000);
    }
    assert.deepEqual([a.poller.state.update!.phase, a.poller.state.contact], ['paid', 'good']);
  });

  it('poll on their own what the leader cannot reach', async () => {
    const { shop, browser, open, requestsIn } = world();
    const tabs = await open(['a'], ['b']);
    await requestsIn(MINUTE);
    shop.answer = ({ tab }) =>
      tab === 'a' ? Promise.reject(new TypeError('blocked')) : json({ status: 'CONFIRMING' });
    await requestsIn(10_000);
    assert.ok(browser.requests.map(({ tab }) => tab).includes('b'));
    assert.deepEqual(
      tabs.map(({ poller: { state } }) => [state.contact, state.update!.phase]),
      [
        ['good', 'confirming'],
        ['good', 'confirming'],
      ],
    );
  });

  it('detect lost contact independently, and are notified when one tab has contact again', async () => {
    const { shop, open, requestsIn } = world();
    const tabs = await open(['a'], ['b'], ['c']);
    await requestsIn(MINUTE);
    shop.answer = () => Promise.reject(new TypeError('offline'));
    const tried = await requestsIn(5 * MINUTE);
    for (const name of ['a', 'b', 'c'])
      // 1, 2, 4, 8, 16 s, then every 30 s.
      assertWithin(tried.filter((tab) => tab === name).length, 13, 15, name);
    assert.deepEqual(
      tabs.map(({ poller }) => poller.state.contact),
      ['lost', 'lost', 'lost'],
    );
    shop.answer = () => json({ status: 'NEW' });
    tabs[2].poller.poll();
    await settle();
    assert.deepEqual(
      tabs.map(({ poller }) => poller.state.contact),
      ['good', 'good', 'good'],
    );
    await requestsIn(10_000);
    assert.equal(only(await requestsIn(MINUTE)).length, 1, 'one asks again');
  });

  it('all stop at one 404, and all continue after refresh() in one', async () => {
    const { shop, browser, open, requestsIn } = world();
    const tabs = await open(['a'], ['b'], ['c']);
    await requestsIn(MINUTE);
    shop.answer = () => json('', { status: 404 });
    assert.equal((await requestsIn(10_000)).length, 1);
    assert.deepEqual(
      tabs.map(({ poller }) => poller.state.contact),
      ['gone', 'gone', 'gone'],
    );
    assert.deepEqual([browser.queueing, await requestsIn(10 * MINUTE)], [[], []]);
    shop.answer = () => json({ status: 'NEW' });
    tabs[1].poller.poll();
    await settle();
    assert.deepEqual(
      tabs.map(({ poller }) => poller.state.contact),
      ['good', 'good', 'good'],
    );
    await requestsIn(30_000);
    assert.equal(only(await requestsIn(5 * MINUTE)).length, 1);
  });

  it('do not exchange messages endlessly, whichever tabs claim to be the leader', async () => {
    const { browser, open } = world();
    await open(['a'], ['b']);
    const before = browser.messageCount;
    for (const message of [[true], [false], [true, 200, '{"status":"NEW"}'], 'x', []])
      await browser.postMessage(message);
    assert.ok(browser.messageCount - before < 8);
  });

  it('leave no lock, no channel, no timer and no request when they are stopped', async () => {
    const { clock, browser, open, requestsIn } = world();
    const tabs = await open(['a'], ['b'], ['c', { hidden: true }]);
    await requestsIn(MINUTE);
    for (const { poller } of tabs) poller.stop();
    await settle();
    assert.deepEqual([browser.queueing, browser.channels, clock.waiting], [[], 0, 0]);
    assert.deepEqual(await requestsIn(10 * MINUTE), []);
  });
});
