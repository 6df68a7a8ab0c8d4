import type { ActionMessages } from '../messages.ts';

/** Slovenian. */
export const messages: ActionMessages = {
  close: 'Zapri',
  qrBrightness: 'Težko skenirate? Povečajte svetlost zaslona.',
  orderNumber: 'Številka naročila',
  paidAt: 'Čas plačila',
  paymentStatus: 'Stanje',
  copyLink: 'Kopiraj povezavo za plačilo',
  emailLink: 'Pošlji povezavo po e-pošti',
};
