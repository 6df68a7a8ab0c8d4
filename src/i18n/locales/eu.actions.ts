import type { ActionMessages } from '../messages.ts';

/** Basque. */
export const messages: ActionMessages = {
  close: 'Itxi',
  qrBrightness: 'Zaila da eskaneatzea? Igo pantailaren distira.',
  orderNumber: 'Eskaera-zenbakia',
  paidAt: 'Ordainketaren ordua',
  paymentStatus: 'Egoera',
  copyLink: 'Kopiatu ordainketa-esteka',
  emailLink: 'Bidali esteka posta elektronikoz',
};
