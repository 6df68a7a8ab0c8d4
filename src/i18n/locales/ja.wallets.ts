import type { WalletMessages } from '../wallet-messages.ts';

/** Japanese. */
export const messages: WalletMessages = {
  payHere: 'このブラウザのウォレットで支払う',
  openApp: 'ウォレットのアプリで開く',
  answerWallet: 'ウォレットでリクエストに応答してください。',
  fromAccount: '送金元アカウント',
  sendAmount: '{amount}を送金',
  walletSent: 'ウォレットから送金されました。ショップが支払いを確認するまで、このページは待機します。',
  transaction: 'トランザクション',
  refused: 'リクエストを拒否しました。何も送金されていません。',
  wrongChain:
    'ウォレットが{network}に接続していません。ウォレットで切り替えてから、もう一度お試しください。何も送金されていません。',
  unknownChain:
    'ウォレットに{network}が登録されていません。ウォレットで追加してから、もう一度お試しください。何も送金されていません。',
  requestOpen: 'ウォレットで別のリクエストが開いています。応答してから、もう一度お試しください。',
  tooLittle: 'このアカウントの{coin}が不足しています。何も送金されていません。',
  walletGone: 'ウォレットが応答しなくなりました。別の方法で支払う前に、送金されていないかウォレットでご確認ください。',
  walletFailed: 'ウォレットがエラーを返しました。もう一度試す前に、送金されていないかウォレットでご確認ください。',
};
