import type { ActionMessages } from '../messages.ts';

/** Urdu. */
export const messages: ActionMessages = {
  close: 'بند کریں',
  qrBrightness: 'اسکین نہیں ہو رہا؟ اسکرین کی روشنی بڑھائیں۔',
  orderNumber: 'آرڈر نمبر',
  paidAt: 'ادائیگی کا وقت',
  paymentStatus: 'حالت',
  copyLink: 'ادائیگی کا لنک کاپی کریں',
  emailLink: 'لنک ای میل کریں',
};
