import type { WalletMessages } from '../wallet-messages.ts';

/** Turkish. */
export const messages: WalletMessages = {
  payHere: 'Bu tarayıcıdaki bir cüzdandan öde',
  openApp: 'Cüzdanımın uygulamasında aç',
  answerWallet: 'Cüzdanınızdaki isteği yanıtlayın.',
  fromAccount: 'Hesaptan',
  sendAmount: '{amount} gönder',
  walletSent: 'Cüzdanınız gönderdi. Bu sayfa, mağaza ödemeyi görene kadar bekler.',
  transaction: 'İşlem',
  refused: 'İsteği reddettiniz. Hiçbir şey gönderilmedi.',
  wrongChain: 'Cüzdan {network} üzerinde değil. Ağı orada değiştirip yeniden deneyin. Hiçbir şey gönderilmedi.',
  unknownChain: 'Cüzdan {network} ağını tanımıyor. Ağı orada ekleyip yeniden deneyin. Hiçbir şey gönderilmedi.',
  requestOpen: 'Cüzdanınızda zaten açık bir istek var. Onu orada yanıtlayıp yeniden deneyin.',
  tooLittle: 'Bu hesapta yeterli {coin} yok. Hiçbir şey gönderilmedi.',
  walletGone: 'Cüzdan artık yanıt vermiyor. Başka yolla ödemeden önce bir şey gönderilip gönderilmediğine orada bakın.',
  walletFailed: 'Cüzdan bir hata bildirdi. Yeniden denemeden önce bir şey gönderilip gönderilmediğine orada bakın.',
};
