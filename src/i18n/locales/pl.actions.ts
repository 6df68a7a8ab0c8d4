import type { ActionMessages } from '../messages.ts';

/** Polish. */
export const messages: ActionMessages = {
  close: 'Zamknij',
  qrBrightness: 'Trudno zeskanować? Zwiększ jasność ekranu.',
  orderNumber: 'Numer zamówienia',
  paidAt: 'Czas płatności',
  paymentStatus: 'Status',
  copyLink: 'Kopiuj link do płatności',
  emailLink: 'Wyślij link e-mailem',
};
