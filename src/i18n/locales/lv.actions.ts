import type { ActionMessages } from '../messages.ts';

/** Latvian. */
export const messages: ActionMessages = {
  close: 'Aizvērt',
  qrBrightness: 'Grūti noskenēt? Palieliniet ekrāna spilgtumu.',
  orderNumber: 'Pasūtījuma numurs',
  paidAt: 'Maksājuma laiks',
  paymentStatus: 'Statuss',
  copyLink: 'Kopēt maksājuma saiti',
  emailLink: 'Sūtīt saiti e-pastā',
};
