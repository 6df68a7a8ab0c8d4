import { keepMessages, registered } from './load-messages.ts';
import { namesFor } from './match-locale.ts';
import { en, type MessageKey, type Messages } from './messages.ts';

/**
 * Replaces messages by the shop's own, or adds a language. Messages that are left out do not change; in a new language
 * they fall back to English. Elements on the page update at once.
 *
 * @param lang - A BCP 47 language tag. `pt` also applies to `pt-BR`, unless `pt-BR` has messages of its own.
 * @throws TypeError that names the invalid argument.
 */
export function registerTranslation(lang: string, messages: Partial<Messages>): void {
  if (!namesFor(lang).length) throw new TypeError(`registerTranslation: lang: not a language tag: ${lang}`);
  if (Object(messages) !== messages) throw new TypeError('registerTranslation: messages: an object of texts is needed');
  for (const [key, text] of Object.entries(messages)) {
    if (!Object.hasOwn(en, key))
      throw new TypeError(`registerTranslation: ${key}: no such text. The type Messages has all`);
    if (typeof text !== 'string') throw new TypeError(`registerTranslation: ${key}: not a text`);
    const english = en[key as MessageKey];
    const gap = text.match(/\{\w+\}/g)?.find((each) => !english.includes(each));
    if (gap) console.warn(`registerTranslation: ${key}: ${gap} is not in: ${english}`);
  }
  keepMessages(messages, new Intl.Locale(lang).baseName, registered);
}
