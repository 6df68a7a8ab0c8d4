import { messages as ar } from '../i18n/locales/ar.ts';
import { messages as bg } from '../i18n/locales/bg.ts';
import { messages as bn } from '../i18n/locales/bn.ts';
import { messages as ca } from '../i18n/locales/ca.ts';
import { messages as cs } from '../i18n/locales/cs.ts';
import { messages as da } from '../i18n/locales/da.ts';
import { messages as de } from '../i18n/locales/de.ts';
import { messages as el } from '../i18n/locales/el.ts';
import { messages as es } from '../i18n/locales/es.ts';
import { messages as es419 } from '../i18n/locales/es-419.ts';
import { messages as et } from '../i18n/locales/et.ts';
import { messages as eu } from '../i18n/locales/eu.ts';
import { messages as fa } from '../i18n/locales/fa.ts';
import { messages as fi } from '../i18n/locales/fi.ts';
import { messages as fil } from '../i18n/locales/fil.ts';
import { messages as fr } from '../i18n/locales/fr.ts';
import { messages as gl } from '../i18n/locales/gl.ts';
import { messages as he } from '../i18n/locales/he.ts';
import { messages as hi } from '../i18n/locales/hi.ts';
import { messages as hr } from '../i18n/locales/hr.ts';
import { messages as hu } from '../i18n/locales/hu.ts';
import { messages as hy } from '../i18n/locales/hy.ts';
import { messages as id } from '../i18n/locales/id.ts';
import { messages as is } from '../i18n/locales/is.ts';
import { messages as it } from '../i18n/locales/it.ts';
import { messages as ja } from '../i18n/locales/ja.ts';
import { messages as ka } from '../i18n/locales/ka.ts';
import { messages as kk } from '../i18n/locales/kk.ts';
import { messages as ko } from '../i18n/locales/ko.ts';
import { messages as lt } from '../i18n/locales/lt.ts';
import { messages as lv } from '../i18n/locales/lv.ts';
import { messages as mk } from '../i18n/locales/mk.ts';
import { messages as ms } from '../i18n/locales/ms.ts';
import { messages as nb } from '../i18n/locales/nb.ts';
import { messages as nl } from '../i18n/locales/nl.ts';
import { messages as pl } from '../i18n/locales/pl.ts';
import { messages as pt } from '../i18n/locales/pt.ts';
import { messages as ptPT } from '../i18n/locales/pt-PT.ts';
import { messages as ro } from '../i18n/locales/ro.ts';
import { messages as ru } from '../i18n/locales/ru.ts';
import { messages as sk } from '../i18n/locales/sk.ts';
import { messages as sl } from '../i18n/locales/sl.ts';
import { messages as sq } from '../i18n/locales/sq.ts';
import { messages as sr } from '../i18n/locales/sr.ts';
import { messages as sv } from '../i18n/locales/sv.ts';
import { messages as sw } from '../i18n/locales/sw.ts';
import { messages as ta } from '../i18n/locales/ta.ts';
import { messages as te } from '../i18n/locales/te.ts';
import { messages as th } from '../i18n/locales/th.ts';
import { messages as tr } from '../i18n/locales/tr.ts';
import { messages as uk } from '../i18n/locales/uk.ts';
import { messages as ur } from '../i18n/locales/ur.ts';
import { messages as uz } from '../i18n/locales/uz.ts';
import { messages as vi } from '../i18n/locales/vi.ts';
import { messages as zh } from '../i18n/locales/zh.ts';
import { messages as zhHant } from '../i18n/locales/zh-Hant.ts';
import type { Messages } from '../i18n/messages.ts';

/** All languages besides English. A server loads them at once: no page has to wait for the bytes. */
export const ALL_LOCALES: readonly Partial<Messages>[] = [
  ar,
  bg,
  bn,
  ca,
  cs,
  da,
  de,
  el,
  es,
  es419,
  et,
  eu,
  fa,
  fi,
  fil,
  fr,
  gl,
  he,
  hi,
  hr,
  hu,
  hy,
  id,
  is,
  it,
  ja,
  ka,
  kk,
  ko,
  lt,
  lv,
  mk,
  ms,
  nb,
  nl,
  pl,
  pt,
  ptPT,
  ro,
  ru,
  sk,
  sl,
  sq,
  sr,
  sv,
  sw,
  ta,
  te,
  th,
  tr,
  uk,
  ur,
  uz,
  vi,
  zh,
  zhHant,
];
