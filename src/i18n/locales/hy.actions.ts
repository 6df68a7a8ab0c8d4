import type { ActionMessages } from '../messages.ts';

/** Armenian. */
export const messages: ActionMessages = {
  close: 'Փակել',
  qrBrightness: 'Դժվա՞ր է սկանավորել։ Ավելացրեք էկրանի պայծառությունը։',
  orderNumber: 'Պատվերի համարը',
  paidAt: 'Վճարման ժամանակը',
  paymentStatus: 'Կարգավիճակ',
  copyLink: 'Պատճենել վճարման հղումը',
  emailLink: 'Ուղարկել հղումը էլ. փոստով',
};
