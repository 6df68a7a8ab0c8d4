import type { ActionMessages } from '../messages.ts';

/** Albanian. */
export const messages: ActionMessages = {
  close: 'Mbyll',
  qrBrightness: 'Skanohet me vështirësi? Rritni ndriçimin e ekranit.',
  orderNumber: 'Numri i porosisë',
  paidAt: 'Ora e pagesës',
  paymentStatus: 'Gjendja',
  copyLink: 'Kopjo lidhjen e pagesës',
  emailLink: 'Dërgo lidhjen me email',
};
