import TEXTS from './texts.json' with { type: 'json' };

/**
 * Returns the texts of the shop's pages, in the first supported language of an `Accept-Language` header, or in English.
 */
export function textsFor(acceptLanguage) {
  const asked = (acceptLanguage ?? '').split(',').map((entry) => entry.trim().slice(0, 2).toLowerCase());
  const lang = asked.find((one) => Object.hasOwn(TEXTS, one)) ?? 'en';
  return { lang, dir: lang === 'ar' ? 'rtl' : 'ltr', ...TEXTS[lang] };
}
