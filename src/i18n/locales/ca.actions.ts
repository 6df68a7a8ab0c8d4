import type { ActionMessages } from '../messages.ts';

/** Catalan. */
export const messages: ActionMessages = {
  close: 'Tanca',
  qrBrightness: "Costa d'escanejar? Apugeu la brillantor de la pantalla.",
  orderNumber: 'Número de comanda',
  paidAt: 'Hora del pagament',
  paymentStatus: 'Estat',
  copyLink: "Copia l'enllaç de pagament",
  emailLink: "Envia l'enllaç per correu",
};
