import type { ActionMessages } from '../messages.ts';

/** Norwegian Bokmål. */
export const messages: ActionMessages = {
  close: 'Lukk',
  qrBrightness: 'Vanskelig å skanne? Øk lysstyrken på skjermen.',
  orderNumber: 'Bestillingsnummer',
  paidAt: 'Betalingstidspunkt',
  paymentStatus: 'Status',
  copyLink: 'Kopier betalingslenke',
  emailLink: 'Send lenke på e-post',
};
