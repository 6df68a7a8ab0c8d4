import type { SentMessages } from '../messages.ts';

/** Catalan, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Busquem el vostre pagament',
  sentText: 'Apareixerà aquí quan la xarxa l’hagi vist. Podeu tancar la pàgina: la botiga el rebrà igualment.',
  sentCheck: 'Comproveu a la cartera',
  sentAddress: 'L’adreça acaba en {end}',
  sentBack: 'Mostra el pagament',
};
