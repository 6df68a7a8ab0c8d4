import type { ActionMessages } from '../messages.ts';

/** Estonian. */
export const messages: ActionMessages = {
  close: 'Sulge',
  qrBrightness: 'Raske skannida? Suurendage ekraani heledust.',
  orderNumber: 'Tellimuse number',
  paidAt: 'Makse aeg',
  paymentStatus: 'Olek',
  copyLink: 'Kopeeri makse link',
  emailLink: 'Saada link e-postiga',
};
