import type { SentMessages } from '../messages.ts';

/** Latvian, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Meklējam jūsu maksājumu',
  sentText: 'Tas parādīsies šeit, tiklīdz tīkls to būs redzējis. Lapu varat aizvērt: veikals to tik un tā saņems.',
  sentCheck: 'Pārbaudiet savā makā',
  sentAddress: 'Adrese beidzas ar {end}',
  sentBack: 'Rādīt maksājumu vēlreiz',
};
