import type { WalletMessages } from '../wallet-messages.ts';

/** Estonian. */
export const messages: WalletMessages = {
  payHere: 'Maksa selle brauseri rahakotist',
  openApp: 'Ava minu rahakoti rakenduses',
  answerWallet: 'Vastake päringule oma rahakotis.',
  fromAccount: 'Kontolt',
  sendAmount: 'Saada {amount}',
  walletSent: 'Teie rahakott saatis selle. See leht ootab, kuni kauplus makset näeb.',
  transaction: 'Tehing',
  refused: 'Lükkasite päringu tagasi. Midagi ei saadetud.',
  wrongChain: 'Rahakott ei ole võrgus {network}. Vahetage seal võrku ja proovige uuesti. Midagi ei saadetud.',
  unknownChain: 'Rahakott ei tunne võrku {network}. Lisage see seal ja proovige uuesti. Midagi ei saadetud.',
  requestOpen: 'Teie rahakotis on juba avatud päring. Vastake sellele seal ja proovige uuesti.',
  tooLittle: 'Sellel kontol ei ole piisavalt {coin}. Midagi ei saadetud.',
  walletGone: 'Rahakott ei vasta enam. Vaadake sealt, kas midagi saadeti, enne kui maksate teisiti.',
  walletFailed: 'Rahakott teatas veast. Vaadake sealt, kas midagi saadeti, enne kui proovite uuesti.',
};
