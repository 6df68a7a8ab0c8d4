import type { ActionMessages } from '../messages.ts';

/** Dutch. */
export const messages: ActionMessages = {
  close: 'Sluiten',
  qrBrightness: 'Lukt scannen niet? Zet het scherm helderder.',
  orderNumber: 'Bestelnummer',
  paidAt: 'Tijd van betaling',
  paymentStatus: 'Status',
  copyLink: 'Betaallink kopiëren',
  emailLink: 'Link per e-mail sturen',
};
