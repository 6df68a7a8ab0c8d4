import type { SentMessages } from '../messages.ts';

/** Uzbek in Latin letters, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Toʻlovingizni qidiryapmiz',
  sentText:
    'Tarmoq koʻrishi bilan u shu yerda paydo boʻladi. Sahifani yopishingiz mumkin: doʻkon toʻlovni baribir oladi.',
  sentCheck: 'Hamyoningizda tekshiring',
  sentAddress: 'Manzil oxiri: {end}',
  sentBack: 'Toʻlovni qayta koʻrsatish',
};
