import type { Messages } from './messages.ts';

export type LoadLocale = () => Promise<{ readonly messages: Partial<Messages> }>;

/** The function that loads each locale, by the name of the locale. */
export type Locales = Readonly<Record<string, LoadLocale | undefined>>;

/**
 * The languages besides English. Each is loaded when a page needs it. `pt` is Brazilian Portuguese, `sr` is Serbian in
 * Cyrillic script, and `zh` is Chinese in simplified characters. The script-tag build has `localeFiles()` in place of this
 * module, and a server has `src/html/locales.ts`.
 */
export const LOCALES: Locales = {
  ar: () => import('./locales/ar.ts'),
  bg: () => import('./locales/bg.ts'),
  bn: () => import('./locales/bn.ts'),
  ca: () => import('./locales/ca.ts'),
  cs: () => import('./locales/cs.ts'),
  da: () => import('./locales/da.ts'),
  de: () => import('./locales/de.ts'),
  el: () => import('./locales/el.ts'),
  es: () => import('./locales/es.ts'),
  'es-419': () => import('./locales/es-419.ts'),
  et: () => import('./locales/et.ts'),
  eu: () => import('./locales/eu.ts'),
  fa: () => import('./locales/fa.ts'),
  fi: () => import('./locales/fi.ts'),
  fil: () => import('./locales/fil.ts'),
  fr: () => import('./locales/fr.ts'),
  gl: () => import('./locales/gl.ts'),
  he: () => import('./locales/he.ts'),
  hi: () => import('./locales/hi.ts'),
  hr: () => import('./locales/hr.ts'),
  hu: () => import('./locales/hu.ts'),
  hy: () => import('./locales/hy.ts'),
  id: () => import('./locales/id.ts'),
  is: () => import('./locales/is.ts'),
  it: () => import('./locales/it.ts'),
  ja: () => import('./locales/ja.ts'),
  ka: () => import('./locales/ka.ts'),
  kk: () => import('./locales/kk.ts'),
  ko: () => import('./locales/ko.ts'),
  lt: () => import('./locales/lt.ts'),
  lv: () => import('./locales/lv.ts'),
  mk: () => import('./locales/mk.ts'),
  ms: () => import('./locales/ms.ts'),
  nb: () => import('./locales/nb.ts'),
  nl: () => import('./locales/nl.ts'),
  pl: () => import('./locales/pl.ts'),
  pt: () => import('./locales/pt.ts'),
  'pt-PT': () => import('./locales/pt-PT.ts'),
  ro: () => import('./locales/ro.ts'),
  ru: () => import('./locales/ru.ts'),
  sk: () => import('./locales/sk.ts'),
  sl: () => import('./locales/sl.ts'),
  sq: () => import('./locales/sq.ts'),
  sr: () => import('./locales/sr.ts'),
  sv: () => import('./locales/sv.ts'),
  sw: () => import('./locales/sw.ts'),
  ta: () => import('./locales/ta.ts'),
  te: () => import('./locales/te.ts'),
  th: () => import('./locales/th.ts'),
  tr: () => import('./locales/tr.ts'),
  uk: () => import('./locales/uk.ts'),
  ur: () => import('./locales/ur.ts'),
  uz: () => import('./locales/uz.ts'),
  vi: () => import('./locales/vi.ts'),
  zh: () => import('./locales/zh.ts'),
  'zh-Hant': () => import('./locales/zh-Hant.ts'),
};
