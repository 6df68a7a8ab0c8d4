import type { ActionMessages } from '../messages.ts';

/** Filipino. */
export const messages: ActionMessages = {
  close: 'Isara',
  qrBrightness: 'Hirap i-scan? Taasan ang liwanag ng screen.',
  orderNumber: 'Numero ng order',
  paidAt: 'Oras ng pagbabayad',
  paymentStatus: 'Katayuan',
  copyLink: 'Kopyahin ang link ng bayad',
  emailLink: 'Ipadala ang link sa email',
};
