import type { SentMessages } from '../messages.ts';

/** Persian, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'در جستجوی پرداخت شما هستیم',
  sentText: 'همین که شبکه آن را ببیند اینجا نشان داده می‌شود. می‌توانید صفحه را ببندید: پرداخت به فروشگاه می‌رسد.',
  sentCheck: 'در کیف پول خود بررسی کنید',
  sentAddress: 'آدرس به {end} ختم می‌شود',
  sentBack: 'نمایش دوباره پرداخت',
};
