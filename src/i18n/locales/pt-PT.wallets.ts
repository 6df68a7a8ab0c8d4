import type { WalletMessages } from '../wallet-messages.ts';

/** Portuguese as in Portugal. */
export const messages: WalletMessages = {
  payHere: 'Pagar com uma carteira deste navegador',
  openApp: 'Abrir na aplicação da minha carteira',
  answerWallet: 'Responda ao pedido na sua carteira.',
  fromAccount: 'Da conta',
  sendAmount: 'Enviar {amount}',
  walletSent: 'A sua carteira enviou. Esta página aguarda até a loja ver o pagamento.',
  transaction: 'Transação',
  refused: 'Recusou o pedido. Nada foi enviado.',
  wrongChain: 'A carteira não está em {network}. Mude a rede na carteira e tente de novo. Nada foi enviado.',
  unknownChain: 'A carteira não conhece {network}. Adicione a rede na carteira e tente de novo. Nada foi enviado.',
  requestOpen: 'Já há um pedido aberto na sua carteira. Responda-lhe e tente de novo.',
  tooLittle: 'Esta conta não tem {coin} suficiente. Nada foi enviado.',
  walletGone: 'A carteira deixou de responder. Verifique nela se algo foi enviado antes de pagar de outra forma.',
  walletFailed: 'A carteira comunicou um erro. Verifique nela se algo foi enviado antes de tentar de novo.',
};
