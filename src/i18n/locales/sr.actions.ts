import type { ActionMessages } from '../messages.ts';

/** Serbian in Cyrillic. */
export const messages: ActionMessages = {
  close: 'Затвори',
  qrBrightness: 'Тешко се скенира? Појачајте осветљење екрана.',
  orderNumber: 'Број поруџбине',
  paidAt: 'Време плаћања',
  paymentStatus: 'Статус',
  copyLink: 'Копирај везу за плаћање',
  emailLink: 'Пошаљи везу имејлом',
};
