import type { ActionMessages } from '../messages.ts';

/** Swahili. */
export const messages: ActionMessages = {
  close: 'Funga',
  qrBrightness: 'Ni vigumu kuskani? Ongeza mwangaza wa skrini.',
  orderNumber: 'Namba ya agizo',
  paidAt: 'Saa ya malipo',
  paymentStatus: 'Hali',
  copyLink: 'Nakili kiungo cha malipo',
  emailLink: 'Tuma kiungo kwa barua pepe',
};
