import type { SentMessages } from '../messages.ts';

/** French, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Nous cherchons votre paiement',
  sentText:
    'Il apparaîtra ici dès que le réseau l’aura vu. Vous pouvez fermer la page : la boutique le recevra quand même.',
  sentCheck: 'Vérifiez dans votre portefeuille',
  sentAddress: 'L’adresse se termine par {end}',
  sentBack: 'Revoir le paiement',
};
