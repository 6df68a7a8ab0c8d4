import type { WalletMessages } from '../wallet-messages.ts';

/** Lithuanian. */
export const messages: WalletMessages = {
  payHere: 'Mokėti iš šios naršyklės piniginės',
  openApp: 'Atverti mano piniginės programėlėje',
  answerWallet: 'Atsakykite į užklausą savo piniginėje.',
  fromAccount: 'Iš sąskaitos',
  sendAmount: 'Siųsti {amount}',
  walletSent: 'Jūsų piniginė išsiuntė. Šis puslapis laukia, kol parduotuvė pamatys mokėjimą.',
  transaction: 'Operacija',
  refused: 'Atmetėte užklausą. Niekas nebuvo išsiųsta.',
  wrongChain: 'Piniginė ne tinkle {network}. Perjunkite ją ten ir bandykite dar kartą. Niekas nebuvo išsiųsta.',
  unknownChain: 'Piniginė nežino tinklo {network}. Pridėkite jį ten ir bandykite dar kartą. Niekas nebuvo išsiųsta.',
  requestOpen: 'Jūsų piniginėje jau atverta užklausa. Atsakykite į ją ten ir bandykite dar kartą.',
  tooLittle: 'Šioje sąskaitoje nepakanka {coin}. Niekas nebuvo išsiųsta.',
  walletGone: 'Piniginė nebeatsako. Prieš mokėdami kitaip, patikrinkite joje, ar kas nors buvo išsiųsta.',
  walletFailed:
    'Piniginė pranešė apie klaidą. Prieš bandydami dar kartą, patikrinkite joje, ar kas nors buvo išsiųsta.',
};
