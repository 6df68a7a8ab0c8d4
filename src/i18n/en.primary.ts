/** Which way a language is written. */
export type Direction = 'ltr' | 'rtl';

/** English, the language everything falls back to: what the first views of all payments have in common, and a coin's. */
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
  openPage: 'Open payment page',
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
  networkETH: 'Ethereum network only (ERC-20 network, chain 1).',
  networkUSDT: 'USDT on Ethereum (ERC-20) only, not on TRON (TRC-20), BNB Smart Chain (BEP-20) or Solana.',
  networkBNB: 'BNB Smart Chain (BEP-20) only, chain 56, not Ethereum.',
  networkSOL: 'Native SOL on Solana only.',
  noMemo: 'No memo or tag needed.',
  exactNet: 'The recipient must receive exactly this amount: add any fee your exchange takes from it.',
  minimum: 'Send no less than {least}: a smaller payment cannot be confirmed.',

  awaitingCrypto: 'Waiting for your payment',
  payBefore: 'Pay before {time}.',
  awaitingText: 'This page updates by itself.',

  loading: 'Loading the payment',
  lost: 'No contact with the shop',
  lostText: 'Nothing you sent is lost. Trying again by itself.',
  tryNow: 'Try now',
  more: 'More',
};
