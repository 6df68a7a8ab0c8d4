import type { WalletMessages } from '../wallet-messages.ts';

/** Catalan. */
export const messages: WalletMessages = {
  payHere: 'Pagueu des d’una cartera d’aquest navegador',
  openApp: 'Obre a l’aplicació de la meva cartera',
  answerWallet: 'Responeu a la sol·licitud a la cartera.',
  fromAccount: 'Des del compte',
  sendAmount: 'Envia {amount}',
  walletSent: 'La cartera ho ha enviat. Aquesta pàgina espera fins que la botiga vegi el pagament.',
  transaction: 'Transacció',
  refused: 'Heu rebutjat la sol·licitud. No s’ha enviat res.',
  wrongChain: 'La cartera no és a {network}. Canvieu-hi la xarxa i torneu-ho a provar. No s’ha enviat res.',
  unknownChain: 'La cartera no coneix {network}. Afegiu-hi la xarxa i torneu-ho a provar. No s’ha enviat res.',
  requestOpen: 'Ja hi ha una sol·licitud oberta a la cartera. Responeu-hi i torneu-ho a provar.',
  tooLittle: 'Aquest compte no té prou {coin}. No s’ha enviat res.',
  walletGone: 'La cartera ja no respon. Comproveu-hi si s’ha enviat res abans de pagar d’una altra manera.',
  walletFailed: 'La cartera ha comunicat un error. Comproveu-hi si s’ha enviat res abans de tornar-ho a provar.',
};
