import type { ActionMessages } from '../messages.ts';

/** Greek. */
export const messages: ActionMessages = {
  close: 'Κλείσιμο',
  qrBrightness: 'Δύσκολη σάρωση; Αυξήστε τη φωτεινότητα της οθόνης.',
  orderNumber: 'Αριθμός παραγγελίας',
  paidAt: 'Ώρα πληρωμής',
  paymentStatus: 'Κατάσταση',
  copyLink: 'Αντιγραφή συνδέσμου πληρωμής',
  emailLink: 'Αποστολή συνδέσμου με email',
};
