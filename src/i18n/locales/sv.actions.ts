import type { ActionMessages } from '../messages.ts';

/** Swedish. */
export const messages: ActionMessages = {
  close: 'Stäng',
  qrBrightness: 'Svårt att skanna? Öka skärmens ljusstyrka.',
  orderNumber: 'Beställningsnummer',
  paidAt: 'Betalningstidpunkt',
  paymentStatus: 'Status',
  copyLink: 'Kopiera betalningslänk',
  emailLink: 'Skicka länk via e-post',
};
