import type { SentMessages } from '../messages.ts';

/** Slovenian, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Iščemo vaše plačilo',
  sentText: 'Prikaže se tu, ko ga omrežje zazna. Stran lahko zaprete: trgovina bo plačilo vseeno prejela.',
  sentCheck: 'Preverite v denarnici',
  sentAddress: 'Naslov se konča z {end}',
  sentBack: 'Znova prikaži plačilo',
};
