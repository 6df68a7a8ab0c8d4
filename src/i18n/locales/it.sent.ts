import type { SentMessages } from '../messages.ts';

/** Italian, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Cerchiamo il Suo pagamento',
  sentText: 'Comparirà qui quando la rete lo avrà visto. Può chiudere la pagina: il negozio lo riceverà comunque.',
  sentCheck: 'Controlli nel Suo wallet',
  sentAddress: 'L’indirizzo termina con {end}',
  sentBack: 'Mostra di nuovo il pagamento',
};
