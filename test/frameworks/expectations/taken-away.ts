/** What a page took away again, in any way a framework says so, is gone. */
import type { OpenResources } from '../../support/open-resources.ts';
import { answering, held } from './shop.ts';
import { inside, part, same, shown, until, type Expectation, type Tag } from './stage.ts';
import type { Given, Property, Row } from './tags.ts';

interface Case {
  /** What is there beside it. */
  readonly beside?: (row: Row) => Given;
  readonly value: (row: Row) => unknown;
  /** The property when nothing is given, where that is text. */
  readonly empty?: string;
  /** Whether the tag makes something of the value, and otherwise nothing. */
  readonly used: (tag: Tag, row: Row, resources: OpenResources) => unknown;
}

const payable = (tag: Tag, row: Row) => tag.phase === 'awaiting' && inside(tag, row.payable);
const withPayment = (row: Row) => row.give();
const paid = (row: Row) => row.give({ status: 'PAID' });

const CASES: Readonly<Record<Property, Case>> = {
  payment: { value: (row) => row.give().payment, used: payable },
  src: { value: (row) => answering(row.answer()), empty: '', used: payable },
  statusUrl: {
    beside: withPayment,
    value: held,
    empty: '',
    used: (tag, _row, resources) => resources.open().includes(tag.statusUrl),
  },
  qr: { beside: withPayment, value: () => 'none', empty: '', used: (tag) => !part(tag, 'qr-tile') },
  layout: {
    beside: withPayment,
    value: () => 'row',
    empty: 'auto',
    used: (tag) => !part(tag, 'card')!.matches('.auto'),
  },
  contact: {
    beside: withPayment,
    value: () => 'tel:+15550100',
    empty: '',
    used: (tag) => part(tag, 'contact-link'),
  },
  home: { beside: paid, value: () => 'https://shop.example/', empty: '', used: (tag) => part(tag, 'home-link') },
  // What it does in the background, test/elements/page-title.test.ts shows.
  payNotify: { beside: withPayment, value: () => 'none', used: (tag) => tag.payNotify === 'none' },
  // When a payment is created, test/elements shows.
  create: { beside: withPayment, value: () => 'click', used: (tag) => Reflect.get(tag, 'create') === 'click' },
  pageUrl: {
    beside: withPayment,
    value: () => 'https://shop.example/pay/1001',
    used: (tag) => {
      if (!part(tag, 'menu')!.matches(':popover-open')) part(tag, 'menu-button')!.click();
      return inside(tag, '.menu .page');
    },
  },
};

/** How JSX, templates and spread props say that there is nothing. */
const NOTHING: readonly (readonly [name: string, props: (name: string) => Given])[] = [
  ['undefined', (name) => ({ [name]: undefined })],
  ['null', (name) => ({ [name]: null })],
  ['no such prop', () => ({})],
];

export function takenAway(row: Row): Record<string, Expectation> {
  const each = row.properties.map((name): [string, Expectation] => [
    `goes back to how it is without ${name} when that becomes undefined, null or is no longer given`,
    async ({ show, resources }) => {
      const { beside, value, empty, used } = CASES[name];
      const others = beside?.(row) ?? {};
      const given = () => ({ ...others, [name]: value(row) });
      const { tag, update, place } = await show(given());
      for (const [output, props] of NOTHING) {
        await until(() => used(tag, row, resources));
        update({ ...others, ...props(name) });
        await until(() => !used(tag, row, resources));
        await tag.updateComplete;
        if (empty !== undefined) same(Reflect.get(tag, name), empty, `${name} after ${output}:`);
        if (!beside) same([tag.phase, tag.matches(':state(problem)')], [undefined, true], output);
        const texts = [tag.getAttribute(name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)), shown(tag)];
        same(/\b(undefined|null|NaN|object)\b/.exec(texts.join(' '))?.[0], undefined, 'in the page:');
        update(given());
      }
      same(place.querySelector(tag.localName) === tag, true);
    },
  ]);
  return {
    ...Object.fromEntries(each),

    async 'is in the language around it when its own becomes undefined or null'({ show }) {
      const { tag, update } = await show(row.give({ amount: '1234.50' }));
      const price = () => part(tag, 'amount')?.textContent ?? '';
      const around = price();
      for (const lang of [undefined, null]) {
        update({ ...row.give({ amount: '1234.50' }), lang: 'de' });
        await until(() => price().startsWith('1.234,5'));
        update({ ...row.give({ amount: '1234.50' }), lang });
        await until(() => price() === around);
      }
    },

    async 'shows nothing of the payment before when another comes after none'({ show }) {
      const { tag, update } = await show(row.give({ amount: '70.01' }));
      update({});
      await until(() => !tag.phase);
      same(shown(tag).includes('70.01'), false);
      update(row.give({ amount: '20.07' }));
      await until(() => payable(tag, row));
      same(/\d\d\.0\d/.exec(shown(tag))?.[0], '20.07');
    },
    ...(row.properties.includes('payment') && {
      async 'goes on with src when its payment changes from one nothing to another'({ show, requestOf }) {
        const src = answering(row.answer());
        let problems = 0;
        const on = { 'pay-problem': () => problems++ };
        const { tag, update } = await show({ src, payment: undefined, on });
        const there = await until(() => inside(tag, row.payable));
        for (const payment of [null, '', false, undefined]) {
          update({ src, payment, on });
          await tag.updateComplete;
          same([inside(tag, row.payable) === there, requestOf(src), problems], [true, 1, 0], String(payment));
        }
      },
    }),
  };
}
