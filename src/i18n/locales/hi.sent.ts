import type { SentMessages } from '../messages.ts';

/** Hindi, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'हम आपका भुगतान खोज रहे हैं',
  sentText: 'नेटवर्क पर दिखते ही यह यहाँ आएगा। आप यह पेज बंद कर सकते हैं: दुकान को भुगतान फिर भी मिलेगा।',
  sentCheck: 'अपने वॉलेट में मिलाएँ',
  sentAddress: 'पते के अंत में {end}',
  sentBack: 'भुगतान फिर दिखाएँ',
};
