import type { ActionMessages } from '../messages.ts';

/** Russian. */
export const messages: ActionMessages = {
  close: 'Закрыть',
  qrBrightness: 'Не сканируется? Увеличьте яркость экрана.',
  orderNumber: 'Номер заказа',
  paidAt: 'Время платежа',
  paymentStatus: 'Статус',
  copyLink: 'Скопировать ссылку на оплату',
  emailLink: 'Отправить ссылку по почте',
};
