import type { WalletMessages } from '../wallet-messages.ts';

/** Chinese in simplified characters. */
export const messages: WalletMessages = {
  payHere: '使用此浏览器中的钱包付款',
  openApp: '在我的钱包应用中打开',
  answerWallet: '请在钱包中回应请求。',
  fromAccount: '付款账户',
  sendAmount: '发送 {amount}',
  walletSent: '您的钱包已发送。本页会等待商家看到付款。',
  transaction: '交易',
  refused: '您拒绝了请求。未发送任何款项。',
  wrongChain: '钱包不在 {network} 上。请在钱包中切换网络后重试。未发送任何款项。',
  unknownChain: '钱包不认识 {network}。请在钱包中添加后重试。未发送任何款项。',
  requestOpen: '您的钱包中已有待处理的请求。请先回应，然后重试。',
  tooLittle: '此账户的 {coin} 不足。未发送任何款项。',
  walletGone: '钱包不再响应。以其他方式付款前，请先在钱包中查看是否已发送款项。',
  walletFailed: '钱包报告了错误。重试前，请先在钱包中查看是否已发送款项。',
};
