import type { ActionMessages } from '../messages.ts';

/** Telugu. */
export const messages: ActionMessages = {
  close: 'మూసివేయండి',
  qrBrightness: 'స్కాన్ కావడం లేదా? స్క్రీన్ వెలుతురు పెంచండి.',
  orderNumber: 'ఆర్డర్ నంబర్',
  paidAt: 'చెల్లింపు సమయం',
  paymentStatus: 'స్థితి',
  copyLink: 'చెల్లింపు లింక్ కాపీ చేయండి',
  emailLink: 'లింక్‌ను ఈమెయిల్ చేయండి',
};
