import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isFinal, isPaidPhase, type Phase } from '../../src/core/payments/phases.ts';
import { PaymentModel } from '../../src/model/payment-model.ts';
import { Poller, pollerCount } from '../../src/model/poller.ts';
import { crypto } from '../support/payments.ts';
import { createBrowser, createClock, MINUTE, settle, type TabRequest } from './fake-browser.ts';
import { between, chanceOf, createShop, pick, type Given } from './network-faults.ts';

/** Every seed is an hour of its own. To look at one, write it here alone. */
const SEEDS = Array.from({ length: 200 }, (_, at) => at + 1);

/** The version that a request says is known. */
const sinceOf = (url: string) => Number(/since=(\d+)/.exec(url)?.[1] ?? 0);

/** The soonest that a page may ask by itself, from what it was answered: the rests, written out again on purpose. */
function paceOf(began: number, wrong: (what: string) => void) {
  const restOf = (watched: number) =>
    0.8 * (watched < MINUTE ? 2_500 : watched < 5 * MINUTE ? 5_000 : watched < 30 * MINUTE ? 10_000 : 30_000);
  const backOff = (n: number) => Math.min(30_000, 0.8 * 1_000 * 2 ** Math.min(n - 1, 5));
  let failures = 0;
  let started = 0;
  let open = false;
  let soonest = 0;
  let patience = 0;
  let free = true;
  let since = 0;
  return {
    requested(at: number, url: string) {
      since = sinceOf(url);
      if (at < patience) wrong(`asks ${patience - at} ms before it was told to`);
      if (!free && at < soonest - 1) wrong(`asks ${soonest - at} ms before it has rested`);
      if (open && at - started >= 25_000) failures++;
      free = false;
      started = at;
      open = true;
      soonest = at + 25_000 + backOff(failures + 1);
    },
    answered({ at, kind, wait, version }: Given) {
      open = false;
      if (kind !== 'gone') failures = kind === 'good' ? 0 : failures + 1;
      if (kind === 'good' && version! > since) soonest = at + (wait ?? 0);
      else if (kind === 'good')
        soonest =
          wait === undefined ? Math.max(at, started + restOf(at - began)) : Math.max(at + wait, started + 1_000);
      else if (kind === 'vain') soonest = at + backOff(failures);
      else if (kind === 'gone') soonest = Infinity;
      else patience = soonest = at + wait!;
    },
    /** The page was left, and what was under way with it. */
    left: () => void (open = false),
    /** The next question is somebody's doing: it needs no rest, but may have to wait as told. */
    free: () => void (free = true),
    rest: () => void (free = false),
    /** The payer has pressed a button: nothing that was said before counts. */
    pressed() {
      free = true;
      patience = 0;
    },
  };
}

/** One of several tabs hears from the others, so it may ask as soon as they let it, but never hammer nor ask too soon. */
function spacingOf(wrong: (what: string) => void) {
  let soonest = 0;
  let patience = 0;
  let since = 0;
  return {
    requested(at: number, url: string) {
      since = sinceOf(url);
      if (at < patience) wrong(`asks ${patience - at} ms before it was told to`);
      if (at < soonest) wrong('hammers');
      soonest = at + 0.79 * 1_000; // the least of a back-off
    },
    answered({ at, kind, wait, version }: Given) {
      if (kind === 'refused') patience = at + wait!;
      // The next update may follow within the same second.
      if (kind === 'good' && version! > since) soonest = Math.min(soonest, at);
    },
    free: () => void (soonest = 0),
    pressed: () => void (soonest = patience = 0),
  };
}

/** Runs every seed, each on a clock, a shop and a chance of its own, and names the one that goes wrong. */
async function soak(run: (world: ReturnType<typeof worldOf>) => Promise<void>) {
  for (const seed of SEEDS) {
    const world = worldOf(seed);
    try {
      await run(world);
      assert.deepEqual(world.wrong, []);
    } catch (error) {
      if (error instanceof Error) error.message = `seed ${seed}: ${[error.message, ...world.wrong].join('; ')}`;
      throw error;
    }
  }
}

function worldOf(seed: number) {
  const chance = chanceOf(seed);
  const clock = createClock();
  const shop = createShop(clock, chance);
  const wrong: string[] = [];
  /** For what listeners and questions see: what they throw, nobody would catch. */
  const check = (right: boolean, what: string) => void (right || wrong.push(`${what}, at ${clock.now()} ms`));
  const textOf = (phase: Phase | undefined) =>
    check(
      ['awaiting', 'unknown', undefined, ...shop.phases].includes(phase),
      `shows ${phase}, which the shop never said`,
    );
  return { seed, chance, clock, shop, wrong, check, textOf };
}

async function onePage({ seed, chance, clock, shop, check, textOf }: ReturnType<typeof worldOf>) {
  let gone = false;
  const rested = (what: string) => check(false, what);
  let pace = paceOf(clock.now(), rested);
  const browser = createBrowser(clock, ({ url, at, signal }: TabRequest) => {
    check(tab.isShown(), 'asks in a page that nobody sees');
    pace.requested(at, url);
    return shop.answer(url, signal, (answer) => {
      gone ||= answer.kind === 'gone';
      pace.answered(answer);
    });
  });
  const tab = browser.tab('page', { chance });
  const model = new PaymentModel('crypto', tab.ports);
  const raw = crypto({ status: 'NEW', ...(chance() < 0.5 && { version: 1 }) });
  const inputs = { payment: raw as object, src: '', statusUrl: `/soak/${seed}` };
  let final: Phase | undefined;
  let paid = 0;
  model.subscribe(() => {
    for (const event of model.takeEvents()) {
      if (event.type === 'paid') paid++;
      if (event.type === 'problem') {
        const may = ['contact-lost', 'stalled', 'unknown-status', ...(gone ? ['not-found'] : [])];
        check(may.includes(event.problem.code), `reports ${event.problem.code}`);
      }
      if (event.type !== 'status') continue;
      const { phase } = event.payment;
      textOf(phase);
      check(!final, `goes on to ${phase} after ${final}`);
      if (isFinal(phase)) final = phase;
    }
  });

  const press = () => {
    pace.pressed();
    model.refresh();
  };
  const away = async (go: () => Promise<void>, back: () => Promise<void>) => {
    await go();
    await clock.turn(between(chance, 100, 5 * MINUTE));
    pace.free();
    await back();
  };
  const acts: (() => unknown)[] = [
    press,
    () => away(tab.hide, tab.show),
    () => {
      pace.left();
      return away(tab.leave, tab.back);
    },
    () => {
      pace.free();
      return tab.online();
    },
    () => {
      model.disconnect();
      pace = paceOf(clock.now(), rested); // another poller, which was told nothing
      model.connect();
    },
    () => model.set({ ...inputs, payment: { ...raw } }),
    // A shop's page that has its own way of knowing.
    () => model.set({ ...inputs, payment: { ...raw, status: shop.word } }),
  ];

  model.connect();
  model.set(inputs);
  while (clock.now() < shop.until) {
    await clock.turn(between(chance, 1_000, 4 * MINUTE));
    pace.rest();
    // The payer's way back from 'no longer known'.
    if (model.snapshot.problem) press();
    else if (chance() < 0.6) await pick(chance, acts)();
    await settle();
    const { knownPhase, problem } = model.snapshot;
    textOf(knownPhase);
    if (final) check(knownPhase === final && !problem, `does not stay ${final}`);
  }
  shop.heal();
  if (model.snapshot.problem) press();
  await clock.turn(5 * MINUTE);
  const { knownPhase, problem, contactLost } = model.snapshot;
  assert.deepEqual([knownPhase, problem, contactLost], [shop.phase, undefined, false]);
  assert.equal(paid, isPaidPhase(shop.phase) ? 1 : 0, 'told of once');
  if (final) assert.deepEqual([clock.waiting, browser.queueing], [0, []], 'after the end');
  model.disconnect();
  await settle();
  const left = [clock.waiting, browser.queueing, browser.channels, pollerCount(tab.ports)];
  assert.deepEqual(left, [0, [], 0, 0], 'left behind');
}

async function manyTabs({ chance, clock, shop, check, textOf }: ReturnType<typeof worldOf>) {
  type Opened = ReturnType<typeof make>;
  const tabs = new Map<string, Opened>();
  const browser = createBrowser(clock, ({ tab: name, url, at, signal }: TabRequest) => {
    const tab = tabs.get(name)!;
    check(tab.isShown(), `${name} asks though nobody sees it`);
    tab.pace.requested(at, url);
    return shop.answer(url, signal, (answer) => {
      tab.pace.answered(answer);
    });
  });
  const make = (name: string) => {
    const pace = spacingOf((what) => check(false, `${name} ${what}`));
    const tab = browser.tab(name, { chance, hidden: chance() < 0.2 });
    const seen = { phase: pick(chance, [undefined, shop.phase]) };
    const opened = { ...tab, pace, seen, poller: undefined as unknown as Poller };
    tabs.set(name, opened);
    const start = { ...seen, fresh: chance() < 0.3 };
    opened.poller = new Poller('/soak', tab.ports, start);
    opened.poller.listeners.add(({ update: fields, contact }) => {
      if (seen.phase && isFinal(seen.phase)) check(contact !== 'gone', `${name} is gone after ${seen.phase}`);
      if (!fields || fields.phase === 'unknown' || fields.phase === seen.phase) return;
      textOf(fields.phase);
      check(!seen.phase || !isFinal(seen.phase), `${name} goes on to ${fields.phase} after ${seen.phase}`);
      seen.phase = fields.phase;
    });
    return opened;
  };
  const press = ({ pace, poller }: Opened) => {
    pace.pressed();
    poller.poll();
  };
  let opened = 0;
  const frozen = new Set<Opened>();
  const left = new Set<Opened>();
  const acts: ((tab: Opened) => unknown)[] = [
    (tab) => tab.isShown() && press(tab),
    (tab) => (tab.isShown() ? tab.hide() : tab.show()),
    (tab) => (tab.isShown() ? tab.hide() : tab.show()),
    (tab) => tab.online(),
    (tab) => tab.isShown() && frozen.add(tab) && tab.freeze(),
    (tab) => {
      left.add(tab);
      return tab.leave();
    },
    async (tab) => {
      tabs.delete(tab.name);
      await tab.close();
    },
    (tab) => {
      tabs.delete(tab.name);
      tab.poller.stop();
    },
    () => tabs.size < 5 && make(`tab${++opened}`),
    () => tabs.size < 5 && make(`tab${++opened}`),
  ];
  const wakeAll = async () => {
    for (const tab of frozen) await tab.thaw();
    for (const tab of left) await tab.back();
    frozen.clear();
    left.clear();
  };

  for (const name of ['a', 'b', 'c']) make(name);
  while (clock.now() < shop.until) {
    if (chance() < 0.3) await wakeAll();
    const able = [...tabs.values()].filter((tab) => !frozen.has(tab) && !left.has(tab));
    for (const tab of able) if (tab.poller.state.contact === 'gone' && tab.isShown()) press(tab);
    await settle();
    // Whatever happens to a tab, another may have to take its place.
    for (const { pace } of tabs.values()) pace.free();
    if (able.length) await pick(chance, acts)(pick(chance, able));
    await settle();
    await clock.turn(between(chance, 1_000, 4 * MINUTE));
  }
  shop.heal();
  await wakeAll();
  if (!tabs.size) make('last');
  for (const tab of tabs.values()) {
    if (!tab.isShown()) await tab.show();
    tab.pace.free();
    if (tab.poller.state.contact === 'gone') press(tab);
  }
  await clock.turn(5 * MINUTE);
  for (const { name, seen, poller } of tabs.values())
    assert.deepEqual([name, seen.phase, poller.state.contact === 'lost'], [name, shop.phase, false]);
  assert.equal(
    browser.leading.length,
    shop.ended || !browser.queueing.length ? 0 : 1,
    'one leads, if there is anything to ask',
  );
  for (const { poller } of tabs.values()) poller.stop();
  await settle();
  assert.deepEqual([browser.queueing, browser.channels], [[], 0], 'left behind');
}

describe('an hour on a network with faults', () => {
  it("ends with the shop's phase for the payment of a page", () => soak(onePage));

  it("ends with the shop's phase in every tab of a browser", () => soak(manyTabs));
});
