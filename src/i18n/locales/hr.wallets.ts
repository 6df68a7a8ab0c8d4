import type { WalletMessages } from '../wallet-messages.ts';

/** Croatian. */
export const messages: WalletMessages = {
  payHere: 'Platite iz novčanika u ovom pregledniku',
  openApp: 'Otvori u aplikaciji mog novčanika',
  answerWallet: 'Odgovorite na zahtjev u svom novčaniku.',
  fromAccount: 'S računa',
  sendAmount: 'Pošalji {amount}',
  walletSent: 'Vaš je novčanik poslao iznos. Ova stranica čeka dok trgovina ne vidi uplatu.',
  transaction: 'Transakcija',
  refused: 'Odbili ste zahtjev. Ništa nije poslano.',
  wrongChain: 'Novčanik nije na mreži {network}. Promijenite mrežu u njemu i pokušajte ponovno. Ništa nije poslano.',
  unknownChain: 'Novčanik ne poznaje mrežu {network}. Dodajte je u njemu i pokušajte ponovno. Ništa nije poslano.',
  requestOpen: 'U vašem novčaniku već je otvoren zahtjev. Odgovorite na njega i pokušajte ponovno.',
  tooLittle: 'Na ovom računu nema dovoljno {coin}. Ništa nije poslano.',
  walletGone: 'Novčanik više ne odgovara. Provjerite u njemu je li što poslano prije nego što platite drukčije.',
  walletFailed: 'Novčanik je prijavio pogrešku. Provjerite u njemu je li što poslano prije nego što pokušate ponovno.',
};
