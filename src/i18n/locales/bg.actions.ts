import type { ActionMessages } from '../messages.ts';

/** Bulgarian. */
export const messages: ActionMessages = {
  close: 'Затваряне',
  qrBrightness: 'Трудно се сканира? Увеличете яркостта на екрана.',
  orderNumber: 'Номер на поръчката',
  paidAt: 'Време на плащането',
  paymentStatus: 'Състояние',
  copyLink: 'Копиране на връзката',
  emailLink: 'Изпращане на връзката по имейл',
};
