import type { ActionMessages } from '../messages.ts';

/** Malay. */
export const messages: ActionMessages = {
  close: 'Tutup',
  qrBrightness: 'Sukar diimbas? Tingkatkan kecerahan skrin.',
  orderNumber: 'Nombor pesanan',
  paidAt: 'Masa bayaran',
  paymentStatus: 'Status',
  copyLink: 'Salin pautan bayaran',
  emailLink: 'Hantar pautan melalui e-mel',
};
