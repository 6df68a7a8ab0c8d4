import type { WalletMessages } from '../wallet-messages.ts';

/** Filipino. */
export const messages: WalletMessages = {
  payHere: 'Magbayad mula sa wallet sa browser na ito',
  openApp: 'Buksan sa app ng wallet ko',
  answerWallet: 'Sagutin ang kahilingan sa inyong wallet.',
  fromAccount: 'Mula sa account',
  sendAmount: 'Ipadala ang {amount}',
  walletSent: 'Naipadala na ng inyong wallet. Naghihintay ang pahinang ito hanggang makita ng tindahan ang bayad.',
  transaction: 'Transaksyon',
  refused: 'Tinanggihan ninyo ang kahilingan. Walang naipadala.',
  wrongChain: 'Wala sa {network} ang wallet. Ilipat ito roon at subukan muli. Walang naipadala.',
  unknownChain: 'Hindi kilala ng wallet ang {network}. Idagdag ito roon at subukan muli. Walang naipadala.',
  requestOpen: 'May bukas nang kahilingan sa inyong wallet. Sagutin iyon doon, saka subukan muli.',
  tooLittle: 'Kulang ang {coin} sa account na ito. Walang naipadala.',
  walletGone: 'Hindi na sumasagot ang wallet. Tingnan doon kung may naipadala bago magbayad sa ibang paraan.',
  walletFailed: 'Nag-ulat ng error ang wallet. Tingnan doon kung may naipadala bago subukan muli.',
};
