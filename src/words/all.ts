import { words as ar } from './locales/ar.ts';
import { words as arMore } from './locales/ar.more.ts';
import { words as bg } from './locales/bg.ts';
import { words as bgMore } from './locales/bg.more.ts';
import { words as bn } from './locales/bn.ts';
import { words as bnMore } from './locales/bn.more.ts';
import { words as ca } from './locales/ca.ts';
import { words as caMore } from './locales/ca.more.ts';
import { words as cs } from './locales/cs.ts';
import { words as csMore } from './locales/cs.more.ts';
import { words as da } from './locales/da.ts';
import { words as daMore } from './locales/da.more.ts';
import { words as de } from './locales/de.ts';
import { words as deMore } from './locales/de.more.ts';
import { words as el } from './locales/el.ts';
import { words as elMore } from './locales/el.more.ts';
import { words as es } from './locales/es.ts';
import { words as esMore } from './locales/es.more.ts';
import { words as et } from './locales/et.ts';
import { words as etMore } from './locales/et.more.ts';
import { words as eu } from './locales/eu.ts';
import { words as euMore } from './locales/eu.more.ts';
import { words as fa } from './locales/fa.ts';
import { words as faMore } from './locales/fa.more.ts';
import { words as fi } from './locales/fi.ts';
import { words as fiMore } from './locales/fi.more.ts';
import { words as fil } from './locales/fil.ts';
import { words as filMore } from './locales/fil.more.ts';
import { words as fr } from './locales/fr.ts';
import { words as frMore } from './locales/fr.more.ts';
import { words as gl } from './locales/gl.ts';
import { words as glMore } from './locales/gl.more.ts';
import { words as he } from './locales/he.ts';
import { words as heMore } from './locales/he.more.ts';
import { words as hi } from './locales/hi.ts';
import { words as hiMore } from './locales/hi.more.ts';
import { words as hr } from './locales/hr.ts';
import { words as hrMore } from './locales/hr.more.ts';
import { words as hu } from './locales/hu.ts';
import { words as huMore } from './locales/hu.more.ts';
import { words as hy } from './locales/hy.ts';
import { words as hyMore } from './locales/hy.more.ts';
import { words as id } from './locales/id.ts';
import { words as idMore } from './locales/id.more.ts';
import { words as is } from './locales/is.ts';
import { words as isMore } from './locales/is.more.ts';
import { words as it } from './locales/it.ts';
import { words as itMore } from './locales/it.more.ts';
import { words as ja } from './locales/ja.ts';
import { words as jaMore } from './locales/ja.more.ts';
import { words as ka } from './locales/ka.ts';
import { words as kaMore } from './locales/ka.more.ts';
import { words as kk } from './locales/kk.ts';
import { words as kkMore } from './locales/kk.more.ts';
import { words as ko } from './locales/ko.ts';
import { words as koMore } from './locales/ko.more.ts';
import { words as lt } from './locales/lt.ts';
import { words as ltMore } from './locales/lt.more.ts';
import { words as lv } from './locales/lv.ts';
import { words as lvMore } from './locales/lv.more.ts';
import { words as mk } from './locales/mk.ts';
import { words as mkMore } from './locales/mk.more.ts';
import { words as ms } from './locales/ms.ts';
import { words as msMore } from './locales/ms.more.ts';
import { words as nb } from './locales/nb.ts';
import { words as nbMore } from './locales/nb.more.ts';
import { words as nl } from './locales/nl.ts';
import { words as nlMore } from './locales/nl.more.ts';
import { words as pl } from './locales/pl.ts';
import { words as plMore } from './locales/pl.more.ts';
import { words as pt } from './locales/pt.ts';
import { words as ptMore } from './locales/pt.more.ts';
import { words as ptPT } from './locales/pt-PT.ts';
import { words as ptPTMore } from './locales/pt-PT.more.ts';
import { words as ro } from './locales/ro.ts';
import { words as roMore } from './locales/ro.more.ts';
import { words as ru } from './locales/ru.ts';
import { words as ruMore } from './locales/ru.more.ts';
import { words as sk } from './locales/sk.ts';
import { words as skMore } from './locales/sk.more.ts';
import { words as sl } from './locales/sl.ts';
import { words as slMore } from './locales/sl.more.ts';
import { words as sq } from './locales/sq.ts';
import { words as sqMore } from './locales/sq.more.ts';
import { words as sr } from './locales/sr.ts';
import { words as srMore } from './locales/sr.more.ts';
import { words as sv } from './locales/sv.ts';
import { words as svMore } from './locales/sv.more.ts';
import { words as sw } from './locales/sw.ts';
import { words as swMore } from './locales/sw.more.ts';
import { words as ta } from './locales/ta.ts';
import { words as taMore } from './locales/ta.more.ts';
import { words as te } from './locales/te.ts';
import { words as teMore } from './locales/te.more.ts';
import { words as th } from './locales/th.ts';
import { words as thMore } from './locales/th.more.ts';
import { words as tr } from './locales/tr.ts';
import { words as trMore } from './locales/tr.more.ts';
import { words as uk } from './locales/uk.ts';
import { words as ukMore } from './locales/uk.more.ts';
import { words as ur } from './locales/ur.ts';
import { words as urMore } from './locales/ur.more.ts';
import { words as uz } from './locales/uz.ts';
import { words as uzMore } from './locales/uz.more.ts';
import { words as vi } from './locales/vi.ts';
import { words as viMore } from './locales/vi.more.ts';
import { words as zh } from './locales/zh.ts';
import { words as zhMore } from './locales/zh.more.ts';
import { words as zhHant } from './locales/zh-Hant.ts';
import { words as zhHantMore } from './locales/zh-Hant.more.ts';
import type { Words } from './words.ts';

/** Every language at once, for a server: it has no page that waits for bytes, and answers in one go. */
export const allWords: readonly Words[] = [
  { ...ar, ...arMore },
  { ...bg, ...bgMore },
  { ...bn, ...bnMore },
  { ...ca, ...caMore },
  { ...cs, ...csMore },
  { ...da, ...daMore },
  { ...de, ...deMore },
  { ...el, ...elMore },
  { ...es, ...esMore },
  { ...et, ...etMore },
  { ...eu, ...euMore },
  { ...fa, ...faMore },
  { ...fi, ...fiMore },
  { ...fil, ...filMore },
  { ...fr, ...frMore },
  { ...gl, ...glMore },
  { ...he, ...heMore },
  { ...hi, ...hiMore },
  { ...hr, ...hrMore },
  { ...hu, ...huMore },
  { ...hy, ...hyMore },
  { ...id, ...idMore },
  { ...is, ...isMore },
  { ...it, ...itMore },
  { ...ja, ...jaMore },
  { ...ka, ...kaMore },
  { ...kk, ...kkMore },
  { ...ko, ...koMore },
  { ...lt, ...ltMore },
  { ...lv, ...lvMore },
  { ...mk, ...mkMore },
  { ...ms, ...msMore },
  { ...nb, ...nbMore },
  { ...nl, ...nlMore },
  { ...pl, ...plMore },
  { ...pt, ...ptMore },
  { ...ptPT, ...ptPTMore },
  { ...ro, ...roMore },
  { ...ru, ...ruMore },
  { ...sk, ...skMore },
  { ...sl, ...slMore },
  { ...sq, ...sqMore },
  { ...sr, ...srMore },
  { ...sv, ...svMore },
  { ...sw, ...swMore },
  { ...ta, ...taMore },
  { ...te, ...teMore },
  { ...th, ...thMore },
  { ...tr, ...trMore },
  { ...uk, ...ukMore },
  { ...ur, ...urMore },
  { ...uz, ...uzMore },
  { ...vi, ...viMore },
  { ...zh, ...zhMore },
  { ...zhHant, ...zhHantMore },
];
