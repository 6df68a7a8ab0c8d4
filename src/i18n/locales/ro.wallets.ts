import type { WalletMessages } from '../wallet-messages.ts';

/** Romanian. */
export const messages: WalletMessages = {
  payHere: 'Plătiți dintr-un portofel din acest browser',
  openApp: 'Deschideți în aplicația portofelului meu',
  answerWallet: 'Răspundeți la cererea din portofel.',
  fromAccount: 'Din contul',
  sendAmount: 'Trimiteți {amount}',
  walletSent: 'Portofelul a trimis suma. Pagina așteaptă până când magazinul vede plata.',
  transaction: 'Tranzacție',
  refused: 'Ați refuzat cererea. Nu s-a trimis nimic.',
  wrongChain: 'Portofelul nu este pe {network}. Schimbați rețeaua acolo și încercați din nou. Nu s-a trimis nimic.',
  unknownChain: 'Portofelul nu cunoaște {network}. Adăugați rețeaua acolo și încercați din nou. Nu s-a trimis nimic.',
  requestOpen: 'În portofel este deja deschisă o cerere. Răspundeți acolo și încercați din nou.',
  tooLittle: 'În acest cont nu este suficient {coin}. Nu s-a trimis nimic.',
  walletGone: 'Portofelul nu mai răspunde. Verificați în el dacă s-a trimis ceva înainte de a plăti altfel.',
  walletFailed: 'Portofelul a raportat o eroare. Verificați în el dacă s-a trimis ceva înainte de a încerca din nou.',
};
