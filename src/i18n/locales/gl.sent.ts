import type { SentMessages } from '../messages.ts';

/** Galician, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Buscamos o seu pagamento',
  sentText: 'Aparecerá aquí cando a rede o vexa. Pode pechar a páxina: a tenda recibirao igualmente.',
  sentCheck: 'Comprobe na súa carteira',
  sentAddress: 'O enderezo remata en {end}',
  sentBack: 'Mostrar o pagamento de novo',
};
