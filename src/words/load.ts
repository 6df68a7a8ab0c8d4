import { LOCALES } from './locales.ts';
import { namesFor } from './match.ts';
import type { Words } from './words.ts';

/** What has come so far, by its name in `LOCALES`. */
export const loaded = new Map<string, Partial<Words>>();

/** Called when there are other words than before. */
export const onWords = new Set<() => void>();

/** Keeps words beside those there are, and tells who shows them. */
export function keepWords(words: Partial<Words>, name: string, among: Map<string, Partial<Words>>): void {
  among.set(name, { ...among.get(name), ...words });
  for (const tell of onWords) tell();
}

/**
 * Loads the words of the nearest language there is, once: two files at the same time, so that the first view waits
 * for no more than it says. English is there already, and stands in for what does not come: a payer without a
 * network has other worries than the language.
 */
export function loadWords(tag: string): void {
  const name = namesFor(tag).find((each) => LOCALES[each] || each === 'en');
  const parts = name && LOCALES[name];
  if (!parts || loaded.has(name)) return;
  loaded.set(name, {});
  for (const load of parts)
    load().then(
      ({ words }) => keepWords(words, name, loaded),
      (error: unknown) => {
        // Asked for again with the next tag.
        loaded.delete(name);
        console.warn(`pay-elements: words for '${name}' could not be loaded`, error);
      },
    );
}
