import type { Meta } from '@storybook/web-components-vite';
import { expect, userEvent } from 'storybook/test';
import type { PayElement } from '../src/elements/base/pay-element.ts';
import type { MessageKey } from '../src/i18n/messages.ts';
import { argTypesOf } from './support/arg-types.ts';
import { answerScenes, orderIn, type Scene } from './support/checkout-scenes.ts';
import {
  hasPart,
  look,
  opened,
  part,
  messageOf,
  soon,
  announcement,
  tagIn,
  textOf,
  type Played,
} from './support/look.ts';
import { listenersOf, renderTag, type Args } from './support/render.ts';
import type { TagStory } from './support/tag-stories.ts';

const meta: Meta<Args> = {
  title: 'Tags/pay-checkout',
  component: 'pay-checkout',
  render: renderTag('pay-checkout'),
  argTypes: argTypesOf('pay-checkout'),
  args: { src: orderIn('choosing'), ...listenersOf('pay-checkout') },
  beforeEach: answerScenes,
};
export default meta;

/** Presses the choice at a place of the list. */
async function choose(canvas: ParentNode, at: number): Promise<void> {
  const choice = await soon(() => {
    const found = tagIn(canvas).shadowRoot!.querySelectorAll<HTMLElement>('[part=choice]')[at];
    if (!found) throw new Error(`no choice ${at}`);
    return found;
  });
  await userEvent.click(choice);
}

const WALLET = 1;

/** What a screen reader announces: the focused heading, or the content of the live region. */
const announcedText = (tag: PayElement) => {
  const focused = tag.shadowRoot!.activeElement;
  return `${focused ? textOf(focused) : ''} ${announcement(tag)}`;
};

/** The state that a shop's answer leads to, and its words. */
const met = (scene: Scene, state: string, key: MessageKey, problem?: string, chosen?: number): TagStory => ({
  args: { src: orderIn(scene) },
  async play({ canvasElement, args }: Played) {
    if (chosen !== undefined) await choose(canvasElement, chosen);
    const tag = tagIn(canvasElement);
    await soon(() => expect(tag.matches(`:state(${state})`)).toBe(true));
    await soon(() => expect(announcedText(tag)).toContain(messageOf(tag, key)));
    if (!problem) return;
    const event = expect.objectContaining({ code: problem }) as unknown;
    await soon(() => expect(args.onPayProblem).toHaveBeenCalledWith(event));
  },
});

// The page of the tag begins with the first one.
export const Choosing = met('choosing', 'choosing', 'choose');
export const Loading = met('loading', 'loading', 'loading');

/** Each coin with its network, in a wallet's words. */
export const Coins: TagStory = {
  async play({ canvasElement }: Played) {
    await choose(canvasElement, 0);
    const tag = tagIn(canvasElement);
    await soon(() => expect(announcedText(tag)).toContain(messageOf(tag, 'chooseCoin')));
    await expect(tag.shadowRoot!.querySelectorAll('[part=choice]').length).toBe(9);
    await expect(hasPart(tag, 'back-button')).toBe(true);
  },
};

/** Who sends USDT on another network loses it, so the payer is asked first. */
export const ConfirmingTheNetwork = met('confirming', 'choosing', 'confirmNetwork');
export const Preparing = met('preparing', 'preparing', 'preparing', undefined, WALLET);

/** The payment of the choice, by its own tag; and back, where it waits as begun. */
export const ShowingThePayment: TagStory = {
  async play({ canvasElement, args }: Played) {
    await choose(canvasElement, WALLET);
    const tag = tagIn(canvasElement);
    await soon(() => expect(tag.phase).toBe('awaiting'));
    await soon(() => expect(args.onPayStatus).toHaveBeenCalledWith(expect.objectContaining({ phase: 'awaiting' })));
    await soon(() => look(tag.shadowRoot!, 'pay-wallet', '[part~=note]'));
  },
};

/** Presses a button of the tag itself. */
async function pressPart(tag: Element, selector: string): Promise<void> {
  const button = await soon(() => look(tag.shadowRoot!, selector));
  await userEvent.click(button);
}

/** What was begun before the page was loaded, in another tab or on another device. */
export const InProgress: TagStory = {
  args: { src: orderIn('begun') },
  async play({ canvasElement }: Played) {
    const tag = tagIn(canvasElement);
    await soon(() => expect(tag.phase).toBe('awaiting'));
    await soon(() => look(tag.shadowRoot!, 'pay-crypto', '[part~=address]'));
    await expect(announcement(tag)).toContain(messageOf(tag, 'inProgress'));
    await soon(() => expect(hasPart(tag, 'change-button')).toBe(true));
  },
};

/** Before the payment method is changed the payer is asked whether the payment was sent. */
export const AskingWhetherItWasSent: TagStory = {
  args: { src: orderIn('begun') },
  async play({ canvasElement }: Played) {
    const tag = tagIn(canvasElement);
    await pressPart(tag, '[part~=change-button]');
    await soon(() => expect(textOf(part(tag, 'leave'))).toContain(messageOf(tag, 'sentAlreadyText')));
    await expect(tag.phase).toBe('awaiting');
    await expect(hasPart(tag, 'wait-button')).toBe(true);
  },
};

/** What was begun before the payer changed the method waits among the ways to pay. */
export const Begun: TagStory = {
  args: { src: orderIn('begun') },
  async play({ canvasElement }: Played) {
    const tag = tagIn(canvasElement);
    await pressPart(tag, '[part~=change-button]');
    await pressPart(tag, '.leave .plain');
    await soon(() => expect(textOf(part(tag, 'choices'))).toContain(messageOf(tag, 'begun')));
    await expect(tag.shadowRoot!.querySelectorAll('.begun').length).toBe(2);
  },
};

/** Money was seen for a payment that was begun earlier: it takes the place of the one that waits. */
export const AnotherPaymentSeen: TagStory = {
  args: { src: orderIn('moved') },
  async play({ canvasElement }: Played) {
    const tag = tagIn(canvasElement);
    await soon(() => expect(tag.phase).toBe('detected'));
    await soon(() => expect(announcement(tag)).toContain(messageOf(tag, 'otherSeen')));
    await expect(textOf(part(tag, 'order-note'))).toBe(messageOf(tag, 'otherSeen'));
    await expect(hasPart(tag, 'change-button')).toBe(false);
  },
};

/** A payment of another amount than the order has now does not pay it. */
export const PaidOtherAmount: TagStory = {
  args: { src: orderIn('other-amount') },
  async play({ canvasElement }: Played) {
    const tag = await opened(canvasElement);
    await soon(() =>
      expect(textOf(part(tag, 'order-note'))).toContain(messageOf(tag, 'paidOtherAmount').split('{')[0]),
    );
    await expect(hasPart(tag, 'choices')).toBe(true);
  },
};

/** Two payments were paid: the payer reads what to do. */
export const PaidTwice: TagStory = {
  args: { src: orderIn('paid-twice') },
  async play({ canvasElement }: Played) {
    const tag = tagIn(canvasElement);
    await soon(() => expect(tag.phase).toBe('paid'));
    await soon(() => expect(textOf(part(tag, 'order-note'))).toContain(messageOf(tag, 'paidTwice')));
  },
};

/** Money is on its way: there is nothing to choose any more. */
export const UnderWay: TagStory = {
  args: { src: orderIn('under-way') },
  async play({ canvasElement }: Played) {
    const tag = tagIn(canvasElement);
    await soon(() => expect(tag.phase).toBe('underpaid'));
    await expect(hasPart(tag, 'change-button')).toBe(false);
  },
};

export const Busy = met('busy', 'busy', 'busy', 'busy', WALLET);
export const NotPrepared = met('not-prepared', 'problem', 'notPrepared', 'not-prepared', WALLET);
export const TooSmall = met('too-small', 'problem', 'tooSmall', 'not-prepared', WALLET);
export const Paid = met('paid', 'paid', 'paidText');
export const AlreadyPaid = met('already-paid', 'paid', 'alreadyPaid', 'already-paid');
export const SoldOut = met('sold-out', 'problem', 'soldOut', 'sold-out');
export const UnknownOrder = met('unknown', 'problem', 'noOrder', 'unknown-order');
export const Unreadable = met('unreadable', 'problem', 'orderUnreadable', 'unreadable-order');
export const NoContact = met('no-contact', 'lost', 'lost', 'contact-lost');
