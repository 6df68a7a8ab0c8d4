import TEXTS from './texts.json' with { type: 'json' };
import type { Header } from './types.ts';

/**
 * Returns the texts of the shop's pages, in the first supported language of an `Accept-Language` header, or in English.
 */
export function textsFor(acceptLanguage: Header) {
  const asked = (acceptLanguage ?? '').split(',').map((entry) => entry.trim().slice(0, 2).toLowerCase());
  const lang = asked.find((one): one is keyof typeof TEXTS => Object.hasOwn(TEXTS, one)) ?? 'en';
  const dir: 'rtl' | 'ltr' = lang === 'ar' ? 'rtl' : 'ltr';
  return { lang, dir, ...TEXTS[lang] };
}
