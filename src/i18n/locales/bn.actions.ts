import type { ActionMessages } from '../messages.ts';

/** Bengali. */
export const messages: ActionMessages = {
  close: 'বন্ধ করুন',
  qrBrightness: 'স্ক্যান হচ্ছে না? স্ক্রিনের উজ্জ্বলতা বাড়ান।',
  orderNumber: 'অর্ডার নম্বর',
  paidAt: 'পেমেন্টের সময়',
  paymentStatus: 'অবস্থা',
  copyLink: 'পেমেন্ট লিংক কপি করুন',
  emailLink: 'ইমেলে লিংক পাঠান',
};
