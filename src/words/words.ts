import type { first, more } from './en.ts';

/** What the first view of a payment says, by key. */
export type FirstWords = Readonly<Record<keyof Omit<typeof first, 'dir'>, string> & Pick<typeof first, 'dir'>>;

/** What may be said later, by key. */
export type MoreWords = Readonly<Record<keyof typeof more, string>>;

/** Every text a tag can show, by key. A language is complete by this type. */
export type Words = FirstWords & MoreWords;

/** The name of a text. */
export type WordKey = keyof Words;

/** Puts values into a text: `fill('{seen} of {needed}', { seen: 1, needed: 3 })`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}
