import type { SentMessages } from '../messages.ts';

/** Portuguese as in Portugal, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Estamos à procura do seu pagamento',
  sentText: 'Aparece aqui assim que a rede o tiver visto. Pode fechar a página: a loja recebe-o na mesma.',
  sentCheck: 'Verifique na sua carteira',
  sentAddress: 'O endereço termina em {end}',
  sentBack: 'Mostrar o pagamento de novo',
};
