import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html, type TemplateResult } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';
import { expect } from 'storybook/test';
import { phases, type Phase } from '../src/core/payments/phases.ts';
import { crypto, localcode, wallet } from '../test/support/payments.ts';
import { answerTroubles, TROUBLE } from './support/in-page.ts';
import { look, opened, part, soon, type Played } from './support/look.ts';
import type { Look } from './support/looks.ts';
import { describedTag, type Entry } from './support/manifest.ts';
import type { Args } from './support/render.ts';

const { cssProperties, cssParts, cssStates } = describedTag('pay-crypto');

/**
 * A shop's own look: tokens for colours, corners and type, parts for everything else, and a state for each phase.
 * Every one that is documented is here, read from `custom-elements.json`. Light and dark follow `color-scheme`
 * (the toolbar, which puts the demo shop's looks on any story, too); the QR code stays dark on light.
 */
const meta: Meta<Args> = {
  title: 'Theming',
  component: 'pay-crypto',
  beforeEach: answerTroubles,
  // In frames on the page 'API': the style sheet of one story must not reach the others.
  parameters: { docs: { story: { inline: false, height: '900px' } } },
};
export default meta;

type Story = StoryObj<Args>;

const example = crypto({ cryptoAmountExpected: '0.00071342' });

const isColour = ({ default: value = '' }: Entry) => value.startsWith('#');

/** The token as the card has it at last. */
const colourOf = (element: Element) => getComputedStyle(element).backgroundColor;

/** Every token as a control. An empty one keeps the tag's own. */
export const Tokens: Story = {
  args: { '--pay-accent': 'light-dark(#7a1fa2, #d9a6ee)', '--pay-radius': '4px' },
  argTypes: Object.fromEntries(
    cssProperties.map((entry) => [entry.name, { control: { type: isColour(entry) ? 'color' : 'text' } }]),
  ),
  render(args) {
    const own = Object.fromEntries(cssProperties.map(({ name }) => [name, (args[name] as string) || undefined]));
    return html`<pay-crypto .payment=${example} style=${styleMap(own)}></pay-crypto>`;
  },
  async play({ canvasElement }: Played) {
    const tag = await opened(canvasElement);
    await soon(() => expect(colourOf(part(tag, 'wallet-link'))).toMatch(/^rgb\((122, 31, 162|217, 166, 238)\)$/));
    await expect(getComputedStyle(part(tag, 'card')).borderRadius).toBe('4px');
  },
};

/** A whole shop's look in a handful of lines. */
export const ABrand: Story = {
  render: (): TemplateResult =>
    html`<style>
        .brand {
          --pay-accent: light-dark(#00695c, #80cbc4);
          --pay-soft: light-dark(#e0f2f1, #12302d);
          --pay-line: light-dark(#b2dfdb, #24514c);
          --pay-radius: 0px;
          --pay-font: Georgia, serif;
        }
        .brand::part(wallet-link) {
          text-transform: uppercase;
          letter-spacing: 0.06em;
        }
        .brand::part(card) {
          border-block-start: 4px solid light-dark(#00695c, #80cbc4);
        }
      </style>
      <pay-crypto class="brand" .payment=${example}></pay-crypto>`,
  async play({ canvasElement }: Played) {
    const tag = await opened(canvasElement);
    await soon(() => expect(getComputedStyle(part(tag, 'wallet-link')).textTransform).toBe('uppercase'));
  },
};

/** A look of the demo shop, from its own style sheet: tokens and parts alone. */
const lookOf = (look: Look, corners: string): Story => ({
  globals: { look },
  render: () =>
    html`<pay-crypto .payment=${example}></pay-crypto>
      <br />
      <pay-wallet .payment=${wallet()}></pay-wallet>
      <br />
      <pay-localcode .payment=${localcode()}></pay-localcode>
      <br />
      <pay-crypto .payment=${crypto({ tid: 'paid', status: 'PAID' })}></pay-crypto>
      <br />
      <pay-wallet .payment=${wallet({ pid: 'failed', status: 'FAILED' })}></pay-wallet>`,
  async play({ canvasElement }: Played) {
    await opened(canvasElement);
    for (const tag of canvasElement.querySelectorAll('pay-crypto, pay-wallet, pay-localcode'))
      await soon(() => expect(getComputedStyle(part(tag, 'card')).borderRadius).toBe(corners));
  },
});

/** Dark blue, a serif, hairlines. */
export const Bank = lookOf('bank', '2px');
/** Round, warm, large. */
export const Playful = lookOf('playful', '32px');
/** Black, white, thick edges, nothing that moves. */
export const Brutalist = lookOf('brutalist', '0px');

/** Choose a part: it is outlined wherever it stands. */
export const Parts: Story = {
  args: { part: 'coin-address' },
  argTypes: {
    part: {
      control: { type: 'select' },
      options: cssParts.map(({ name }) => name),
      description: 'One of the documented parts',
    },
  },
  render: (args) =>
    html`<style>
        ${`.parts::part(${String(args.part)}) { outline: 3px solid #d81b60; outline-offset: 2px; }`}
      </style>
      <pay-crypto class="parts" .payment=${example}></pay-crypto>
      <br />
      <pay-crypto
        class="parts"
        .payment=${crypto({ tid: 'second', status: 'UNDERPAID', cryptoAmountReceived: '0.0005' })}
      ></pay-crypto>
      <br />
      <pay-crypto class="parts" .payment=${crypto({ tid: 'third', status: 'PAID' })}></pay-crypto>`,
  async play({ canvasElement, args }: Played) {
    const tag = await opened(canvasElement);
    await soon(() => expect(getComputedStyle(part(tag, String(args.part))).outlineStyle).toBe('solid'));
  },
};

/** What brings a tag into each of its states. */
const INTO_STATE: Readonly<Record<string, TemplateResult>> = {
  loading: html`<pay-crypto src=${TROUBLE.silent}></pay-crypto>`,
  problem: html`<pay-crypto></pay-crypto>`,
  lost: html`<pay-crypto .payment=${example} status-url=${TROUBLE.unreachable}></pay-crypto>`,
};

const inState = (name: string): TemplateResult | undefined =>
  phases.includes(name as Phase)
    ? html`<pay-crypto .payment=${crypto({ status: name.toUpperCase() })}></pay-crypto>`
    : INTO_STATE[name];

/** Every state, and a rule for it: `pay-crypto:state(paid)`. */
export const States: Story = {
  render: () =>
    html`<style>
        ${cssStates
          .map(
            ({ name }, at) =>
              `[data-state='${name}'] :state(${name}) { border-inline-start: 6px solid hsl(${at * 22} 70% 45%); }`,
          )
          .join('\n')}
      </style>
      ${cssStates.map(
        ({ name, description }) =>
          html`<section data-state=${name}>
            <h2><code>:state(${name})</code></h2>
            <p>${description}</p>
            ${inState(name)}
          </section>`,
      )}`,
  async play({ canvasElement }: Played) {
    for (const { name } of cssStates) {
      const tag = await opened(look(canvasElement, `[data-state="${name}"]`));
      await soon(() => {
        if (name === 'lost') tag.refresh();
        return expect(getComputedStyle(tag).borderInlineStartWidth).toBe('6px');
      });
    }
  },
};
