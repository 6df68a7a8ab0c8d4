import type { WalletMessages } from '../wallet-messages.ts';

/** Spanish. */
export const messages: WalletMessages = {
  payHere: 'Pagar desde una billetera de este navegador',
  openApp: 'Abrir en la aplicación de mi billetera',
  answerWallet: 'Responda a la solicitud en su billetera.',
  fromAccount: 'Desde la cuenta',
  sendAmount: 'Enviar {amount}',
  walletSent: 'Su billetera lo ha enviado. Esta página espera hasta que la tienda vea el pago.',
  transaction: 'Transacción',
  refused: 'Rechazó la solicitud. No se envió nada.',
  wrongChain: 'La billetera no está en {network}. Cambie la red allí e inténtelo de nuevo. No se envió nada.',
  unknownChain: 'La billetera no conoce {network}. Añada la red allí e inténtelo de nuevo. No se envió nada.',
  requestOpen: 'Ya hay una solicitud abierta en su billetera. Respóndala allí e inténtelo de nuevo.',
  tooLittle: 'Esta cuenta no tiene suficiente {coin}. No se envió nada.',
  walletGone: 'La billetera ya no responde. Compruebe en ella si se envió algo antes de pagar de otra forma.',
  walletFailed: 'La billetera informó de un error. Compruebe en ella si se envió algo antes de intentarlo de nuevo.',
};
