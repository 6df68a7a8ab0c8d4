/**
 * Every token of the manual (custom-elements.json) beside what it is said to change: set to a value that nothing else
 * has, it is found in the computed style of the part it is about. A token without an entry here fails, and so does
 * one that nothing wears.
 */
import { expect } from '@open-wc/testing';
import { describedTag } from '../../stories/support/manifest.ts';
import { answerTroubles, TROUBLE } from '../../stories/support/in-page.ts';
import { crypto, localcode, part, show, until, wallet, type Tag } from './support.ts';

const MAKE = { 'pay-crypto': crypto, 'pay-wallet': wallet, 'pay-localcode': localcode };

/** Where a token is to be seen: a phase, or the shape of the card; an element in it; and a property there. */
type Probe = readonly [value: string, view: string, selector: string, property: string, computed?: string];

const COLOUR = 'rgb(1, 2, 3)';
const CARD = '[part=card]';
const MAIN = '.main:not(.soft)';
const SIGN = '.sign';

const PROBES: Readonly<Record<string, Probe>> = {
  '--pay-accent': [COLOUR, 'awaiting', MAIN, 'background-color'],
  '--pay-on-accent': [COLOUR, 'awaiting', MAIN, 'color'],
  '--pay-button': [COLOUR, 'awaiting', MAIN, 'background-color'],
  '--pay-on-button': [COLOUR, 'awaiting', MAIN, 'color'],
  '--pay-focus': [COLOUR, 'awaiting', '[part=help-button]', 'outline-color'],
  '--pay-ink': [COLOUR, 'awaiting', '[part=amount]', 'color'],
  '--pay-muted': [COLOUR, 'awaiting', '.sum', 'color'],
  '--pay-link': [COLOUR, 'awaiting', '[part=help-button]', 'color'],
  '--pay-line': [COLOUR, 'awaiting', CARD, 'border-top-color'],
  '--pay-border-width': ['7px', 'awaiting', CARD, 'border-top-width'],
  '--pay-card': [COLOUR, 'awaiting', CARD, 'background-color'],
  '--pay-soft': [COLOUR, 'loading', '.skeleton.foot', 'background-color'],
  '--pay-chip': [COLOUR, 'awaiting', '[part=method]', 'background-color'],
  '--pay-field': [COLOUR, 'awaiting', '[part~=coin-address], [part=note]', 'background-color'],
  '--pay-ok': [COLOUR, 'paid', SIGN, 'background-color'],
  '--pay-warn': [COLOUR, 'expired', SIGN, 'color'],
  '--pay-bad': [COLOUR, 'failed', SIGN, 'color'],
  '--pay-radius': ['7px', 'awaiting', CARD, 'border-top-left-radius'],
  '--pay-radius-inner': ['7px', 'awaiting', MAIN, 'border-top-left-radius'],
  '--pay-button-radius': ['7px', 'awaiting', MAIN, 'border-top-left-radius'],
  '--pay-chip-radius': ['7px', 'awaiting', '[part=method]', 'border-top-left-radius'],
  '--pay-shadow': [`${COLOUR} 1px 2px 3px 4px`, 'awaiting', CARD, 'box-shadow'],
  '--pay-padding': ['7px', 'awaiting', CARD, 'padding-top'],
  '--pay-gap': ['7px', 'awaiting', CARD, 'row-gap'],
  '--pay-max-width': ['407px', 'awaiting', CARD, 'max-width'],
  '--pay-font': ['probe', 'awaiting', CARD, 'font-family'],
  '--pay-font-size': ['17px', 'awaiting', CARD, 'font-size'],
  '--pay-sum-size': ['27px', 'awaiting', '[part=amount]', 'font-size'],
  '--pay-title-size': ['27px', 'paid', 'h2', 'font-size'],
  '--pay-font-mono': ['probe', 'awaiting', '[part=address], [part=note] code', 'font-family'],
  '--pay-qr-size': ['107px', 'awaiting', '[part=qr-tile], .phone [part=qr]', 'width'],
  '--pay-motion': ['paused', 'loading', '.skeleton.foot', 'animation-play-state'],
};

/** A code has no text in a monospaced font before it is paid. */
const LOCALCODE_PROBES: Readonly<Record<string, Probe>> = {
  '--pay-font-mono': ['probe', 'paid', '.id bdi', 'font-family'],
};

/** A tag in a view, with a token set or not. */
async function drawn(name: Tag, view: string, token: string, value: string): Promise<HTMLElement> {
  const tag = await (view === 'loading'
    ? show(name, undefined, { src: TROUBLE.silent })
    : show(name, MAKE[name]({ status: view.toUpperCase(), phase: view })));
  if (value) tag.style.setProperty(token, value);
  return tag;
}

/** The code of a wallet's payment is in its menu. */
async function openCode(tag: HTMLElement): Promise<void> {
  part(tag, 'menu-button')!.click();
  const button = await until(() => tag.shadowRoot!.querySelector<HTMLElement>('.menu button[aria-expanded]'));
  button.click();
  await until(() => tag.shadowRoot!.querySelector('.phone [part=qr]'));
}

describe('each token', () => {
  before(answerTroubles);

  for (const name of ['pay-crypto', 'pay-wallet', 'pay-localcode'] as const)
    for (const { name: token } of describedTag(name).cssProperties)
      it(`of ${name} has an effect: ${token}`, async () => {
        expect(Object.keys(PROBES)).to.include(token);
        const [value, view, selector, property, computed = value] =
          (name === 'pay-localcode' && LOCALCODE_PROBES[token]) || PROBES[token]!;
        const look = async (to: string) => {
          const tag = await drawn(name, view, token, to);
          if (token === '--pay-qr-size' && name === 'pay-wallet') await openCode(tag);
          const found = tag.shadowRoot!.querySelector<HTMLElement>(selector)!;
          // As by the keyboard, where the engine knows to say so.
          if (property === 'outline-color') found.focus({ focusVisible: true });
          return getComputedStyle(found).getPropertyValue(property);
        };
        expect(await look('')).not.to.equal(computed);
        expect(await look(value)).to.equal(computed);
      });

  it('of pay-checkout is one of the tags in it, and all of theirs are its own', () => {
    const tokens = (tag: Tag | 'pay-checkout') => describedTag(tag).cssProperties.map((entry) => entry.name);
    const inside = new Set((['pay-crypto', 'pay-wallet', 'pay-localcode'] as const).flatMap(tokens));
    expect(tokens('pay-checkout').sort()).to.deep.equal([...inside].sort());
    expect(Object.keys(PROBES).sort()).to.deep.equal([...inside].sort());
  });
});
