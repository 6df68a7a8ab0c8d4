import type { SentMessages } from '../messages.ts';

/** Danish, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Vi leder efter din betaling',
  sentText: 'Den vises her, når netværket har set den. Du kan lukke siden: butikken modtager stadig betalingen.',
  sentCheck: 'Kontrollér i din wallet',
  sentAddress: 'Adressen ender på {end}',
  sentBack: 'Vis betalingen igen',
};
