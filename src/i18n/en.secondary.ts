import { shared } from './en.shared.ts';

/** English behind the first view of a payment: outcomes, problems, help, the share menu. */
export const secondary = {
  ...shared,

  sendRest: 'Send the rest',
  toSameAddress: 'To the same address',
  copied: 'Copied',
  compare: 'Compare the beginning, a middle group and the end after pasting.',
  received: 'Received',
  confirmations: 'Confirmations',

  qrFailed: 'The QR code could not be drawn. Copy the address instead.',

  detected: 'Payment seen',
  detectedText: 'It is waiting to be confirmed. You have nothing more to do.',
  confirming: 'Payment is being confirmed',
  confirmingText: 'You have nothing more to do. This page updates by itself.',
  paid: 'Paid',
  paidText: 'The shop has your payment.',
  unknown: 'The shop reports: {status}',
  timeLeft: 'Time left: {time}',

  copyByHand: 'Selected. Press Ctrl+C, or hold it and choose Copy.',
  qrFromService: 'From the payment service. Compare the address after scanning.',
  networkUnknown: 'We do not know this coin. Make sure which network it is on before you send.',
  codeNoPage: 'The payment waits for your code. Ask the shop where to enter it.',

  tooSmallText:
    '{expected} is less than the smallest payment that can be confirmed, {least}. Send nothing: go back and pay another way.',
  helpCrypto:
    'Send the exact amount to the address, or scan the QR code with your wallet. Payments with a coin cannot be called back.',

  underpaid: 'A part is still missing',
  underpaidRest: 'Received {received} of {expected}. Send the rest to the same address.',
  underpaidSmall: 'Received {received} of {expected}. The rest is too small to be confirmed: contact the shop.',
  underpaidText: 'Less than the amount has arrived. Contact the shop to learn how much is missing.',
  waitingRest: 'Waiting for the rest',

  unmatched: 'Your payment could not be matched',
  unmatchedNote: 'Its note was missing or different.',
  unmatchedText: 'Do not pay again: contact the shop with the payment number.',
  overpaid: 'Paid',
  overpaidText: 'More arrived than was asked for. Contact the shop about the difference.',
  expired: 'The time to pay is over',
  expiredText: 'Send nothing any more. Sent already? Keep this page open: it goes on watching.',
  late: 'Your payment came late',
  lateText: 'It arrived after the time to pay was over. Contact the shop with the payment number.',
  failed: 'The payment failed',
  failedText: 'Send nothing. If you sent something already, contact the shop.',
  cancelled: 'The payment was cancelled',
  cancelledText: 'Send nothing. If you sent something already, contact the shop.',
  refunded: 'Refunded',
  refundedText: 'The shop reports that the money was sent back.',

  unreadablePage: 'Pay on the payment page instead, or go back to the shop.',
  gone: 'This payment is no longer known',
  goneText: 'Send nothing. If you have paid already, contact the shop.',
  stalled: 'Nothing has arrived yet. If you sent it, check amount and network in your wallet, or contact the shop.',

  changed: 'The payment details have changed',
  changedText:
    'The shop now gives other details for this payment. If you have sent something already, do not pay again: contact the shop.',
  changedShow: 'Show the new details',
  tampered: 'Do not pay from this page',
  tamperedText:
    'Something, perhaps a browser extension, has changed what is shown here. Copying is blocked. Reload the page or use another device.',

  noWallet: 'No wallet opened?',
  noWalletText: 'Copy the amount and the address, or scan the QR code with another phone.',
  onPhone: 'Continue on your phone',

  share: 'Share',
  saveQr: 'Save QR code',
  copyAll: 'Copy everything',
  print: 'Print',
  receipt: 'Receipt',
  printReceipt: 'Print receipt',

  amount: 'Amount',
  address: 'Address',
  note: 'Note',
  time: 'Time',
  checkAgain: 'Check again',
};
