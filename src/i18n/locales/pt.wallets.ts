import type { WalletMessages } from '../wallet-messages.ts';

/** Portuguese as in Brazil. */
export const messages: WalletMessages = {
  payHere: 'Pagar com uma carteira deste navegador',
  openApp: 'Abrir no aplicativo da minha carteira',
  answerWallet: 'Responda à solicitação na sua carteira.',
  fromAccount: 'Da conta',
  sendAmount: 'Enviar {amount}',
  walletSent: 'Sua carteira enviou. Esta página aguarda até a loja ver o pagamento.',
  transaction: 'Transação',
  refused: 'Você recusou a solicitação. Nada foi enviado.',
  wrongChain: 'A carteira não está em {network}. Troque a rede nela e tente de novo. Nada foi enviado.',
  unknownChain: 'A carteira não conhece {network}. Adicione a rede nela e tente de novo. Nada foi enviado.',
  requestOpen: 'Já há uma solicitação aberta na sua carteira. Responda lá e tente de novo.',
  tooLittle: 'Esta conta não tem {coin} suficiente. Nada foi enviado.',
  walletGone: 'A carteira não responde mais. Veja nela se algo foi enviado antes de pagar de outra forma.',
  walletFailed: 'A carteira informou um erro. Veja nela se algo foi enviado antes de tentar de novo.',
};
