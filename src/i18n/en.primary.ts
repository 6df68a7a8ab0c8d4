import { loadFailure } from './en.load-failure.ts';

/** The writing direction of a language. */
export type Direction = 'ltr' | 'rtl';

/**
 * The primary messages in English, the fallback language: the messages that the first views of all payments share, and
 * those of the first view of a coin payment.
 */
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

  awaitingCrypto: 'Waiting for your payment',
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
