import type { ActionMessages } from '../messages.ts';

/** Uzbek in Latin letters. */
export const messages: ActionMessages = {
  close: 'Yopish',
  qrBrightness: 'Skanerlash qiyinmi? Ekran yorqinligini oshiring.',
  orderNumber: 'Buyurtma raqami',
  paidAt: 'Toʻlov vaqti',
  paymentStatus: 'Holati',
  copyLink: 'Toʻlov havolasini nusxalash',
  emailLink: 'Havolani pochta orqali yuborish',
};
