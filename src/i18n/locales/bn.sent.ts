import type { SentMessages } from '../messages.ts';

/** Bengali, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'আমরা আপনার পেমেন্ট খুঁজছি',
  sentText: 'নেটওয়ার্কে দেখা গেলেই এটি এখানে আসবে। আপনি পাতাটি বন্ধ করতে পারেন: দোকান তবুও পেমেন্ট পাবে।',
  sentCheck: 'আপনার ওয়ালেটে মিলিয়ে দেখুন',
  sentAddress: 'ঠিকানার শেষে {end}',
  sentBack: 'পেমেন্ট আবার দেখান',
};
