import type { ActionMessages } from '../messages.ts';

/** Romanian. */
export const messages: ActionMessages = {
  close: 'Închideți',
  qrBrightness: 'Se scanează greu? Măriți luminozitatea ecranului.',
  orderNumber: 'Numărul comenzii',
  paidAt: 'Ora plății',
  paymentStatus: 'Stare',
  copyLink: 'Copiați linkul plății',
  emailLink: 'Trimiteți linkul prin e-mail',
};
