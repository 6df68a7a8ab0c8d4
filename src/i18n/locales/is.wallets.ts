import type { WalletMessages } from '../wallet-messages.ts';

/** Icelandic. */
export const messages: WalletMessages = {
  payHere: 'Greiða úr veski í þessum vafra',
  openApp: 'Opna í veskisforritinu mínu',
  answerWallet: 'Svaraðu beiðninni í veskinu þínu.',
  fromAccount: 'Af reikningi',
  sendAmount: 'Senda {amount}',
  walletSent: 'Veskið þitt hefur sent greiðsluna. Þessi síða bíður þar til verslunin sér hana.',
  transaction: 'Færsla',
  refused: 'Þú hafnaðir beiðninni. Ekkert var sent.',
  wrongChain: 'Veskið er ekki á {network}. Skiptu um net þar og reyndu aftur. Ekkert var sent.',
  unknownChain: 'Veskið þekkir ekki {network}. Bættu netinu við þar og reyndu aftur. Ekkert var sent.',
  requestOpen: 'Beiðni er þegar opin í veskinu þínu. Svaraðu henni þar og reyndu svo aftur.',
  tooLittle: 'Ekki er nóg af {coin} á þessum reikningi. Ekkert var sent.',
  walletGone: 'Veskið svarar ekki lengur. Athugaðu þar hvort eitthvað var sent áður en þú greiðir á annan hátt.',
  walletFailed: 'Veskið tilkynnti villu. Athugaðu þar hvort eitthvað var sent áður en þú reynir aftur.',
};
