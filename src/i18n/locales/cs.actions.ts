import type { ActionMessages } from '../messages.ts';

/** Czech. */
export const messages: ActionMessages = {
  close: 'Zavřít',
  qrBrightness: 'Nedaří se naskenovat? Zvyšte jas obrazovky.',
  orderNumber: 'Číslo objednávky',
  paidAt: 'Čas platby',
  paymentStatus: 'Stav',
  copyLink: 'Kopírovat odkaz na platbu',
  emailLink: 'Poslat odkaz e-mailem',
};
