/**
 * The manual of each tag (custom-elements.json) beside the tag itself: it is drawn in every phase and trouble, every
 * button and link of it is pressed, and what was there is what the manual tells of this tag, no more and no less.
 */
import { expect } from '@open-wc/testing';
import { phases } from '../../src/core/status.ts';
import { onClipboard } from '../../stories/support/clipboard.ts';
import { answerTroubles, TROUBLE } from '../../stories/support/in-page.ts';
import { describedTag, type Entry } from '../../stories/support/manifest.ts';
import { crypto, localcode, show, until, wallet, type Tag } from './support.ts';

const KINDS: [Tag, (fields?: object) => object][] = [
  ['pay-crypto', crypto],
  ['pay-wallet', wallet],
  ['pay-localcode', localcode],
];

/** What a phase may bring along. */
const FIGURES = { cryptoAmountReceived: '0.0005', confirmations: 1, confirmationsRequired: 3 };

const EVENTS = ['pay-status', 'pay-paid', 'pay-copy', 'pay-open', 'pay-problem'];

const names = (entries: readonly Entry[]) => entries.map(({ name }) => name).sort();

/** The tokens that a tag's sheets make use of, its own and those of its card; most by a name of its own (`--_ink`). */
function tokensOf(root: ShadowRoot): string[] {
  const css = root.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n');
  const used = (declaration: string) => {
    const [, own] = /^\s*(--_[\w-]+):/.exec(declaration) ?? [];
    return !own || css.includes(`var(${own})`);
  };
  return css
    .split(/[;{}]/)
    .filter(used)
    .flatMap((declaration) => [...declaration.matchAll(/var\((--pay-[\w-]+)/g)].map(([, name]) => name!));
}

describe('the manual', function () {
  this.timeout(30_000); // every phase, one after the other, on two busy cores
  const realError = console.error;
  beforeEach(() => {
    answerTroubles();
    console.error = () => {}; // a tag tells the developer of its troubles
  });
  afterEach(() => void (console.error = realError));

  for (const [name, make] of KINDS)
    it(`of ${name} tells its parts, slots, tokens, states and events, and none that it has not`, async () => {
      const manual = describedTag(name);
      const seen = { parts: new Set<string>(), slots: new Set<string>(), tokens: new Set<string>() };
      const states = new Set<string>();
      const events = new Set<string>();

      const press = async (tag: Element) => {
        const root = tag.shadowRoot!;
        root.addEventListener('click', (event) => (event.target as Element).closest('a') && event.preventDefault());
        for (const one of root.querySelectorAll<HTMLElement>('button, a')) one.click();
        if (root.querySelector('[part~="copy-button"]')) await until(() => events.has('pay-copy'));
        await until(() => !root.querySelector('[part~="qr-tile"]:not(:has([part~="qr"]))'));
      };
      const look = async (payment: unknown, attributes: Record<string, string> = {}, ready = (_: Element) => true) => {
        const hear = ({ type }: Event) => void events.add(type);
        for (const type of EVENTS) document.addEventListener(type, hear);
        const tag = await show(name, payment, attributes);
        await until(() => (tag.refresh(), ready(tag)));
        const root = tag.shadowRoot!;
        await press(tag);
        for (const type of EVENTS) document.removeEventListener(type, hear);
        for (const one of root.querySelectorAll('[part]'))
          if (one.checkVisibility()) one.part.forEach((part) => seen.parts.add(part));
        for (const { name } of root.querySelectorAll<HTMLSlotElement>('slot[name]')) seen.slots.add(name);
        for (const token of tokensOf(root)) seen.tokens.add(token);
        for (const state of names(manual.cssStates)) if (tag.matches(`:state(${state})`)) states.add(state);
      };

      await onClipboard(async () => {
        for (const phase of phases) await look(make({ ...FIGURES, status: phase.toUpperCase() }));
        await look(undefined);
        await look(undefined, { src: TROUBLE.silent });
        await look(make(), { 'status-url': TROUBLE.unreachable }, (tag) => tag.matches(':state(lost)'));
      });

      expect([...seen.parts].sort()).to.deep.equal(names(manual.cssParts));
      expect([...seen.slots].sort()).to.deep.equal(names(manual.slots));
      expect([...seen.tokens].sort()).to.deep.equal(names(manual.cssProperties));
      expect([...states].sort()).to.deep.equal(names(manual.cssStates));
      expect([...events].sort()).to.deep.equal(names(manual.events));
    });
});
