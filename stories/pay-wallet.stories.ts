import type { Meta } from '@storybook/web-components-vite';
import { expect, userEvent } from 'storybook/test';
import { wallet } from '../test/support/payments.ts';
import { onClipboard } from './support/clipboard.ts';
import { hasPart, look, opened, soon, type Played } from './support/look.ts';
import { EVIL, LONG, tagStories, type TagStory } from './support/tag-stories.ts';
import { argTypesOf } from './support/arg-types.ts';
import { listenersOf, renderTag, type Args } from './support/render.ts';

const { phase, prepare, ...trouble } = tagStories(wallet);

const meta: Meta<Args> = {
  title: 'Tags/pay-wallet',
  component: 'pay-wallet',
  render: renderTag('pay-wallet'),
  argTypes: argTypesOf('pay-wallet'),
  args: { payment: wallet(), ...listenersOf('pay-wallet') },
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
export const LongWords = trouble.longWords({ note: LONG.repeat(4) });
export const HostileText = trouble.hostileText({ pid: EVIL, note: EVIL });

/** The note goes to the clipboard byte for byte, spaces and all. */
export const Copying: TagStory = {
  args: { payment: wallet({ note: '  NW  7F3K ' }) },
  async play({ canvasElement, args }: Played) {
    const tag = await opened(canvasElement);
    await onClipboard(async (written) => {
      await userEvent.click(look(tag.shadowRoot!, '[part~="copy-button"]'));
      await soon(() => expect(args.onPayCopy).toHaveBeenCalledWith(expect.objectContaining({ what: 'note' })));
      await expect(written).toEqual(['  NW  7F3K ']);
    });
  },
};

/** No hosted page: the note alone. */
export const NoteOnly: TagStory = {
  args: { payment: wallet({ hostedUrl: undefined }) },
  async play({ canvasElement }: Played) {
    const tag = await opened(canvasElement);
    await soon(() => expect(hasPart(tag, 'note')).toBe(true));
    await expect(hasPart(tag, 'page-link')).toBe(false);
  },
};
