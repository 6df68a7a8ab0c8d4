import type { ActionMessages } from '../messages.ts';

/** Portuguese as in Brazil. */
export const messages: ActionMessages = {
  close: 'Fechar',
  qrBrightness: 'Difícil de ler? Aumente o brilho da tela.',
  orderNumber: 'Número do pedido',
  paidAt: 'Hora do pagamento',
  paymentStatus: 'Status',
  copyLink: 'Copiar link do pagamento',
  emailLink: 'Enviar link por e-mail',
};
