import type { ActionMessages } from '../messages.ts';

/** Hungarian. */
export const messages: ActionMessages = {
  close: 'Bezárás',
  qrBrightness: 'Nehéz beolvasni? Növelje a képernyő fényerejét.',
  orderNumber: 'Rendelésszám',
  paidAt: 'Fizetés időpontja',
  paymentStatus: 'Állapot',
  copyLink: 'Fizetési link másolása',
  emailLink: 'Link küldése e-mailben',
};
