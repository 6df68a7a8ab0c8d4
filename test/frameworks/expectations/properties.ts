/** What a page hands to a tag arrives, and may change. */
import { answering } from './shop.ts';
import { inside, part, same, until, type Expectation } from './stage.ts';
import type { Row } from './tags.ts';

export const properties = (row: Row): Record<string, Expectation> => ({
  ...(row.properties.includes('payment') && {
    async 'takes its payment as an object, and as the very same one'({ show }) {
      const { payment } = row.give();
      const { tag } = await show({ payment });
      same([tag.payment === payment, tag.phase, !!inside(tag, row.payable)], [true, 'awaiting', true]);
    },

    async 'takes its payment as JSON text'({ show }) {
      const { tag } = await show({ payment: JSON.stringify(row.answer()) });
      same([tag.phase, !!inside(tag, row.payable)], ['awaiting', true]);
    },

    async 'is handed a list as a list, and says that it is no payment'({ show, resources }) {
      const payment = [1, 2];
      const { tag } = await show({ payment });
      same([tag.payment === payment, tag.matches(':state(problem)')], [true, true]);
      same(
        resources.messages.splice(0).map((line) => /^pay-\w+: [\w-]+/.exec(line)?.[0]),
        [`${tag.localName}: unreadable-payment`],
      );
    },
  }),

  async 'gets its payment from src'({ show, requestOf }) {
    const src = answering(row.answer());
    const { tag } = await show({ src });
    await until(() => inside(tag, row.payable));
    same([tag.src, tag.phase, requestOf(src)], [src, 'awaiting', 1]);
  },

  async 'takes text, numbers and true, as attributes or as properties'({ show }) {
    const { tag } = await show({ ...row.give(), layout: 'row', lang: 'de', tabindex: 3, hidden: true });
    same([tag.layout, tag.lang, tag.tabIndex, tag.hidden], ['row', 'de', 3, true]);
  },

  async 'links to the shop by contact and home'({ show }) {
    const [contact, home] = ['mailto:help@shop.example', 'https://shop.example/orders'];
    const { tag } = await show({ ...row.give({ status: 'OVERPAID' }), contact, home });
    await until(() => part(tag, 'contact-link') && part(tag, 'home-link'));
    same([tag.contact, tag.home], [contact, home]);
    same(
      ['contact-link', 'home-link'].map((name) => part(tag, name)!.getAttribute('href')),
      [contact, home],
    );
  },

  async 'changes in place: another payment, layout and language, in the same element'({ show }) {
    const { tag, update, place } = await show({ ...row.give(), layout: 'row', lang: 'de' });
    update({ ...row.give({ status: 'CONFIRMING' }), layout: 'stack', lang: 'fr' });
    await until(() => tag.phase === 'confirming');
    await tag.updateComplete;
    same([tag.layout, tag.lang, !!inside(tag, row.payable)], ['stack', 'fr', false]);
    same([place.querySelector(tag.localName) === tag, place.childElementCount], [true, 1]);
  },

  async 'is not disturbed by a page that renders again with an equal payment'({ show, resources }) {
    let received = 0;
    const one = row.give();
    const given = () => ({ ...structuredClone(one), on: { 'pay-status': () => received++ } });
    const { tag, update } = await show(given());
    const requestCount = resources.requested.length;
    for (let times = 3; times; times--) {
      update(given());
      await tag.updateComplete;
    }
    same(
      [received, resources.requested.length, tag.phase, !!inside(tag, row.payable)],
      [1, requestCount, 'awaiting', true],
    );
  },
});
