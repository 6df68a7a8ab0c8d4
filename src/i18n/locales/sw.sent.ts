import type { SentMessages } from '../messages.ts';

/** Swahili, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Tunatafuta malipo yako',
  sentText: 'Yataonekana hapa mtandao ukiyaona. Unaweza kufunga ukurasa huu: duka bado litapokea malipo.',
  sentCheck: 'Angalia kwenye pochi yako',
  sentAddress: 'Anwani inaishia na {end}',
  sentBack: 'Onyesha malipo tena',
};
