import { en } from './en.ts';
import { keepWords, loaded, onWords } from './load.ts';
import { LOCALES } from './locales.ts';
import { namesFor } from './match.ts';
import type { Words } from './words.ts';

/** What the shop says in its own words, by language. */
const own = new Map<string, Partial<Words>>();

/** The words put together so far, by the language asked for. */
const made = new Map<string, Words>();
onWords.add(() => made.clear());

/**
 * Says some texts in the shop's own words, or adds a language. What is not given stays as it is, or English in a
 * language that is new. Tags that are on the page follow at once.
 *
 * @param lang - A BCP 47 tag. `pt` speaks for `pt-BR` too, unless that has words of its own.
 * @throws TypeError that names what is wrong.
 */
export function addWords(lang: string, words: Partial<Words>): void {
  if (!namesFor(lang).length) throw new TypeError(`addWords: lang: not a language tag: ${lang}`);
  for (const [key, text] of Object.entries(words)) {
    if (!Object.hasOwn(en, key)) throw new TypeError(`addWords: ${key}: no such text`);
    if (typeof text !== 'string') throw new TypeError(`addWords: ${key}: not a text`);
  }
  keepWords(words, new Intl.Locale(lang).baseName, own);
}

/** All words in the nearest language there is: the shop's own first, then those that were loaded, then English. */
export function wordsFor(tag: string): Words {
  const known = made.get(tag);
  if (known) return known;
  const names = namesFor(tag);
  const base = names.find((each) => LOCALES[each] || each === 'en');
  const shops = names.filter((each) => own.has(each));
  // A language that only the shop knows has nobody else to say which it is.
  const foreign = !base && shops[0] ? { lang: shops[0] } : undefined;
  const parts = [foreign, base && loaded.get(base), ...shops.reverse().map((each) => own.get(each))];
  const words = parts.reduce<Words>((all, some) => ({ ...all, ...some }), en);
  made.set(tag, words);
  return words;
}
