import type { ActionMessages } from '../messages.ts';

/** Lithuanian. */
export const messages: ActionMessages = {
  close: 'Uždaryti',
  qrBrightness: 'Sunku nuskaityti? Padidinkite ekrano šviesumą.',
  orderNumber: 'Užsakymo numeris',
  paidAt: 'Mokėjimo laikas',
  paymentStatus: 'Būsena',
  copyLink: 'Kopijuoti mokėjimo nuorodą',
  emailLink: 'Siųsti nuorodą el. paštu',
};
