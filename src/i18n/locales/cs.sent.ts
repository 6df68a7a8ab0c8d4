import type { SentMessages } from '../messages.ts';

/** Czech, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Hledáme vaši platbu',
  sentText: 'Objeví se zde, jakmile ji síť zaznamená. Stránku můžete zavřít: obchod platbu přesto dostane.',
  sentCheck: 'Zkontrolujte v peněžence',
  sentAddress: 'Adresa končí na {end}',
  sentBack: 'Znovu zobrazit platbu',
};
