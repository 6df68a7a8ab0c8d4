import type { SentMessages } from '../messages.ts';

/** Urdu, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'ہم آپ کی ادائیگی تلاش کر رہے ہیں',
  sentText: 'نیٹ ورک پر نظر آتے ہی یہ یہاں دکھائی دے گی۔ آپ یہ صفحہ بند کر سکتے ہیں: دکان کو ادائیگی پھر بھی ملے گی۔',
  sentCheck: 'اپنے والٹ میں جانچیں',
  sentAddress: 'ایڈریس کا آخر: {end}',
  sentBack: 'ادائیگی دوبارہ دکھائیں',
};
