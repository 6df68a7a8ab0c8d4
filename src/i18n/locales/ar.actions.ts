import type { ActionMessages } from '../messages.ts';

/** Arabic. */
export const messages: ActionMessages = {
  close: 'إغلاق',
  qrBrightness: 'المسح صعب؟ زد سطوع الشاشة.',
  orderNumber: 'رقم الطلب',
  paidAt: 'وقت الدفع',
  paymentStatus: 'الحالة',
  copyLink: 'نسخ رابط الدفع',
  emailLink: 'إرسال الرابط بالبريد',
};
