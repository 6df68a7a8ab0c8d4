import { en } from './en.ts';
import { keepMessages } from './load-messages.ts';
import { registered } from './lookup.ts';
import { namesFor } from './match-locale.ts';
import type { Messages } from './messages.ts';

/**
 * Replaces messages by the shop's own, or adds a language. Missing messages stay as they are, and fall back to English
 * in a new language. Tags that are on the page follow at once.
 *
 * @param lang - A BCP 47 tag. `pt` also serves `pt-BR`, unless that has messages of its own.
 * @throws TypeError that names what is wrong.
 */
export function registerTranslation(lang: string, messages: Partial<Messages>): void {
  if (!namesFor(lang).length) throw new TypeError(`registerTranslation: lang: not a language tag: ${lang}`);
  for (const [key, text] of Object.entries(messages)) {
    if (!Object.hasOwn(en, key)) throw new TypeError(`registerTranslation: ${key}: no such text`);
    if (typeof text !== 'string') throw new TypeError(`registerTranslation: ${key}: not a text`);
  }
  keepMessages(messages, new Intl.Locale(lang).baseName, registered);
}
