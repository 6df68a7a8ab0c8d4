import type { SentMessages } from '../messages.ts';

/** Hebrew, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'אנחנו מחפשים את התשלום שלך',
  sentText: 'הוא יופיע כאן אחרי שהרשת תראה אותו. אפשר לסגור את הדף: החנות תקבל את התשלום בכל מקרה.',
  sentCheck: 'לבדיקה בארנק',
  sentAddress: 'הכתובת מסתיימת ב-{end}',
  sentBack: 'הצגת התשלום שוב',
};
