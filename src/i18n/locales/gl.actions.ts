import type { ActionMessages } from '../messages.ts';

/** Galician. */
export const messages: ActionMessages = {
  close: 'Pechar',
  qrBrightness: 'Custa escanealo? Suba o brillo da pantalla.',
  orderNumber: 'Número de pedido',
  paidAt: 'Hora do pagamento',
  paymentStatus: 'Estado',
  copyLink: 'Copiar ligazón de pagamento',
  emailLink: 'Enviar ligazón por correo',
};
