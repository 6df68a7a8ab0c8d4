import type { ActionMessages } from '../messages.ts';

/** Ukrainian. */
export const messages: ActionMessages = {
  close: 'Закрити',
  qrBrightness: 'Не сканується? Збільште яскравість екрана.',
  orderNumber: 'Номер замовлення',
  paidAt: 'Час платежу',
  paymentStatus: 'Статус',
  copyLink: 'Копіювати посилання на оплату',
  emailLink: 'Надіслати посилання поштою',
};
