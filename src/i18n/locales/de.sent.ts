import type { SentMessages } from '../messages.ts';

/** German, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Wir suchen Ihre Zahlung',
  sentText:
    'Sie erscheint hier, sobald das Netzwerk sie gesehen hat. Sie können die Seite schließen: Der Shop erhält sie trotzdem.',
  sentCheck: 'Prüfen Sie in Ihrer Wallet',
  sentAddress: 'Die Adresse endet auf {end}',
  sentBack: 'Zahlung wieder zeigen',
};
