import type { SentMessages } from '../messages.ts';

/** Icelandic, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Við leitum að greiðslunni þinni',
  sentText: 'Hún birtist hér þegar netið hefur séð hana. Þú mátt loka síðunni: verslunin fær hana samt.',
  sentCheck: 'Athugaðu í veskinu þínu',
  sentAddress: 'Vistfangið endar á {end}',
  sentBack: 'Sýna greiðsluna aftur',
};
