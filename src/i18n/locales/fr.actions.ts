import type { ActionMessages } from '../messages.ts';

/** French. */
export const messages: ActionMessages = {
  close: 'Fermer',
  qrBrightness: 'Difficile à scanner ? Augmentez la luminosité de l’écran.',
  orderNumber: 'Numéro de commande',
  paidAt: 'Heure du paiement',
  paymentStatus: 'État',
  copyLink: 'Copier le lien de paiement',
  emailLink: 'Envoyer le lien par e-mail',
};
