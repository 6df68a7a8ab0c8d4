import type { ActionMessages } from '../messages.ts';

/** Persian. */
export const messages: ActionMessages = {
  close: 'بستن',
  qrBrightness: 'اسکن سخت است؟ روشنایی صفحه را بیشتر کنید.',
  orderNumber: 'شماره سفارش',
  paidAt: 'زمان پرداخت',
  paymentStatus: 'وضعیت',
  copyLink: 'کپی پیوند پرداخت',
  emailLink: 'ارسال پیوند با ایمیل',
};
