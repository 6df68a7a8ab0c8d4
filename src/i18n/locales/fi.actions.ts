import type { ActionMessages } from '../messages.ts';

/** Finnish. */
export const messages: ActionMessages = {
  close: 'Sulje',
  qrBrightness: 'Eikö skannaus onnistu? Lisää näytön kirkkautta.',
  orderNumber: 'Tilausnumero',
  paidAt: 'Maksuaika',
  paymentStatus: 'Tila',
  copyLink: 'Kopioi maksulinkki',
  emailLink: 'Lähetä linkki sähköpostilla',
};
