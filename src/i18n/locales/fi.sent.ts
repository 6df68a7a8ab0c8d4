import type { SentMessages } from '../messages.ts';

/** Finnish, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Etsimme maksuasi',
  sentText: 'Se näkyy tässä, kun verkko on nähnyt sen. Voit sulkea sivun: kauppa saa maksun silti.',
  sentCheck: 'Tarkista lompakostasi',
  sentAddress: 'Osoitteen loppu on {end}',
  sentBack: 'Näytä maksu uudelleen',
};
