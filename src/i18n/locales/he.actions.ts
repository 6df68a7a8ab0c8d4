import type { ActionMessages } from '../messages.ts';

/** Hebrew. */
export const messages: ActionMessages = {
  close: 'סגירה',
  qrBrightness: 'קשה לסרוק? הגבירו את בהירות המסך.',
  orderNumber: 'מספר ההזמנה',
  paidAt: 'מועד התשלום',
  paymentStatus: 'מצב',
  copyLink: 'העתקת קישור לתשלום',
  emailLink: 'שליחת הקישור באימייל',
};
