import type { WalletMessages } from '../wallet-messages.ts';

/** Finnish. */
export const messages: WalletMessages = {
  payHere: 'Maksa tämän selaimen lompakosta',
  openApp: 'Avaa lompakkosovelluksessani',
  answerWallet: 'Vastaa pyyntöön lompakossasi.',
  fromAccount: 'Tililtä',
  sendAmount: 'Lähetä {amount}',
  walletSent: 'Lompakkosi on lähettänyt maksun. Tämä sivu odottaa, kunnes kauppa on nähnyt sen.',
  transaction: 'Tapahtuma',
  refused: 'Hylkäsit pyynnön. Mitään ei lähetetty.',
  wrongChain: 'Lompakko ei ole verkossa {network}. Vaihda verkko siellä ja yritä uudelleen. Mitään ei lähetetty.',
  unknownChain: 'Lompakko ei tunne verkkoa {network}. Lisää se siellä ja yritä uudelleen. Mitään ei lähetetty.',
  requestOpen: 'Lompakossasi on jo avoin pyyntö. Vastaa siihen siellä ja yritä uudelleen.',
  tooLittle: 'Tällä tilillä ei ole tarpeeksi {coin}-varoja. Mitään ei lähetetty.',
  walletGone: 'Lompakko ei enää vastaa. Tarkista sieltä, lähetettiinkö mitään, ennen kuin maksat muulla tavalla.',
  walletFailed: 'Lompakko ilmoitti virheestä. Tarkista sieltä, lähetettiinkö mitään, ennen kuin yrität uudelleen.',
};
