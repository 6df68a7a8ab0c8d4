import type { Messages } from './messages.ts';

/** Isolates an amount or a name in a message, so that a right-to-left message does not reorder its parts. */
export const isolate = (text: string, { dir }: Pick<Messages, 'dir'>): string =>
  dir === 'rtl' ? `\u2068${text}\u2069` : text;

/** Puts whole sentences one after another. Chinese and Japanese have no space between sentences. */
export const joinSentences = (
  { lang }: Pick<Messages, 'lang'>,
  ...sentences: readonly (string | undefined)[]
): string => sentences.filter(Boolean).join(/^(ja|zh)/.test(lang) ? '' : ' ');

/** Replaces the placeholders of a message: `formatMessage('{seen} of {needed}', { seen: 1, needed: 3 })`. */
export function formatMessage(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}
