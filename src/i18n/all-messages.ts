import { messages as arSecondary } from './locales/ar.secondary.ts';
import { messages as ar } from './locales/ar.ts';
import { messages as bgSecondary } from './locales/bg.secondary.ts';
import { messages as bg } from './locales/bg.ts';
import { messages as bnSecondary } from './locales/bn.secondary.ts';
import { messages as bn } from './locales/bn.ts';
import { messages as caSecondary } from './locales/ca.secondary.ts';
import { messages as ca } from './locales/ca.ts';
import { messages as csSecondary } from './locales/cs.secondary.ts';
import { messages as cs } from './locales/cs.ts';
import { messages as daSecondary } from './locales/da.secondary.ts';
import { messages as da } from './locales/da.ts';
import { messages as deSecondary } from './locales/de.secondary.ts';
import { messages as de } from './locales/de.ts';
import { messages as elSecondary } from './locales/el.secondary.ts';
import { messages as el } from './locales/el.ts';
import { messages as esSecondary } from './locales/es.secondary.ts';
import { messages as es } from './locales/es.ts';
import { messages as etSecondary } from './locales/et.secondary.ts';
import { messages as et } from './locales/et.ts';
import { messages as euSecondary } from './locales/eu.secondary.ts';
import { messages as eu } from './locales/eu.ts';
import { messages as faSecondary } from './locales/fa.secondary.ts';
import { messages as fa } from './locales/fa.ts';
import { messages as fiSecondary } from './locales/fi.secondary.ts';
import { messages as fi } from './locales/fi.ts';
import { messages as filSecondary } from './locales/fil.secondary.ts';
import { messages as fil } from './locales/fil.ts';
import { messages as frSecondary } from './locales/fr.secondary.ts';
import { messages as fr } from './locales/fr.ts';
import { messages as glSecondary } from './locales/gl.secondary.ts';
import { messages as gl } from './locales/gl.ts';
import { messages as heSecondary } from './locales/he.secondary.ts';
import { messages as he } from './locales/he.ts';
import { messages as hiSecondary } from './locales/hi.secondary.ts';
import { messages as hi } from './locales/hi.ts';
import { messages as hrSecondary } from './locales/hr.secondary.ts';
import { messages as hr } from './locales/hr.ts';
import { messages as huSecondary } from './locales/hu.secondary.ts';
import { messages as hu } from './locales/hu.ts';
import { messages as hySecondary } from './locales/hy.secondary.ts';
import { messages as hy } from './locales/hy.ts';
import { messages as idSecondary } from './locales/id.secondary.ts';
import { messages as id } from './locales/id.ts';
import { messages as isSecondary } from './locales/is.secondary.ts';
import { messages as is } from './locales/is.ts';
import { messages as itSecondary } from './locales/it.secondary.ts';
import { messages as it } from './locales/it.ts';
import { messages as jaSecondary } from './locales/ja.secondary.ts';
import { messages as ja } from './locales/ja.ts';
import { messages as kaSecondary } from './locales/ka.secondary.ts';
import { messages as ka } from './locales/ka.ts';
import { messages as kkSecondary } from './locales/kk.secondary.ts';
import { messages as kk } from './locales/kk.ts';
import { messages as koSecondary } from './locales/ko.secondary.ts';
import { messages as ko } from './locales/ko.ts';
import { messages as ltSecondary } from './locales/lt.secondary.ts';
import { messages as lt } from './locales/lt.ts';
import { messages as lvSecondary } from './locales/lv.secondary.ts';
import { messages as lv } from './locales/lv.ts';
import { messages as mkSecondary } from './locales/mk.secondary.ts';
import { messages as mk } from './locales/mk.ts';
import { messages as msSecondary } from './locales/ms.secondary.ts';
import { messages as ms } from './locales/ms.ts';
import { messages as nbSecondary } from './locales/nb.secondary.ts';
import { messages as nb } from './locales/nb.ts';
import { messages as nlSecondary } from './locales/nl.secondary.ts';
import { messages as nl } from './locales/nl.ts';
import { messages as plSecondary } from './locales/pl.secondary.ts';
import { messages as pl } from './locales/pl.ts';
import { messages as ptSecondary } from './locales/pt.secondary.ts';
import { messages as pt } from './locales/pt.ts';
import { messages as ptPTSecondary } from './locales/pt-PT.secondary.ts';
import { messages as ptPT } from './locales/pt-PT.ts';
import { messages as roSecondary } from './locales/ro.secondary.ts';
import { messages as ro } from './locales/ro.ts';
import { messages as ruSecondary } from './locales/ru.secondary.ts';
import { messages as ru } from './locales/ru.ts';
import { messages as skSecondary } from './locales/sk.secondary.ts';
import { messages as sk } from './locales/sk.ts';
import { messages as slSecondary } from './locales/sl.secondary.ts';
import { messages as sl } from './locales/sl.ts';
import { messages as sqSecondary } from './locales/sq.secondary.ts';
import { messages as sq } from './locales/sq.ts';
import { messages as srSecondary } from './locales/sr.secondary.ts';
import { messages as sr } from './locales/sr.ts';
import { messages as svSecondary } from './locales/sv.secondary.ts';
import { messages as sv } from './locales/sv.ts';
import { messages as swSecondary } from './locales/sw.secondary.ts';
import { messages as sw } from './locales/sw.ts';
import { messages as taSecondary } from './locales/ta.secondary.ts';
import { messages as ta } from './locales/ta.ts';
import { messages as teSecondary } from './locales/te.secondary.ts';
import { messages as te } from './locales/te.ts';
import { messages as thSecondary } from './locales/th.secondary.ts';
import { messages as th } from './locales/th.ts';
import { messages as trSecondary } from './locales/tr.secondary.ts';
import { messages as tr } from './locales/tr.ts';
import { messages as ukSecondary } from './locales/uk.secondary.ts';
import { messages as uk } from './locales/uk.ts';
import { messages as urSecondary } from './locales/ur.secondary.ts';
import { messages as ur } from './locales/ur.ts';
import { messages as uzSecondary } from './locales/uz.secondary.ts';
import { messages as uz } from './locales/uz.ts';
import { messages as viSecondary } from './locales/vi.secondary.ts';
import { messages as vi } from './locales/vi.ts';
import { messages as zhSecondary } from './locales/zh.secondary.ts';
import { messages as zh } from './locales/zh.ts';
import { messages as zhHantSecondary } from './locales/zh-Hant.secondary.ts';
import { messages as zhHant } from './locales/zh-Hant.ts';
import type { PrimaryMessages, SecondaryMessages } from './messages.ts';

/** All messages of a payment in all languages. A server loads them at once: no page has to wait for the bytes. */
export const allMessages: readonly (PrimaryMessages & SecondaryMessages)[] = [
  { ...ar, ...arSecondary },
  { ...bg, ...bgSecondary },
  { ...bn, ...bnSecondary },
  { ...ca, ...caSecondary },
  { ...cs, ...csSecondary },
  { ...da, ...daSecondary },
  { ...de, ...deSecondary },
  { ...el, ...elSecondary },
  { ...es, ...esSecondary },
  { ...et, ...etSecondary },
  { ...eu, ...euSecondary },
  { ...fa, ...faSecondary },
  { ...fi, ...fiSecondary },
  { ...fil, ...filSecondary },
  { ...fr, ...frSecondary },
  { ...gl, ...glSecondary },
  { ...he, ...heSecondary },
  { ...hi, ...hiSecondary },
  { ...hr, ...hrSecondary },
  { ...hu, ...huSecondary },
  { ...hy, ...hySecondary },
  { ...id, ...idSecondary },
  { ...is, ...isSecondary },
  { ...it, ...itSecondary },
  { ...ja, ...jaSecondary },
  { ...ka, ...kaSecondary },
  { ...kk, ...kkSecondary },
  { ...ko, ...koSecondary },
  { ...lt, ...ltSecondary },
  { ...lv, ...lvSecondary },
  { ...mk, ...mkSecondary },
  { ...ms, ...msSecondary },
  { ...nb, ...nbSecondary },
  { ...nl, ...nlSecondary },
  { ...pl, ...plSecondary },
  { ...pt, ...ptSecondary },
  { ...ptPT, ...ptPTSecondary },
  { ...ro, ...roSecondary },
  { ...ru, ...ruSecondary },
  { ...sk, ...skSecondary },
  { ...sl, ...slSecondary },
  { ...sq, ...sqSecondary },
  { ...sr, ...srSecondary },
  { ...sv, ...svSecondary },
  { ...sw, ...swSecondary },
  { ...ta, ...taSecondary },
  { ...te, ...teSecondary },
  { ...th, ...thSecondary },
  { ...tr, ...trSecondary },
  { ...uk, ...ukSecondary },
  { ...ur, ...urSecondary },
  { ...uz, ...uzSecondary },
  { ...vi, ...viSecondary },
  { ...zh, ...zhSecondary },
  { ...zhHant, ...zhHantSecondary },
];
