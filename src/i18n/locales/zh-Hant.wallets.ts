import type { WalletMessages } from '../wallet-messages.ts';

/** Chinese in traditional characters. */
export const messages: WalletMessages = {
  payHere: '使用此瀏覽器中的錢包付款',
  openApp: '在我的錢包應用程式中開啟',
  answerWallet: '請在錢包中回應請求。',
  fromAccount: '付款帳戶',
  sendAmount: '傳送 {amount}',
  walletSent: '您的錢包已傳送。本頁會等待商家看到付款。',
  transaction: '交易',
  refused: '您拒絕了請求。未傳送任何款項。',
  wrongChain: '錢包不在 {network} 上。請在錢包中切換網路後再試一次。未傳送任何款項。',
  unknownChain: '錢包不認得 {network}。請在錢包中新增後再試一次。未傳送任何款項。',
  requestOpen: '您的錢包中已有待處理的請求。請先回應，再試一次。',
  tooLittle: '此帳戶的 {coin} 不足。未傳送任何款項。',
  walletGone: '錢包不再回應。以其他方式付款前，請先在錢包中查看是否已傳送款項。',
  walletFailed: '錢包回報了錯誤。再試一次前，請先在錢包中查看是否已傳送款項。',
};
