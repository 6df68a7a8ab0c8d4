/** What engines differ in. The older ones are played by taking away what they lack. */
import { expect } from '@open-wc/testing';
import { baseStyles } from '../../src/elements/base/pay-element.styles.ts';
import { crypto, next, part, PNG, show, shown, until } from './support.ts';

/** A picture whose last bytes were lost on the way: nothing any engine can draw. */
const BROKEN = PNG.slice(0, 60);

describe('a browser', () => {
  const undo: (() => void)[] = [];
  afterEach(() => undo.splice(0).forEach((run) => run()));

  /** Puts something else in the place of a property; without a value, nothing. */
  function replace(owner: object, name: string, value?: unknown) {
    const own = Object.getOwnPropertyDescriptor(owner, name)!;
    if (value) Object.defineProperty(owner, name, { ...own, value });
    else delete (owner as Record<string, unknown>)[name];
    undo.push(() => Object.defineProperty(owner, name, own));
  }

  for (const lang of ['C', 'de_DE', 'en_US.UTF-8', 'x'])
    it(`shows times and prices under lang="${lang}", which Intl refuses`, async () => {
      const tag = await show('pay-crypto', crypto({ expiresAt: '2126-01-31T12:00:00Z' }), { lang });
      expect(shown(tag)).to.contain('2126');
      expect(shown(tag)).to.match(/\$48\.20|48,20\s\$/);
    });

  for (const [what, fields] of [
    ['a coin we know', { qr: 'image' }],
    ['a coin we do not know', { cryptoCoin: 'card' }],
  ] as const)
    it(`that cannot read the picture of ${what} gets a code drawn`, async () => {
      const { qr = '', ...rest } = { qr: '', ...fields };
      const tag = await show('pay-crypto', crypto({ ...rest, qrCodeBase64: BROKEN }), { qr });
      await until(() => part(tag, 'qr'));
      expect(tag.shadowRoot!.querySelector('img')).to.equal(null);
    });

  it('puts the code in the middle of its tile, with nothing cut off', async () => {
    const tag = await show('pay-crypto', crypto());
    const code = (await until(() => part(tag, 'qr'))).getBoundingClientRect();
    const tile = part(tag, 'qr-tile')!.getBoundingClientRect();
    expect(code.width).to.be.closeTo(code.height, 0.5);
    expect(code.left - tile.left).to.be.closeTo(tile.right - code.right, 0.5);
    expect(code.top - tile.top).to.be.closeTo(tile.bottom - code.bottom, 0.5);
  });

  for (const [direction, lang] of [
    ['ltr', 'en'],
    ['rtl', 'ar'],
  ] as const)
    it(`puts a value at the far side from its name, ${direction}`, async () => {
      const tag = await show('pay-crypto', crypto({ status: 'PAID' }), { lang });
      await until(() => part(tag, 'card')!.dir === direction);
      const [name, value] = ['dt', 'dd'].map((each) => tag.shadowRoot!.querySelector(`dl ${each}`)!);
      const row = tag.shadowRoot!.querySelector('dl')!.getBoundingClientRect();
      const [from, to] = direction === 'ltr' ? (['left', 'right'] as const) : (['right', 'left'] as const);
      expect(name!.getBoundingClientRect()[from]).to.be.closeTo(row[from], 0.5);
      expect(value!.getBoundingClientRect()[to]).to.be.closeTo(row[to], 0.5);
    });

  it('that takes only dashed states shows the payment all the same', async () => {
    replace(CustomStateSet.prototype, 'add', () => {
      throw new DOMException('must start with --', 'SyntaxError');
    });
    const tag = await show('pay-crypto', crypto());
    expect(tag.phase).to.equal('awaiting');
    expect(part(tag, 'address')).not.to.equal(null);
  });

  it('without popovers copies, and announces it', async () => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its own element below
    const { matches } = Element.prototype;
    replace(Element.prototype, 'matches', function (this: Element, selector: string) {
      if (selector.includes(':popover-open')) throw new DOMException(selector, 'SyntaxError');
      return matches.call(this, selector);
    });
    for (const name of ['showPopover', 'hidePopover']) replace(HTMLElement.prototype, name);
    const writeText = async () => {};
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    undo.push(() => delete (navigator as { clipboard?: unknown }).clipboard);
    const tag = await show('pay-crypto', crypto());
    const copied = next(tag, 'pay-copy');
    part(tag, 'copy-button')!.click();
    await copied;
    await until(() => tag.shadowRoot!.querySelector('[role=status]')!.textContent.includes('Copied'));
  });

  it('without light-dark() has the light colours', () => {
    const rules = [...baseStyles.styleSheet!.cssRules];
    const { style: now } = rules[0] as CSSStyleRule;
    const { style: old } = rules.find((rule) => rule instanceof CSSSupportsRule)!.cssRules[0] as CSSStyleRule;
    const tokens = [...now].filter((name) => now.getPropertyValue(name).includes('light-dark('));
    expect(tokens.length).to.be.greaterThan(5);
    for (const name of tokens) {
      const light = now.getPropertyValue(name).replace(/light-dark\((.*),[^,]*\)\)$/, '$1)');
      expect(old.getPropertyValue(name), name).to.equal(light);
    }
  });
});
