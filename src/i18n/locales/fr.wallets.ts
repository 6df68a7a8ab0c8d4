import type { WalletMessages } from '../wallet-messages.ts';

/** French. */
export const messages: WalletMessages = {
  payHere: 'Payer depuis un portefeuille de ce navigateur',
  openApp: 'Ouvrir dans l’application de mon portefeuille',
  answerWallet: 'Répondez à la demande dans votre portefeuille.',
  fromAccount: 'Depuis le compte',
  sendAmount: 'Envoyer {amount}',
  walletSent: 'Votre portefeuille l’a envoyé. Cette page attend que la boutique ait vu le paiement.',
  transaction: 'Transaction',
  refused: 'Vous avez refusé la demande. Rien n’a été envoyé.',
  wrongChain: 'Le portefeuille n’est pas sur {network}. Changez-y de réseau et réessayez. Rien n’a été envoyé.',
  unknownChain: 'Le portefeuille ne connaît pas {network}. Ajoutez-y ce réseau et réessayez. Rien n’a été envoyé.',
  requestOpen: 'Une demande est déjà ouverte dans votre portefeuille. Répondez-y, puis réessayez.',
  tooLittle: 'Ce compte n’a pas assez de {coin}. Rien n’a été envoyé.',
  walletGone: 'Le portefeuille ne répond plus. Vérifiez-y si quelque chose a été envoyé avant de payer autrement.',
  walletFailed: 'Le portefeuille signale une erreur. Vérifiez-y si quelque chose a été envoyé avant de réessayer.',
};
