/**
 * The manual of each tag (custom-elements.json) beside the tag itself: it is drawn in every phase and trouble, every
 * button and link of it is pressed, and what was there is what the manual tells of this tag, no more and no less.
 */
import { expect } from '@open-wc/testing';
import { phases } from '../../src/core/payments/phases.ts';
import { onClipboard } from '../../stories/support/clipboard.ts';
import { answerTroubles, TROUBLE } from '../../stories/support/in-page.ts';
import { describedTag, type Entry } from '../../stories/support/manifest.ts';
import type { PayElement } from '../../src/elements/base/pay-element.ts';
import { crypto, localcode, noPaper, part, shop, show, until, wallet, type Tag } from './support.ts';

/** Each tag with what makes a payment of it, and the number of another, shown only when the payer asks for it. */
const KINDS: [Tag, (fields?: object) => object, object][] = [
  ['pay-crypto', crypto, { tid: 't2' }],
  ['pay-wallet', wallet, { pid: 'p2' }],
  ['pay-localcode', localcode, { bid: 'b2' }],
];

/** What a phase may bring along. */
const FIGURES = {
  cryptoAmountReceived: '0.0005',
  confirmations: 1,
  confirmationsRequired: 3,
  transactions: [{ id: '4a5e1e', url: 'https://explorer.example/tx/4a5e1e' }],
};

/** Where answers tell the server's time, without which no time is counted. */
const TIMED = '/timed';

const soon = () => new Date(Date.now() + 600_000).toISOString();

const EVENTS = ['pay-status', 'pay-paid', 'pay-copy', 'pay-open', 'pay-problem'];

const names = (entries: readonly Entry[]) => entries.map(({ name }) => name).sort();

/** Those of `pay-elements/wallets/evm`, which this page does not load: `evm-wallets.test.ts` has them. */
const WALLET_PARTS = ['wallets', 'wallet-button'];

/** The tokens that a tag's sheets make use of, its own and those of its card; most by a name of its own (`--_ink`). */
function tokensOf(root: ShadowRoot): string[] {
  // A rule for what is not in this tag makes use of nothing; one with a state or a host may.
  const applies = (rule: CSSRule) =>
    !(rule instanceof CSSStyleRule) || rule.selectorText.includes(':') || root.querySelector(rule.selectorText);
  const rules = root.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].filter(applies));
  const css = rules.map(({ cssText }) => cssText).join('\n');
  const used = (declaration: string) => {
    const [, own] = /^\s*(--_[\w-]+):/.exec(declaration) ?? [];
    return !own || css.includes(`var(${own})`);
  };
  return css
    .split(/[;{}]/)
    .filter(used)
    .flatMap((declaration) => [...declaration.matchAll(/var\((--pay-[\w-]+)/g)].map(([, name]) => name!));
}

/** Where the links of the shop lead. */
const LINKS = { contact: 'https://shop.example/help', home: 'https://shop.example/' };

describe('the manual', function () {
  this.timeout(30_000); // every phase, one after the other, on two busy cores
  const realError = console.error;
  let timed: ReturnType<typeof shop>;
  let paper: ReturnType<typeof noPaper>;
  beforeEach(() => {
    paper = noPaper();
    answerTroubles();
    timed = shop({
      [TIMED]: () => new Response('{"status":"NEW"}', { headers: { date: new Date().toUTCString() } }),
    });
    console.error = () => {}; // a tag tells the developer of its troubles
    document.hasFocus = () => true; // no wallet has come before the page
  });
  afterEach(() => {
    timed.close();
    paper.close();
    console.error = realError;
    delete (document as { hasFocus?: unknown }).hasFocus;
  });

  for (const [name, make, other] of KINDS)
    it(`of ${name} lists exactly its parts, slots, tokens, states and events`, async () => {
      const manual = describedTag(name);
      const seen = { parts: new Set<string>(), slots: new Set<string>(), tokens: new Set<string>() };
      const states = new Set<string>();
      const events = new Set<string>();

      const press = async (tag: Element) => {
        const root = tag.shadowRoot!;
        root.addEventListener('click', (event) => (event.target as Element).closest('a') && event.preventDefault());
        for (const one of root.querySelectorAll<HTMLElement>('button:not([part~=sent-button], [part~=qr-enlarge]), a'))
          one.click();
        if (root.querySelector('[part~="copy-button"]')) await until(() => events.has('pay-copy'));
        await until(() => !root.querySelector('[part~="qr-tile"]:not(:has([part~="qr"]))'));
        const more = root.querySelector<HTMLElement>('[part~="menu-button"]');
        // The help beside it was opened after it, and closed it.
        if (more && !root.querySelector('#menu:popover-open')) more.click();
        if (more) await until(() => root.querySelector('#menu:popover-open button'));
      };
      const read = (tag: PayElement) => {
        const root = tag.shadowRoot!;
        for (const one of root.querySelectorAll('[part]'))
          if (one.checkVisibility()) one.part.forEach((part) => seen.parts.add(part));
        for (const { name } of root.querySelectorAll<HTMLSlotElement>('slot[name]')) seen.slots.add(name);
        for (const token of tokensOf(root)) seen.tokens.add(token);
        for (const state of names(manual.cssStates)) if (tag.matches(`:state(${state})`)) states.add(state);
      };
      const look = async (payment: unknown, attributes: Record<string, string> = {}, ready = (_: Element) => true) => {
        const onMessage = ({ type }: Event) => void events.add(type);
        for (const type of EVENTS) document.addEventListener(type, onMessage);
        const tag = await show(name, payment, attributes);
        await until(() => (tag.refresh(), ready(tag)));
        await press(tag);
        for (const type of EVENTS) document.removeEventListener(type, onMessage);
        read(tag);
        return tag;
      };
      const comesUp = async (tag: PayElement, name: string) => {
        await until(() => tag.shadowRoot!.querySelector(`[part~="${name}"]`));
        read(tag);
      };

      await onClipboard(async () => {
        for (const phase of phases) await look(make({ ...FIGURES, status: phase.toUpperCase() }), LINKS);
        await look(undefined);
        const copied = await show(name, make({ ...FIGURES, status: 'PAID' }));
        part(copied, 'copy-button')!.click();
        await until(() => copied.shadowRoot!.querySelector('.hint:popover-open'));
        read(copied);
        if (name !== 'pay-localcode') {
          const sent = await look(make({ rate: '67000' }));
          part(sent, 'sent-button')!.click();
          await comesUp(sent, 'sent-back');
        }
        if (name !== 'pay-wallet') {
          const enlarged = await show(name, make());
          (await until(() => part(enlarged, 'qr-enlarge'))).click();
          await until(() => enlarged.shadowRoot!.querySelector('dialog[open]'));
          read(enlarged);
        }
        await look(undefined, { src: TROUBLE.silent });
        await look(make(), { 'status-url': TROUBLE.unreachable }, (tag) => tag.matches(':state(lost)'));
        const tag = await look(make({ expiresAt: soon() }), { 'status-url': TIMED }, (tag) => !!part(tag, 'timer'));
        if (name === 'pay-crypto') await comesUp(tag, 'wallet-fallback');
        tag.payment = make(other);
        await comesUp(tag, 'show-details');
        part(tag, 'show-details')!.click();
        await comesUp(tag, 'details-changed');
      });

      if (name === 'pay-crypto') for (const each of WALLET_PARTS) seen.parts.add(each);
      expect([...seen.parts].sort()).to.deep.equal(names(manual.cssParts));
      // The one without a name is for who has no scripts; the card takes its place.
      expect([...seen.slots].sort()).to.deep.equal(names(manual.slots).filter(Boolean));
      expect([...seen.tokens].sort()).to.deep.equal(names(manual.cssProperties));
      expect([...states].sort()).to.deep.equal(names(manual.cssStates));
      expect([...events].sort()).to.deep.equal(names(manual.events));
    });
});
