import type { actions } from './en.actions.ts';
import type { checkout } from './en.checkout.ts';
import type { localcode } from './en.localcode.ts';
import type { primary } from './en.primary.ts';
import type { sent } from './en.sent.ts';
import type { secondary } from './en.secondary.ts';
import type { wallet } from './en.wallet.ts';

/** What the first view of a payment says, by key. */
export type PrimaryMessages = Readonly<
  Record<keyof Omit<typeof primary, 'dir'> | keyof typeof wallet | keyof typeof localcode, string> &
    Pick<typeof primary, 'dir'>
>;

/** What may be said of a payment later, by key. */
export type SecondaryMessages = Readonly<Record<keyof typeof secondary, string>>;

/** What is said of an order, by key. */
export type CheckoutMessages = Readonly<Record<keyof typeof checkout, string>>;

/** What is said to a payer who has sent the money, by key. */
export type SentMessages = Readonly<Record<keyof typeof sent, string>>;

/** What is said of what a click opens, by key. */
export type ActionMessages = Readonly<Record<keyof typeof actions, string>>;

/** Every text a tag can show, by key. A language is complete by this type. */
export type Messages = PrimaryMessages & SecondaryMessages & CheckoutMessages & SentMessages & ActionMessages;

/** The name of a text. */
export type MessageKey = keyof Messages;

/** An amount or a name inside a sentence: one that is written from right to left does not reorder its parts. */
export const isolate = (text: string, { dir }: Pick<PrimaryMessages, 'dir'>): string =>
  dir === 'rtl' ? `\u2068${text}\u2069` : text;

/** Puts values into a text: `formatMessage('{seen} of {needed}', { seen: 1, needed: 3 })`. */
export function formatMessage(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}
