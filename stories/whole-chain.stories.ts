import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { expect, userEvent } from 'storybook/test';
import { chainShop } from './support/chain-shop.ts';
import { look, soon, announcement, tagIn, textOf, type Played } from './support/look.ts';

/**
 * Everything there is, in this page: the tag, the shop's handler with its memory store, the typed client, and the
 * sandbox's core in the place of the service. Choose how to pay, then play the payer.
 */
const meta: Meta = {
  title: 'The whole chain',
  component: 'chain-shop',
  render: chainShop,
  parameters: { controls: { disable: true } },
};
export default meta;

const shopIn = (canvas: ParentNode) => look(canvas, 'chain-shop').shadowRoot!;

async function press(canvas: ParentNode, name: string): Promise<void> {
  const button = await soon(() => {
    const found = [...shopIn(canvas).querySelectorAll('button')].find((one) => textOf(one) === name);
    if (!found) throw new Error(`no button '${name}'`);
    return found;
  });
  await userEvent.click(button);
}

const phaseIs = (canvas: ParentNode, phase: string) =>
  soon(() => expect(tagIn(shopIn(canvas)).getAttribute('phase')).toBe(phase));

/** Chooses, plays, and sees the tag come to each phase by itself. */
const paying = (choice: string, ...acts: readonly (readonly [play: string, phase: string])[]): StoryObj => ({
  async play({ canvasElement }: Played) {
    await press(canvasElement, choice);
    await phaseIs(canvasElement, 'awaiting');
    for (const [play, phase] of acts) {
      await press(canvasElement, play);
      await phaseIs(canvasElement, phase);
    }
    const tag = tagIn(shopIn(canvasElement));
    await expect(announcement(tag).length).toBeGreaterThan(3);
    await expect(shopIn(canvasElement).querySelectorAll('li').length).toBeGreaterThan(0);
  },
});

/** Yours to pay. */
export const PayHere: StoryObj = {
  async play({ canvasElement }: Played) {
    await soon(() => expect(shopIn(canvasElement).querySelectorAll('button').length).toBe(5));
  },
};
export const PaysWithACoin = paying('Bitcoin', ['Send too little', 'underpaid'], ['Send exactly', 'paid']);
export const PaysByWallet = paying(
  'Online wallet',
  ['Send with another note', 'unmatched'],
  ['Send with the note', 'paid'],
);
export const PaysByCode = paying('Payment code', ['Enter a wrong code', 'awaiting'], ['Enter the code', 'paid']);
