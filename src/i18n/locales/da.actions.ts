import type { ActionMessages } from '../messages.ts';

/** Danish. */
export const messages: ActionMessages = {
  close: 'Luk',
  qrBrightness: 'Svær at scanne? Skru op for skærmens lysstyrke.',
  orderNumber: 'Ordrenummer',
  paidAt: 'Betalingstidspunkt',
  paymentStatus: 'Status',
  copyLink: 'Kopiér betalingslink',
  emailLink: 'Send link via e-mail',
};
