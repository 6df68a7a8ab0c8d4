import type { ActionMessages } from '../messages.ts';

/** Tamil. */
export const messages: ActionMessages = {
  close: 'மூடு',
  qrBrightness: 'ஸ்கேன் செய்ய முடியவில்லையா? திரை வெளிச்சத்தை அதிகரிக்கவும்.',
  orderNumber: 'ஆர்டர் எண்',
  paidAt: 'பேமெண்ட் நேரம்',
  paymentStatus: 'நிலை',
  copyLink: 'பேமெண்ட் இணைப்பை நகலெடு',
  emailLink: 'இணைப்பை மின்னஞ்சலில் அனுப்பு',
};
