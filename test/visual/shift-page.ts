/** Runs in the page: a tag with a shop's text below it, an answer that comes when the test says so, and what has jumped. */
import '../../src/elements/define.ts';
import { renderPayment } from '../../src/html/index.ts';
import type { PayElement } from '../../src/elements/base/pay-element.ts';
import { loadMessages } from '../../src/i18n/load-messages.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { crypto, inPhase, localcode, wallet } from '../support/payments.ts';

const MAKE = { 'pay-crypto': crypto, 'pay-wallet': wallet, 'pay-localcode': localcode };
export type Tag = keyof typeof MAKE;

/** What is opened: a tag with what stands inside it, in a language. */
export interface Opened {
  readonly tag: Tag | 'pay-checkout';
  readonly lang?: string;
  /** With what a payer without scripts sees, and with the shop's own words in its slots. */
  readonly inside?: boolean;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** https://wicg.github.io/layout-instability/ */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
}

const shifts: LayoutShift[] = [];
const observer = new PerformanceObserver((list) => void shifts.push(...(list.getEntries() as LayoutShift[])));
observer.observe({ type: 'layout-shift', buffered: true });

const frame = () => new Promise((done) => requestAnimationFrame(done));

const held: (() => void)[] = [];
const real = window.fetch.bind(window);
let answers: Record<string, unknown> = {};
window.fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
  if (!(pathname in answers)) return real(input, init);
  await new Promise<void>((done) => held.push(done));
  return Response.json(answers[pathname]);
};

const inner = (tag: PayElement): PayElement =>
  tag.shadowRoot?.querySelector<PayElement>(Object.keys(MAKE).join()) ?? tag;

/** A tag on a page that has only the address to poll. */
function open({ tag: name, lang = 'en', inside = false, attributes = {} }: Opened): void {
  const made = MAKE[name === 'pay-checkout' ? 'pay-crypto' : name](inPhase('awaiting'));
  answers = {
    '/pay/1': made,
    '/pay/orders/1': {
      order: '1',
      amount: '48.20',
      currency: 'USD',
      methods: [{ method: 'crypto', coins: [{ symbol: 'BTC' }, { symbol: 'ETH' }] }, { method: 'wallet' }],
      payments: [],
    },
    '/pay/payments': made,
  };
  document.documentElement.lang = lang;
  const tag = document.createElement(name);
  const own = { src: name === 'pay-checkout' ? '/pay/orders/1' : '/pay/1', ...attributes };
  for (const [key, value] of Object.entries(own)) tag.setAttribute(key, value);
  if (inside)
    tag.innerHTML = `${renderPayment(made, { lang })}<p slot="header">Northwind Coffee</p><p slot="footer">Questions? Ask us.</p>`;
  const below = document.createElement('p');
  below.textContent = 'What the shop says below. '.repeat(9);
  document.querySelector('main')!.replaceChildren(tag, below);
}

const tag = () => document.querySelector('main')!.firstElementChild as PayElement;

/** Everything on the page was drawn, and seen. */
async function seen(): Promise<void> {
  for (let at = 0; at < 4; at++) await frame();
}

async function until(holds: () => unknown): Promise<void> {
  while (!holds()) await frame();
  await seen();
}

/** The card is there, and waits for the answer. */
const loaded = () => until(() => held.length && tag().shadowRoot?.querySelector('[role=status]'));

async function answer(): Promise<void> {
  await until(() => held.length);
  for (const give of held.splice(0)) give();
}

/** The payment is there, with its code. */
const drawn = () =>
  until(() => {
    const { shadowRoot: root } = inner(tag());
    return (
      inner(tag()).phase &&
      root?.querySelector('[part~=amount]') &&
      !root.querySelector('.tile > .skeleton')?.clientWidth
    );
  });

/** The fraction of the window that jumped, times how far, and what it was. */
function jumped(): { score: number; what: string[] } {
  shifts.push(...(observer.takeRecords() as LayoutShift[]));
  const own = shifts.filter(({ hadRecentInput }) => !hadRecentInput);
  const text = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join();
  return {
    score: own.reduce((sum, { value }) => sum + value, 0),
    what: own.flatMap(({ sources }) =>
      sources.map(({ node, previousRect, currentRect }) => {
        const at = node instanceof Element ? `${node.localName}.${node.className}` : (node?.textContent ?? '');
        return `${at}: ${text(previousRect)} to ${text(currentRect)}`;
      }),
    ),
  };
}

/** How much higher than its reserved height each tag's card is in each language. CSS pixels. */
async function outgrown(width: number): Promise<Record<string, number>> {
  const languages = ['en', ...Object.keys(LOCALES)];
  for (const lang of languages) {
    loadMessages(lang);
    await LOCALES[lang]?.();
  }
  const more: Record<string, number> = {};
  const main = document.querySelector('main')!;
  main.style.inlineSize = `${width}px`;
  answers = { '/pay/1': {} };
  for (const [name, make] of Object.entries(MAKE)) {
    const tagOf = (lang: string, fields: object) => Object.assign(document.createElement(name), { lang }, fields);
    const placeholders = languages.map((lang) => tagOf(lang, { src: '/pay/1' }));
    const cards = languages.map((lang) => tagOf(lang, { payment: make() }) as PayElement);
    // A card keeps the height of its skeleton.
    for (const card of cards) card.style.minBlockSize = '0';
    main.replaceChildren(...placeholders, ...cards);
    await until(() => cards.every(({ shadowRoot }) => shadowRoot?.querySelector('[part~=amount]')));
    for (const [at, lang] of languages.entries())
      more[`${name} ${lang}`] = cards[at]!.offsetHeight - placeholders[at]!.offsetHeight;
  }
  return more;
}

const calls = { open, seen, loaded, answer, drawn, jumped, outgrown, tag };

declare global {
  interface Window {
    shift: typeof calls;
  }
}

window.shift = calls;
