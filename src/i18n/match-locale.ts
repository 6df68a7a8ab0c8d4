import { Cache } from './cache.ts';

/** Languages that use the messages of another one. Readers of both written forms of Norwegian understand Bokmål. */
const SERVED_BY: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' };

/** The locales that are used in several regions, by their language (CLDR: the parent of the locales of these regions). */
const PARENTS: Readonly<Record<string, readonly [locale: string, regions: string]>> = {
  es: ['es-419', 'AR BO BR BZ CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV US UY VE'],
  pt: ['pt-PT', 'AO CH CV FR GQ GW LU MO MZ ST TL'],
};

const names = new Cache<readonly string[]>();

/**
 * The locale names to look for, nearest first: `zh-TW` gives `zh-TW`, `zh-Hant` and `zh`; `es-MX` gives `es-MX`, `es-419` and
 * `es`. Empty when the text is not a
 * language tag (BCP 47).
 */
export function namesFor(tag: string): readonly string[] {
  return names.get(tag, () => findNames(tag));
}

function findNames(tag: string): readonly string[] {
  // The most frequent language tags, without the cost of `Intl`.
  if (tag === 'en') return ['en', 'en-Latn-US', 'en-US', 'en-Latn'];
  if (tag === 'en-US') return ['en-US', 'en-Latn-US', 'en-Latn', 'en'];
  try {
    const { baseName, language, script, region } = new Intl.Locale(tag).maximize();
    const served = SERVED_BY[language] ?? language;
    const [parent, regions] = PARENTS[language] ?? ['', ''];
    const wider = region && regions.includes(region) ? [parent] : [];
    const found = [tag, new Intl.Locale(tag).baseName, baseName, `${served}-${region}`, ...wider];
    return [...new Set([...found, `${served}-${script}`, served])];
  } catch {
    return [];
  }
}

const locales = new Cache<string>();

/**
 * A locale that `Intl` accepts; English for other text. Some pages write `de_DE`, and WebKit without a locale reports
 * `C`.
 */
export const intlLocale = (lang: string): string => locales.get(lang, () => canonicalLocale(lang));

function canonicalLocale(lang: string): string {
  try {
    return Intl.getCanonicalLocales(lang.replaceAll('_', '-'))[0]!;
  } catch {
    return 'en';
  }
}
