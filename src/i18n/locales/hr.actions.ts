import type { ActionMessages } from '../messages.ts';

/** Croatian. */
export const messages: ActionMessages = {
  close: 'Zatvori',
  qrBrightness: 'Teško se skenira? Pojačajte svjetlinu zaslona.',
  orderNumber: 'Broj narudžbe',
  paidAt: 'Vrijeme plaćanja',
  paymentStatus: 'Status',
  copyLink: 'Kopiraj poveznicu za plaćanje',
  emailLink: 'Pošalji poveznicu e-poštom',
};
