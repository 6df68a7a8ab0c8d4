import type { SentMessages } from '../messages.ts';

/** Georgian, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'ვეძებთ თქვენს გადახდას',
  sentText: 'ის აქ გამოჩნდება, როცა ქსელი დაინახავს. შეგიძლიათ დახუროთ გვერდი: მაღაზია მას მაინც მიიღებს.',
  sentCheck: 'შეამოწმეთ საფულეში',
  sentAddress: 'მისამართის ბოლო: {end}',
  sentBack: 'გადახდის ხელახლა ჩვენება',
};
