import type { Meta } from '@storybook/web-components-vite';
import { expect, userEvent } from 'storybook/test';
import { localcode } from '../test/support/payments.ts';
import { type Played, opened, part, messageOf, soon, textOf } from './support/look.ts';
import { EVIL, LONG, tagStories, type TagStory } from './support/tag-stories.ts';
import { argTypesOf } from './support/arg-types.ts';
import { listenersOf, renderTag, type Args } from './support/render.ts';

const { phase, prepare, ...trouble } = tagStories(localcode);

const meta: Meta<Args> = {
  title: 'Tags/pay-localcode',
  component: 'pay-localcode',
  render: renderTag('pay-localcode'),
  argTypes: argTypesOf('pay-localcode'),
  args: { payment: localcode(), ...listenersOf('pay-localcode') },
  beforeEach: prepare,
};
export default meta;

export const Awaiting = phase('awaiting');
export const Detected = phase('detected');
export const Confirming = phase('confirming');
export const Underpaid = phase('underpaid');
export const Unmatched = phase('unmatched');
export const Paid = phase('paid');
export const Overpaid = phase('overpaid');
export const Expired = phase('expired');
export const Late = phase('late');
export const Failed = phase('failed');
export const Cancelled = phase('cancelled');
export const Refunded = phase('refunded');
export const Unknown = phase('unknown');

export const Loading = trouble.loading;
export const Unreadable = trouble.unreadable;
export const ContactLost = trouble.contactLost;
export const NotFound = trouble.notFound;
export const LongWords = trouble.longWords({ bid: LONG });
export const HostileText = trouble.hostileText({ bid: EVIL });

/** The link leads out of the page; the shop is notified. */
export const OpeningThePage: TagStory = {
  async play({ canvasElement, args }: Played) {
    const tag = await opened(canvasElement);
    tag.addEventListener('click', (event) => event.preventDefault(), { once: true }); // a preview has nowhere to go
    await userEvent.click(await soon(() => part(tag, 'page-link')));
    const opening = expect.objectContaining({ what: 'page', url: 'https://pay.example/b77' }) as unknown;
    await expect(args.onPayOpen).toHaveBeenCalledWith(opening);
  },
};

/** No hosted page: the shop must say where the code goes. */
export const WithoutPage: TagStory = {
  args: { payment: localcode({ hostedUrl: undefined }) },
  async play({ canvasElement }: Played) {
    const tag = await opened(canvasElement);
    await soon(() => expect(textOf(part(tag, 'card'))).toContain(messageOf(tag, 'codeNoPage')));
  },
};
