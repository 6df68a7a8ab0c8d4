import type { ActionMessages } from '../messages.ts';

/** Kazakh. */
export const messages: ActionMessages = {
  close: 'Жабу',
  qrBrightness: 'Сканерлеу қиын ба? Экран жарықтығын арттырыңыз.',
  orderNumber: 'Тапсырыс нөмірі',
  paidAt: 'Төлем уақыты',
  paymentStatus: 'Күйі',
  copyLink: 'Төлем сілтемесін көшіру',
  emailLink: 'Сілтемені поштамен жіберу',
};
