import type { SentMessages } from '../messages.ts';

/** Romanian, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Căutăm plata dvs.',
  sentText: 'Apare aici imediat ce rețeaua o vede. Puteți închide pagina: magazinul o primește oricum.',
  sentCheck: 'Verificați în portofel',
  sentAddress: 'Adresa se termină în {end}',
  sentBack: 'Afișați din nou plata',
};
