import type { actions } from './en.actions.ts';
import type { checkout } from './en.checkout.ts';
import type { localcode } from './en.localcode.ts';
import type { primary } from './en.primary.ts';
import type { sent } from './en.sent.ts';
import type { secondary } from './en.secondary.ts';
import type { wallet } from './en.wallet.ts';

/** The messages of the first view of a payment, by key. */
export type PrimaryMessages = Readonly<
  Record<keyof Omit<typeof primary, 'dir'> | keyof typeof wallet | keyof typeof localcode, string> &
    Pick<typeof primary, 'dir'>
>;

/** The messages of the later views of a payment, by key. */
export type SecondaryMessages = Readonly<Record<keyof typeof secondary, string>>;

/** The messages of an order, by key. */
export type CheckoutMessages = Readonly<Record<keyof typeof checkout, string>>;

/** The messages for a payer who has sent the money, by key. */
export type SentMessages = Readonly<Record<keyof typeof sent, string>>;

/** The messages of the share menu, the receipt and the enlarged QR code, by key. */
export type ActionMessages = Readonly<Record<keyof typeof actions, string>>;

/** All messages of the elements, by key. A language is complete when it has all of them. */
export type Messages = PrimaryMessages & SecondaryMessages & CheckoutMessages & SentMessages & ActionMessages;

/** The key of a message. */
export type MessageKey = keyof Messages;

/** Isolates an amount or a name in a message, so that a right-to-left message does not reorder its parts. */
export const isolate = (text: string, { dir }: Pick<PrimaryMessages, 'dir'>): string =>
  dir === 'rtl' ? `\u2068${text}\u2069` : text;

/** Replaces the placeholders of a message: `formatMessage('{seen} of {needed}', { seen: 1, needed: 3 })`. */
export function formatMessage(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}
