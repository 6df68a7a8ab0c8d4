import type { ActionMessages } from '../messages.ts';

/** Macedonian. */
export const messages: ActionMessages = {
  close: 'Затвори',
  qrBrightness: 'Тешко се скенира? Зголемете ја осветленоста на екранот.',
  orderNumber: 'Број на нарачката',
  paidAt: 'Време на плаќањето',
  paymentStatus: 'Статус',
  copyLink: 'Копирај врска за плаќање',
  emailLink: 'Испрати врска по е-пошта',
};
