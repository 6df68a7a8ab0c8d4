import type { SentMessages } from '../messages.ts';

/** Slovak, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Hľadáme vašu platbu',
  sentText: 'Objaví sa tu, hneď ako ju sieť zaznamená. Stránku môžete zavrieť: obchod platbu aj tak dostane.',
  sentCheck: 'Skontrolujte v peňaženke',
  sentAddress: 'Adresa sa končí na {end}',
  sentBack: 'Znova zobraziť platbu',
};
