import type { ActionMessages } from '../messages.ts';

/** Slovak. */
export const messages: ActionMessages = {
  close: 'Zavrieť',
  qrBrightness: 'Nedarí sa naskenovať? Zvýšte jas obrazovky.',
  orderNumber: 'Číslo objednávky',
  paidAt: 'Čas platby',
  paymentStatus: 'Stav',
  copyLink: 'Kopírovať odkaz na platbu',
  emailLink: 'Poslať odkaz e-mailom',
};
