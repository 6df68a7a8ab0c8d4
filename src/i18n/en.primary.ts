import { loadFailure } from './en.load-failure.ts';

/** Which way a language is written. */
export type Direction = 'ltr' | 'rtl';

/** English, the language everything falls back to: the messages of the first view of a payment. */
export const primary = {
  lang: 'en',
  dir: 'ltr' as Direction,
  crypto: 'Cryptocurrency',
  wallet: 'Online wallet',
  localcode: 'Mobile code',

  sendExactly: 'Send exactly',
  toAddress: 'To this address',
  copyAmount: 'Copy amount',
  copyAddress: 'Copy address',
  copyNote: 'Copy note',
  openWallet: 'Open in wallet',
  openPage: "Open on the payment service's site",
  help: 'Need help?',
  paymentNumber: 'Payment number',
  test: 'Sandbox',
  testNote: 'This is a test payment.',
  testNoMoney: 'Do not send real money.',

  qr: 'QR code',
  qrWithAmount: 'With amount',
  qrAddressOnly: 'Address only',
  qrEnterAmount: 'Enter the amount yourself.',
  qrShow: 'Show QR code',
  qrHide: 'Hide QR code',

  network: '{network} network only.',
  networkUSDT: 'USDT on Ethereum (ERC-20) only, not on TRON (TRC-20), BNB Smart Chain (BEP-20) or Solana.',
  networkBNB: 'BNB Smart Chain (BEP-20) only, chain 56, not Ethereum.',
  networkSOL: 'Native SOL on Solana only.',
  noMemo: 'No memo or tag needed.',
  exactNet: 'The shop must receive exactly this amount. If your exchange deducts a fee, add it on top.',
  minimum: "Send at least {least}. Smaller payments can't be confirmed.",

  walletOpen: 'Open the payment page',
  walletGo: 'Continue to wallet',
  walletNote: 'Send the transfer with this note, unchanged',
  walletWarning: "Don't change it. Without this exact note, the shop can't match your payment.",

  codeTitle: 'Enter your payment code',
  codeText: 'Enter your code on the payment page. This page will update on its own.',
  codeHere: 'Enter your code below. This page will update on its own.',
  codeGo: 'Enter code',
  codeScan: 'Scan to continue on your phone',

  awaitingCrypto: 'Waiting for your payment',
  awaitingWallet: 'Waiting for your transfer',
  awaitingLocalcode: 'Waiting for your code',
  payBefore: 'Pay before {time}.',
  awaitingText: 'This page updates automatically.',

  loading: 'Loading the payment',
  lost: "Can't reach the shop",
  lostText: "Anything you've sent is safe. We keep trying.",
  tryNow: 'Try now',
  more: 'More',
  sent: 'I have sent it',
  ...loadFailure,
};
