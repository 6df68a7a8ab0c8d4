import type { Messages } from '../../i18n/messages.ts';

/** The messages for browser wallets, by key. */
export type WalletMessages = Pick<
  Messages,
  | 'payHere'
  | 'openApp'
  | 'browserWalletAnswer'
  | 'fromAccount'
  | 'sendAmount'
  | 'browserWalletSent'
  | 'transaction'
  | 'refused'
  | 'wrongChain'
  | 'unknownChain'
  | 'requestOpen'
  | 'tooLittle'
  | 'browserWalletGone'
  | 'browserWalletFailed'
>;
