import type { ActionMessages } from '../messages.ts';

/** Hindi. */
export const messages: ActionMessages = {
  close: 'बंद करें',
  qrBrightness: 'स्कैन नहीं हो रहा? स्क्रीन की चमक बढ़ाएँ।',
  orderNumber: 'ऑर्डर नंबर',
  paidAt: 'भुगतान का समय',
  paymentStatus: 'स्थिति',
  copyLink: 'भुगतान लिंक कॉपी करें',
  emailLink: 'लिंक ईमेल करें',
};
