import type { WalletMessages } from '../wallet-messages.ts';

/** Galician. */
export const messages: WalletMessages = {
  payHere: 'Pagar desde unha carteira deste navegador',
  openApp: 'Abrir na aplicación da miña carteira',
  answerWallet: 'Responda á solicitude na súa carteira.',
  fromAccount: 'Desde a conta',
  sendAmount: 'Enviar {amount}',
  walletSent: 'A súa carteira enviouno. Esta páxina agarda ata que a tenda vexa o pagamento.',
  transaction: 'Transacción',
  refused: 'Rexeitou a solicitude. Non se enviou nada.',
  wrongChain: 'A carteira non está en {network}. Cambie a rede alí e ténteo de novo. Non se enviou nada.',
  unknownChain: 'A carteira non coñece {network}. Engada a rede alí e ténteo de novo. Non se enviou nada.',
  requestOpen: 'Xa hai unha solicitude aberta na súa carteira. Respóndaa alí e ténteo de novo.',
  tooLittle: 'Esta conta non ten suficiente {coin}. Non se enviou nada.',
  walletGone: 'A carteira xa non responde. Comprobe nela se se enviou algo antes de pagar doutra forma.',
  walletFailed: 'A carteira informou dun erro. Comprobe nela se se enviou algo antes de tentalo de novo.',
};
