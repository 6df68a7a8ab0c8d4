import { en } from './en.ts';

/** Every text a tag can show, by key. A language is one object of these. */
export type Words = Readonly<typeof en>;
export type WordKey = keyof Words;

/** The words of a language; English is the only one yet, and answers for every other. */
export function wordsFor(_lang: string): Words {
  return en;
}

/** Puts values into a text: `fill('{seen} of {needed}', { seen: 1, needed: 3 })`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}
