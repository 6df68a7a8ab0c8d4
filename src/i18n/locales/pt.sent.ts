import type { SentMessages } from '../messages.ts';

/** Portuguese as in Brazil, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Estamos procurando seu pagamento',
  sentText: 'Ele aparece aqui assim que a rede o vir. Você pode fechar a página: a loja o recebe mesmo assim.',
  sentCheck: 'Confira na sua carteira',
  sentAddress: 'O endereço termina em {end}',
  sentBack: 'Mostrar o pagamento de novo',
};
