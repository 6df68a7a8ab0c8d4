import type { WalletMessages } from '../wallet-messages.ts';

/** Slovak. */
export const messages: WalletMessages = {
  payHere: 'Zaplatiť z peňaženky v tomto prehliadači',
  openApp: 'Otvoriť v aplikácii mojej peňaženky',
  answerWallet: 'Odpovedzte na žiadosť vo svojej peňaženke.',
  fromAccount: 'Z účtu',
  sendAmount: 'Odoslať {amount}',
  walletSent: 'Vaša peňaženka platbu odoslala. Táto stránka čaká, kým ju obchod uvidí.',
  transaction: 'Transakcia',
  refused: 'Žiadosť ste odmietli. Nič nebolo odoslané.',
  wrongChain: 'Peňaženka nie je v sieti {network}. Prepnite ju tam a skúste to znova. Nič nebolo odoslané.',
  unknownChain: 'Peňaženka nepozná sieť {network}. Pridajte ju tam a skúste to znova. Nič nebolo odoslané.',
  requestOpen: 'V peňaženke je už otvorená žiadosť. Odpovedzte na ňu a skúste to znova.',
  tooLittle: 'Na tomto účte nie je dosť {coin}. Nič nebolo odoslané.',
  walletGone: 'Peňaženka už neodpovedá. Skôr než zaplatíte inak, overte v nej, či nebolo niečo odoslané.',
  walletFailed: 'Peňaženka ohlásila chybu. Skôr než to skúsite znova, overte v nej, či nebolo niečo odoslané.',
};
