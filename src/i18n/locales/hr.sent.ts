import type { SentMessages } from '../messages.ts';

/** Croatian, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Tražimo vaše plaćanje',
  sentText: 'Pojavit će se ovdje čim ga mreža vidi. Možete zatvoriti stranicu: trgovina će ga ipak primiti.',
  sentCheck: 'Provjerite u novčaniku',
  sentAddress: 'Adresa završava na {end}',
  sentBack: 'Ponovno prikaži plaćanje',
};
