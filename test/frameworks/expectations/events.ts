/** What a tag says reaches the page, in the framework's own way of listening and by hand. */
import { answering } from './shop.ts';
import { elementOf, part, same, until, type Expectation, type Tag } from './stage.ts';
import type { Given, Row } from './tags.ts';

/** How an event comes about, once the tag is shown, and what it says. */
interface Cause {
  readonly next?: Given;
  readonly act?: (tag: Tag) => Promise<void>;
  readonly fields: object;
}

const causes = (row: Row): Record<string, Cause> => ({
  'pay-status': { next: row.give({ status: 'CONFIRMING' }), fields: { phase: 'confirming', status: 'CONFIRMING' } },
  'pay-paid': { next: row.give({ status: 'PAID' }), fields: { payment: { status: 'PAID', phase: 'paid' } } },
  'pay-problem': {
    next: { src: answering({}, 404) },
    fields: { code: row.gone, recoverable: false, problem: { code: row.gone } },
  },
  ...Object.fromEntries(
    Object.entries(row.clicks).map(([type, [name, fields, payment]]) => [
      type,
      {
        ...(payment && { next: row.give(payment) }),
        act: async (tag: Tag) => (await until(() => part(tag, name))).click(),
        fields,
      },
    ]),
  ),
});

/** The events with which the tags speak. */
export const eventsOf = (row: Row) => Object.keys(causes(row));

/** Of what was heard, the fields that are asked for. */
const pickLike = (value: unknown, request: unknown): unknown =>
  typeof request === 'object' && request
    ? Object.fromEntries(
        Object.entries(request).map(([key, each]) => [key, pickLike(Reflect.get(value as object, key), each)]),
      )
    : value;

export function events(row: Row): Record<string, Expectation> {
  const each = Object.entries(causes(row)).map(([type, { next, act, fields }]): [string, Expectation] => [
    `hears ${type}, with all it says: by the framework's own listener, by hand, and around the tag`,
    async ({ show }) => {
      const received: Event[] = [];
      const seen: string[] = [];
      const on = { [type]: (event: Event) => received.push(event) };
      const { tag, ref, place, update } = await show({ ...row.give(), on });
      received.length = 0; // the first sight of the payment
      place.addEventListener('click', (event) => event.preventDefault()); // links lead out of the page
      elementOf(ref())!.addEventListener(type, () => seen.push('by hand'));
      place.addEventListener(type, () => seen.push('around'));
      if (next) update({ ...next, on });
      await act?.(tag);
      const event = await until(() => received[0]);
      same(pickLike(event, fields), fields);
      same(
        [event.type, event.target === tag, event.bubbles, event.composed, received.length],
        [type, true, true, true, 1],
      );
      same(seen, ['by hand', 'around']);
    },
  ]);
  return {
    ...Object.fromEntries(each),

    async 'hears an event of the browser’s own from inside the card'({ show }) {
      const received: string[] = [];
      const { tag } = await show({ ...row.give(), on: { click: ({ type }: Event) => received.push(type) } });
      part(tag, 'status')!.click();
      same(received, ['click']);
    },

    async 'calls the listener of the last render, and none once it is taken away'({ show }) {
      const received: string[] = [];
      const listener = (name: string) => ({
        'pay-status': ({ phase }: { phase: string }) => received.push(name + phase),
      });
      const { tag, update } = await show({ ...row.give(), on: listener('first ') });
      const go = async (status: string, on: Given['on']) => {
        update({ ...row.give({ status }), ...(on && { on }) });
        await until(() => tag.phase === status.toLowerCase());
        await tag.updateComplete;
      };
      await go('DETECTED', listener('second '));
      await go('CONFIRMING', undefined);
      await go('PAID', listener('third '));
      same(received, ['first awaiting', 'second detected', 'third paid']);
    },
  };
}
