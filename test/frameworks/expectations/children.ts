/** What a page puts inside a tag, the tag's own place in the page, and the framework's reference to it. */
import { elementOf, inside, part, same, slotted, until, type Expectation } from './stage.ts';
import type { Row } from './tags.ts';

export const children = (row: Row): Record<string, Expectation> => ({
  async 'is shown with nothing inside'({ show }) {
    const { tag } = await show();
    same([tag.childElementCount, !!inside(tag, row.payable)], [0, true]);
  },

  async 'keeps its card while the text that the page put inside changes'({ show }) {
    const given = row.give();
    const { tag, update } = await show({ ...given, inside: 1 });
    const card = inside(tag, '.card');
    same(tag.textContent.trim(), '1');
    update({ ...given, inside: 2 });
    await until(() => tag.textContent.trim() === '2');
    same([card?.isConnected, !!inside(tag, row.payable)], [true, true]);
  },

  async 'does the same where the page is in a shadow root, and is heard outside of it'({ show }) {
    const host = document.body.appendChild(document.createElement('section'));
    const received: unknown[] = [];
    host.addEventListener('pay-status', ({ target }) => received.push(target === host));
    const { tag, unmount } = await show(
      { ...row.give(), slots: { footer: 'one' } },
      host.attachShadow({ mode: 'open' }),
    );
    same([received, slotted(tag, 'footer'), !!inside(tag, row.payable)], [[true], 'one', true]);
    unmount();
    host.remove();
  },

  ...Object.fromEntries(
    Object.entries(row.slots).map(([slot, status]): [string, Expectation] => [
      `shows what the page puts into the slot ${slot}, changed in place, until it is taken away`,
      async ({ show }) => {
        const given = row.give({ status });
        const { tag, update } = await show({ ...given, slots: { [slot]: 'one' } });
        const opener = row.opens?.[slot];
        if (opener) (await until(() => part(tag, opener))).click();
        await until(() => slotted(tag, slot) === 'one');
        const child = tag.querySelector(`[slot=${slot}]`);
        update({ ...given, slots: { [slot]: 'two' } });
        await until(() => slotted(tag, slot) === 'two');
        same(tag.querySelector(`[slot=${slot}]`) === child, true, 'the same child:');
        update(given);
        await until(() => !slotted(tag, slot));
      },
    ]),
  ),

  async 'goes with the view that it is in, and comes back with it'({ show }) {
    const { tag, update, place } = await show();
    update({ away: true });
    await until(() => !place.querySelector(tag.localName));
    same([place.textContent.trim(), tag.isConnected], ['elsewhere', false]);
    update(row.give());
    const again = await until(() => place.querySelector<typeof tag>(tag.localName));
    await until(() => again.shadowRoot && inside(again, row.payable));
  },

  async 'is what the framework’s own reference holds'({ show }) {
    const { tag, ref } = await show();
    same(elementOf(ref()) === tag, true);
  },
});
