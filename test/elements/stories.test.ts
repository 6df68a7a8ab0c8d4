/**
 * Every story as a test: it is drawn by Storybook's own renderer inside our own preview, its play function runs,
 * and axe looks at what is on the page, in light and in dark. A third run, right to left on a phone, asks whether it fits.
 */
import { expect } from '@open-wc/testing';
import * as renderer from '@storybook/web-components/entry-preview';
import { composeConfigs, composeStories, composeStory } from 'storybook/preview-api';
import preview from '../../.storybook/preview.ts';
import * as coins from '../../stories/coins.stories.ts';
import * as payCheckout from '../../stories/pay-checkout.stories.ts';
import * as payCrypto from '../../stories/pay-crypto.stories.ts';
import * as payLocalcode from '../../stories/pay-localcode.stories.ts';
import * as payWallet from '../../stories/pay-wallet.stories.ts';
import * as theming from '../../stories/theming.stories.ts';
import * as wallets from '../../stories/wallets.stories.ts';
import * as wholeChain from '../../stories/whole-chain.stories.ts';
import { phases } from '../../src/core/payments/phases.ts';
import { coins as allCoins } from '../../src/core/coins/coin.ts';
import { argTypesOf } from '../../stories/support/arg-types.ts';
import { describedTag } from '../../stories/support/manifest.ts';
import { renderTag } from '../../stories/support/render.ts';
import { render } from 'lit';
import { pagePorts } from '../../src/elements/base/page-ports.ts';
import { pollerCount } from '../../src/model/poller.ts';
import { until } from './support.ts';

interface Composed {
  run(options: { canvasElement: HTMLElement }): Promise<void>;
}

const PHONE_PX = 360;

// Storybook waits 100 ms after each story for animations, unless its own runner for tests is there.
Object.assign(globalThis, { __vitest_browser__: true });

/** The stories of a file under the toolbar's settings. The renderer has no composeStories of its own (React's has). */
function compose(file: object, globals: object = {}): Record<string, Composed> {
  const project = composeConfigs([
    renderer,
    preview,
    { initialGlobals: { ...preview.initialGlobals, ...globals } },
  ] as never);
  const one = (story: never, meta: never, _: never, name: string) =>
    composeStory(story, meta, {}, project as never, name);
  return composeStories(file as never, {}, one as never);
}

/** Resolves when every code is drawn: what is looked at is what stays. */
const settled = (canvas: HTMLElement) =>
  until(() =>
    [...canvas.querySelectorAll('pay-crypto, pay-localcode')].every(
      ({ shadowRoot }) => !shadowRoot!.querySelector('.tile > .skeleton'),
    ),
  );

const files = { coins, payCrypto, payWallet, payLocalcode, payCheckout, theming, wallets, wholeChain };

describe('the stories', () => {
  let canvas: HTMLElement;
  const realError = console.error;
  beforeEach(() => {
    canvas = document.createElement('main');
    document.body.append(canvas);
    console.error = () => {}; // a tag tells the developer of its troubles, which some stories are about
  });
  afterEach(() => {
    canvas.remove();
    console.error = realError;
    expect(pollerCount(pagePorts), 'nothing is followed any more').to.equal(0);
  });

  for (const [file, module] of Object.entries(files)) {
    const dark = compose(module, { theme: 'dark' });
    const phone = compose(module, { direction: 'rtl' });
    for (const [name, story] of Object.entries(compose(module))) {
      it(`${file}: ${name}`, async () => {
        await story.run({ canvasElement: canvas });
        await settled(canvas);
        expect(canvas.querySelector('pay-crypto, pay-wallet, pay-localcode, pay-checkout, chain-shop')).not.to.equal(
          null,
        );
        await expect(canvas).to.be.accessible();
      });

      it(`${file}: ${name}, in the dark`, async () => {
        await dark[name]!.run({ canvasElement: canvas });
        await settled(canvas);
        expect(getComputedStyle(canvas.querySelector('.surface')!).colorScheme).to.equal('dark');
        await expect(canvas).to.be.accessible();
      });

      it(`${file}: ${name}, right to left on a phone`, async () => {
        canvas.style.inlineSize = `${PHONE_PX}px`;
        await phone[name]!.run({ canvasElement: canvas });
        await settled(canvas);
        expect(getComputedStyle(canvas.querySelector('.surface')!).direction).to.equal('rtl');
        expect(canvas.scrollWidth, 'nothing sticks out').to.be.at.most(PHONE_PX);
      });
    }
  }

  it('have one for each phase and each trouble of every tag, and for every coin', () => {
    const names = (file: object) => Object.keys(compose(file)).map((name) => name.toLowerCase());
    const troubles = ['loading', 'unreadable', 'contactlost', 'notfound', 'longwords', 'hostiletext'];
    for (const file of [payCrypto, payWallet, payLocalcode])
      expect(names(file)).to.include.members([...phases, ...troubles]);
    expect(names(payCrypto)).to.include('unknowncoin');
    expect(names(coins)).to.have.lengthOf(allCoins.length);
  });

  for (const tag of ['pay-crypto', 'pay-wallet', 'pay-localcode', 'pay-checkout'] as const)
    it(`let every attribute and slot of ${tag} be set by a control`, () => {
      const { attributes, slots: all } = describedTag(tag);
      const slots = all.filter(({ name }) => name); // the one without a name is for who has no scripts
      const { phase, ...controls } = argTypesOf(tag);
      expect(phase, 'the tag alone says its phase').to.deep.equal({ control: false });
      const names = attributes.map(({ name }) => name).filter((name) => name !== 'phase');
      const args = Object.fromEntries([...names, ...slots.map(({ name }) => name)].map((name) => [name, `a ${name}`]));
      render(renderTag(tag)(args), canvas);
      const drawn = canvas.querySelector(tag)!;
      for (const name of names) expect(drawn.getAttribute(name), name).to.equal(args[name]);
      for (const { name } of slots) expect(drawn.querySelector(`[slot=${name}]`)!.textContent).to.equal(args[name]);
      for (const name of Object.keys(args)) expect(controls[name]!.control, name).to.be.an('object');
    });
});
