import type { WalletMessages } from '../wallet-messages.ts';

/** Spanish. */
export const messages: WalletMessages = {
  payHere: 'Pagar desde un monedero de este navegador',
  openApp: 'Abrir en la aplicación de mi monedero',
  answerWallet: 'Responda a la solicitud en su monedero.',
  fromAccount: 'Desde la cuenta',
  sendAmount: 'Enviar {amount}',
  walletSent: 'Su monedero lo ha enviado. Esta página espera hasta que la tienda vea el pago.',
  transaction: 'Transacción',
  refused: 'Rechazó la solicitud. No se envió nada.',
  wrongChain: 'El monedero no está en {network}. Cambie la red allí e inténtelo de nuevo. No se envió nada.',
  unknownChain: 'El monedero no conoce {network}. Añada la red allí e inténtelo de nuevo. No se envió nada.',
  requestOpen: 'Ya hay una solicitud abierta en su monedero. Respóndala allí e inténtelo de nuevo.',
  tooLittle: 'Esta cuenta no tiene suficiente {coin}. No se envió nada.',
  walletGone: 'El monedero ya no responde. Compruebe en él si se envió algo antes de pagar de otra forma.',
  walletFailed: 'El monedero informó de un error. Compruebe en él si se envió algo antes de intentarlo de nuevo.',
};
