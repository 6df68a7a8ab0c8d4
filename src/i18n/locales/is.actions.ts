import type { ActionMessages } from '../messages.ts';

/** Icelandic. */
export const messages: ActionMessages = {
  close: 'Loka',
  qrBrightness: 'Erfitt að skanna? Auktu birtu skjásins.',
  orderNumber: 'Pöntunarnúmer',
  paidAt: 'Greiðslutími',
  paymentStatus: 'Staða',
  copyLink: 'Afrita greiðsluhlekk',
  emailLink: 'Senda hlekk í tölvupósti',
};
