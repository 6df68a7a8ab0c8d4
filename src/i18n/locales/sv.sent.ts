import type { SentMessages } from '../messages.ts';

/** Swedish, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Vi letar efter din betalning',
  sentText: 'Den visas här när nätverket har sett den. Du kan stänga sidan: butiken får betalningen ändå.',
  sentCheck: 'Kontrollera i din plånbok',
  sentAddress: 'Adressen slutar på {end}',
  sentBack: 'Visa betalningen igen',
};
