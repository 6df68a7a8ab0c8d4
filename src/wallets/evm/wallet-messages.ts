import type { Messages } from '../../i18n/messages.ts';

/** The messages for browser wallets, by key. */
export type WalletMessages = Pick<
  Messages,
  | 'payHere'
  | 'openApp'
  | 'answerWallet'
  | 'fromAccount'
  | 'sendAmount'
  | 'walletSent'
  | 'transaction'
  | 'refused'
  | 'wrongChain'
  | 'unknownChain'
  | 'requestOpen'
  | 'tooLittle'
  | 'walletGone'
  | 'walletFailed'
>;
