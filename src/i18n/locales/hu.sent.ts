import type { SentMessages } from '../messages.ts';

/** Hungarian, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Keressük a fizetését',
  sentText: 'Itt jelenik meg, amint a hálózat látta. Bezárhatja az oldalt: az üzlet így is megkapja.',
  sentCheck: 'Ellenőrizze a tárcájában',
  sentAddress: 'A cím vége: {end}',
  sentBack: 'Fizetés megjelenítése újra',
};
