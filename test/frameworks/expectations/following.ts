/** A tag that has a status address follows it, once, for as long as it is in the page. */
import type { OpenResources } from '../../support/open-resources.ts';
import { answering, held } from './shop.ts';
import { same, until, type Expectation } from './stage.ts';
import type { Row } from './tags.ts';

type Expectations = Record<string, Expectation>;

/** Whether a tag rests between two questions: it waits for less than an answer may take. */
const rests = (resources: OpenResources) => resources.timers().some((ms) => ms < 10_000);

const inAnyFramework = (row: Row): Expectations => ({
  async 'asks the status address that its camelCase property has, and in its place another'({
    show,
    requestOf,
    resources,
  }) {
    const [first, second] = [held(), held()];
    const { tag, update } = await show({ ...row.give(), statusUrl: first });
    await until(() => requestOf(first) === 1);
    update({ ...row.give(), statusUrl: second });
    await until(() => requestOf(second) === 1 && resources.open().length === 1);
    same([tag.statusUrl, requestOf(first), resources.open()], [second, 1, [second]]);
  },

  async 'hears what it learns there by the framework’s own listeners'({ show, resources }) {
    const received: unknown[] = [];
    const on = {
      'pay-status': (event: { phase: string; previousPhase?: string }) =>
        received.push([event.previousPhase, event.phase]),
      'pay-paid': ({ type }: Event) => received.push(type),
    };
    await show({ ...row.give(), statusUrl: answering({ status: 'PAID' }), on });
    await until(() => received.length === 3);
    same(received, [[undefined, 'awaiting'], ['awaiting', 'paid'], 'pay-paid']);
    same([resources.open(), resources.timers()], [[], []], 'after the end:');
  },

  async 'asks again when refresh() is called through the framework’s own reference'({ show, requestOf }) {
    const statusUrl = held();
    const { ref } = await show({ ...row.give(), statusUrl });
    await until(() => requestOf(statusUrl) === 1);
    ref()!.refresh();
    await until(() => requestOf(statusUrl) === 2);
  },

  async 'asks no second time when a page renders again with an equal payment'({ show, requestOf }) {
    const statusUrl = held();
    const one = row.give();
    const { tag, update } = await show({ ...one, statusUrl });
    await until(() => requestOf(statusUrl) === 1);
    update({ ...structuredClone(one), statusUrl });
    await tag.updateComplete;
    same(requestOf(statusUrl), 1);
  },

  async 'asks no more when it goes with the view that it is in, and again when it comes back'({
    show,
    requestOf,
    resources,
  }) {
    const given = { ...row.give(), statusUrl: held() };
    const { update } = await show(given);
    await until(() => requestOf(given.statusUrl) === 1);
    update({ away: true });
    await until(() => resources.open().length === 0);
    update(given);
    await until(() => requestOf(given.statusUrl) === 2);
  },

  async 'leaves nothing when it goes with a question under way'({ show, resources }) {
    const statusUrl = held();
    const { unmount } = await show({ ...row.give(), statusUrl });
    await until(() => resources.open().length === 1);
    const { requests, timers, listeners } = await resources.left();
    same([requests, !!timers, !!listeners], [[statusUrl], true, true]);
    unmount();
  },

  async 'leaves nothing when it goes between two questions'({ show, resources, requestOf }) {
    const statusUrl = answering({ status: 'NEW' });
    const { unmount } = await show({ ...row.give(), statusUrl });
    await until(() => requestOf(statusUrl) === 1 && rests(resources));
    unmount();
  },

  async 'leaves nothing when it goes while contact is lost'({ show, resources, requestOf }) {
    const statusUrl = answering({}, 500);
    const { tag, unmount } = await show({ ...row.give(), statusUrl });
    for (let times = 1; times < 3; times++) {
      await until(() => requestOf(statusUrl) === times && rests(resources));
      tag.refresh();
    }
    await until(() => tag.matches(':state(lost)'));
    unmount();
  },
});

const inStrictMode = (row: Row): Expectations => ({
  async 'asks but once and says all but once in StrictMode, which mounts it twice, and leaves nothing'({
    show,
    resources,
    requestOf,
  }) {
    const statusUrl = held();
    let received = 0;
    const on = { 'pay-status': () => received++ };
    const { tag, unmount, update } = await show({ ...row.give(), statusUrl, on, strict: true });
    await until(() => resources.open().length);
    same([received, requestOf(statusUrl), resources.open().length], [1, 1, 1]);
    update({ ...row.give({ status: 'CONFIRMING' }), statusUrl, on, strict: true });
    await until(() => tag.phase === 'confirming');
    await tag.updateComplete;
    same([received, requestOf(statusUrl)], [2, 1]);
    unmount();
  },
});

const where = (expectations: (row: Row) => Expectations) => (row: Row) =>
  row.properties.includes('statusUrl') ? expectations(row) : {};

export const following = where(inAnyFramework);

/** What React mounts, unmounts and mounts again. */
export const strictly = where(inStrictMode);
