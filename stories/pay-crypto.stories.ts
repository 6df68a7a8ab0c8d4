import type { Meta } from '@storybook/web-components-vite';
import { expect, userEvent } from 'storybook/test';
import { BTC, crypto } from '../test/support/payments.ts';
import { onClipboard } from './support/clipboard.ts';
import { type Played, hasPart, look, opened, part, messageOf, soon, announcement, textOf } from './support/look.ts';
import { EVIL, LONG, tagStories, type TagStory } from './support/tag-stories.ts';
import { argTypesOf } from './support/arg-types.ts';
import { listenersOf, renderTag, type Args } from './support/render.ts';

const { phase, prepare, ...trouble } = tagStories(crypto);

const meta: Meta<Args> = {
  title: 'Tags/pay-crypto',
  component: 'pay-crypto',
  render: renderTag('pay-crypto'),
  argTypes: argTypesOf('pay-crypto'),
  args: { payment: crypto(), ...listenersOf('pay-crypto') },
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

/** None of the nine: its address and the service's own picture, and a word of caution. */
export const UnknownCoin: TagStory = {
  args: { payment: crypto({ cryptoCoin: 'xmr', address: `4${'A'.repeat(94)}`, cryptoAmountExpected: '0.31' }) },
  async play({ canvasElement, args }: Played) {
    const tag = await opened(canvasElement);
    await soon(() => expect(textOf(part(tag, 'network'))).toContain(messageOf(tag, 'networkUnknown')));
    const code = expect.objectContaining({ code: 'unknown-coin' }) as unknown;
    await soon(() => expect(args.onPayProblem).toHaveBeenCalledWith(code));
    await expect(hasPart(tag, 'wallet-link')).toBe(false);
  },
};

export const ContactLost = trouble.contactLost;
export const NotFound = trouble.notFound;
export const LongWords = trouble.longWords({
  cryptoCoin: LONG.slice(0, 40),
  cryptoAmountExpected: '1234567890.123456789012345678',
});
export const HostileText = trouble.hostileText({ tid: EVIL, cryptoCoin: EVIL });

/** The copy buttons put the model's exact text on the clipboard, and only then say so. */
export const Copying: TagStory = {
  async play({ canvasElement, args }: Played) {
    const tag = await opened(canvasElement);
    await onClipboard(async (written) => {
      for (const [field, what, text] of [
        ['coin-amount', 'amount', '0.00071342'],
        ['coin-address', 'address', BTC],
      ] as const) {
        await userEvent.click(look(part(tag, field), '[part~="copy-button"]'));
        await soon(() => expect(args.onPayCopy).toHaveBeenCalledWith(expect.objectContaining({ what })));
        await expect(written.at(-1)).toBe(text);
      }
    });
    await soon(() => expect(announcement(tag)).toContain(messageOf(tag, 'compare')));
  },
};

/** The payer's own choice: some wallets read an address and nothing more. */
export const AddressOnly: TagStory = {
  async play({ canvasElement }: Played) {
    const tag = await opened(canvasElement);
    const path = () => look(part(tag, 'qr'), 'path:last-of-type').getAttribute('d');
    const before = await soon(path);
    const [withAmount, addressOnly] = part(tag, 'qr-switch').querySelectorAll('button');
    await userEvent.click(addressOnly!);
    await soon(() => expect(path()).not.toBe(before));
    await expect(addressOnly).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(withAmount!);
    await soon(() => expect(path()).toBe(before));
  },
};

/** Help is one press away and leaves the page where it is. */
export const Help: TagStory = {
  args: { help: 'Northwind Coffee answers at 555-0100.' },
  async play({ canvasElement }: Played) {
    const tag = await opened(canvasElement);
    await userEvent.click(part(tag, 'help-button'));
    await soon(() => expect(part(tag, 'help').matches(':popover-open')).toBe(true));
    await userEvent.click(part(tag, 'help-button'));
    await soon(() => expect(part(tag, 'help').matches(':popover-open')).toBe(false));
  },
};

/** The picture that came with the payment, once it has proved to be one. */
export const ServicePicture: TagStory = {
  args: { qr: 'image' },
  async play({ canvasElement }: Played) {
    const tag = await opened(canvasElement);
    await soon(() => expect(look<HTMLImageElement>(tag.shadowRoot!, 'img').naturalWidth).toBeGreaterThan(0));
  },
};

/** A payment from the sandbox says so, and leads into no wallet. */
export const TestPayment: TagStory = {
  args: { payment: crypto({ test: true }) },
  async play({ canvasElement }: Played) {
    const tag = await opened(canvasElement);
    await soon(() => expect(textOf(part(tag, 'card'))).toContain(messageOf(tag, 'testNoMoney')));
    await expect(hasPart(tag, 'wallet-link')).toBe(false);
  },
};
