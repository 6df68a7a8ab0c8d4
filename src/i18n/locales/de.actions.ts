import type { ActionMessages } from '../messages.ts';

/** German. */
export const messages: ActionMessages = {
  close: 'Schließen',
  qrBrightness: 'Schlecht zu scannen? Stellen Sie den Bildschirm heller.',
  orderNumber: 'Bestellnummer',
  paidAt: 'Zeitpunkt der Zahlung',
  paymentStatus: 'Status',
  copyLink: 'Link zur Zahlung kopieren',
  emailLink: 'Link per E-Mail senden',
};
