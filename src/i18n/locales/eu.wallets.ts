import type { WalletMessages } from '../wallet-messages.ts';

/** Basque. */
export const messages: WalletMessages = {
  payHere: 'Ordaindu nabigatzaile honetako diru-zorro batetik',
  openApp: 'Ireki nire diru-zorroaren aplikazioan',
  answerWallet: 'Erantzun eskaerari zure diru-zorroan.',
  fromAccount: 'Kontu honetatik',
  sendAmount: 'Bidali {amount}',
  walletSent: 'Zure diru-zorroak bidali du. Orri hau zain dago dendak ordainketa ikusi arte.',
  transaction: 'Transakzioa',
  refused: 'Eskaera baztertu duzu. Ez da ezer bidali.',
  wrongChain: 'Diru-zorroa ez dago {network} sarean. Aldatu sarea bertan eta saiatu berriro. Ez da ezer bidali.',
  unknownChain: 'Diru-zorroak ez du {network} ezagutzen. Gehitu bertan eta saiatu berriro. Ez da ezer bidali.',
  requestOpen: 'Badago eskaera bat irekita zure diru-zorroan. Erantzun bertan eta saiatu berriro.',
  tooLittle: 'Kontu honetan ez dago nahikoa {coin}. Ez da ezer bidali.',
  walletGone: 'Diru-zorroak ez du erantzuten. Begiratu bertan ezer bidali den, beste modu batean ordaindu aurretik.',
  walletFailed: 'Diru-zorroak errore bat jakinarazi du. Begiratu bertan ezer bidali den, berriro saiatu aurretik.',
};
