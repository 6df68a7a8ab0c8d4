import { keepMessages, loaded } from './load-messages.ts';
import type { Locales } from './locales.ts';

/**
 * The secondary messages of the languages in `LOCALES`. They are a separate table because the first view does not need
 * them and a page in English does not load them.
 */
export const SECONDARY_LOCALES: Locales = {
  ar: () => import('./locales/ar.secondary.ts'),
  bg: () => import('./locales/bg.secondary.ts'),
  bn: () => import('./locales/bn.secondary.ts'),
  ca: () => import('./locales/ca.secondary.ts'),
  cs: () => import('./locales/cs.secondary.ts'),
  da: () => import('./locales/da.secondary.ts'),
  de: () => import('./locales/de.secondary.ts'),
  el: () => import('./locales/el.secondary.ts'),
  es: () => import('./locales/es.secondary.ts'),
  et: () => import('./locales/et.secondary.ts'),
  eu: () => import('./locales/eu.secondary.ts'),
  fa: () => import('./locales/fa.secondary.ts'),
  fi: () => import('./locales/fi.secondary.ts'),
  fil: () => import('./locales/fil.secondary.ts'),
  fr: () => import('./locales/fr.secondary.ts'),
  gl: () => import('./locales/gl.secondary.ts'),
  he: () => import('./locales/he.secondary.ts'),
  hi: () => import('./locales/hi.secondary.ts'),
  hr: () => import('./locales/hr.secondary.ts'),
  hu: () => import('./locales/hu.secondary.ts'),
  hy: () => import('./locales/hy.secondary.ts'),
  id: () => import('./locales/id.secondary.ts'),
  is: () => import('./locales/is.secondary.ts'),
  it: () => import('./locales/it.secondary.ts'),
  ja: () => import('./locales/ja.secondary.ts'),
  ka: () => import('./locales/ka.secondary.ts'),
  kk: () => import('./locales/kk.secondary.ts'),
  ko: () => import('./locales/ko.secondary.ts'),
  lt: () => import('./locales/lt.secondary.ts'),
  lv: () => import('./locales/lv.secondary.ts'),
  mk: () => import('./locales/mk.secondary.ts'),
  ms: () => import('./locales/ms.secondary.ts'),
  nb: () => import('./locales/nb.secondary.ts'),
  nl: () => import('./locales/nl.secondary.ts'),
  pl: () => import('./locales/pl.secondary.ts'),
  pt: () => import('./locales/pt.secondary.ts'),
  'pt-PT': () => import('./locales/pt-PT.secondary.ts'),
  ro: () => import('./locales/ro.secondary.ts'),
  ru: () => import('./locales/ru.secondary.ts'),
  sk: () => import('./locales/sk.secondary.ts'),
  sl: () => import('./locales/sl.secondary.ts'),
  sq: () => import('./locales/sq.secondary.ts'),
  sr: () => import('./locales/sr.secondary.ts'),
  sv: () => import('./locales/sv.secondary.ts'),
  sw: () => import('./locales/sw.secondary.ts'),
  ta: () => import('./locales/ta.secondary.ts'),
  te: () => import('./locales/te.secondary.ts'),
  th: () => import('./locales/th.secondary.ts'),
  tr: () => import('./locales/tr.secondary.ts'),
  uk: () => import('./locales/uk.secondary.ts'),
  ur: () => import('./locales/ur.secondary.ts'),
  uz: () => import('./locales/uz.secondary.ts'),
  vi: () => import('./locales/vi.secondary.ts'),
  zh: () => import('./locales/zh.secondary.ts'),
  'zh-Hant': () => import('./locales/zh-Hant.secondary.ts'),
};

/** Loads the secondary messages of a locale. */
export async function loadLaterMessages(name: string): Promise<void> {
  const load = SECONDARY_LOCALES[name];
  if (load) keepMessages((await load()).messages, name, loaded);
}
