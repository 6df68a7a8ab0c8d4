import type { ActionMessages } from '../messages.ts';

/** Portuguese as in Portugal. */
export const messages: ActionMessages = {
  close: 'Fechar',
  qrBrightness: 'Difícil de ler? Aumente o brilho do ecrã.',
  orderNumber: 'Número da encomenda',
  paidAt: 'Hora do pagamento',
  paymentStatus: 'Estado',
  copyLink: 'Copiar ligação do pagamento',
  emailLink: 'Enviar ligação por e-mail',
};
