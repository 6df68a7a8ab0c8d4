import type { ActionMessages } from '../messages.ts';

/** Italian. */
export const messages: ActionMessages = {
  close: 'Chiudi',
  qrBrightness: 'Difficile da scansionare? Aumenti la luminosità dello schermo.',
  orderNumber: "Numero d'ordine",
  paidAt: 'Ora del pagamento',
  paymentStatus: 'Stato',
  copyLink: 'Copia link di pagamento',
  emailLink: 'Invia link per e-mail',
};
