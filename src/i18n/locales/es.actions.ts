import type { ActionMessages } from '../messages.ts';

/** Spanish. */
export const messages: ActionMessages = {
  close: 'Cerrar',
  qrBrightness: '¿Cuesta escanearlo? Suba el brillo de la pantalla.',
  orderNumber: 'Número de pedido',
  paidAt: 'Hora del pago',
  paymentStatus: 'Estado',
  copyLink: 'Copiar enlace de pago',
  emailLink: 'Enviar enlace por correo',
};
