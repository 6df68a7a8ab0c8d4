import { shared } from './en.shared.ts';

/** English messages beyond the first view of a payment: outcomes, problems, help, the share menu. */
export const secondary = {
  ...shared,

  sendRest: 'Send the rest',
  toSameAddress: 'To the same address',
  copied: 'Copied',
  compare: 'After pasting, check the start, middle and end of the address.',
  received: 'Received',
  confirmations: 'Confirmations',

  qrEnlarge: 'Enlarge QR code',
  qrFailed: 'The QR code could not be drawn. Copy the address instead.',

  detected: 'Payment detected',
  detectedText: "Waiting for the network to confirm it. There's nothing more to do.",
  confirming: 'Confirming your payment',
  confirmingText: "There's nothing more to do. This page updates automatically.",
  paid: 'Paid',
  paidText: 'The shop has received your payment.',
  unknown: 'Status from the shop: {status}',
  timeLeft: 'Time left: {time}',

  copyByHand: 'Selected. Press Ctrl+C, or hold it and choose Copy.',
  qrFromService: 'From the payment service. Compare the address after scanning.',
  networkUnknown: "We don't recognise this coin. Check its network before you send.",
  codeNoPage: 'The payment waits for your code. Ask the shop where to enter it.',

  tooSmallText:
    '{expected} is less than the smallest payment that can be confirmed, {least}. Send nothing: go back and pay another way.',
  helpWallet: 'Transfer the amount in your wallet and paste the note as it is: nothing before it, nothing after it.',
  helpLocalcode: 'Your code comes from your mobile payment app or a voucher.',
  helpCrypto:
    'Send the exact amount to the address, or scan the QR code with your wallet. Payments with a coin cannot be called back.',

  underpaid: 'Partly paid',
  underpaidRest: 'We received {received} of {expected}. Send the rest to the same address.',
  underpaidSmall: 'We received {received} of {expected}. The rest is too small to be confirmed. Contact the shop.',
  underpaidText: 'Less than the amount has arrived. Contact the shop to learn how much is missing.',
  waitingRest: 'Waiting for the rest',

  unmatched: "We couldn't match your payment",
  unmatchedNote: 'The note was missing or different.',
  unmatchedText: "Don't pay again. Contact the shop and give the payment number.",
  overpaid: 'Paid',
  overpaidText: 'You sent more than the price. Contact the shop about the difference.',
  expired: 'Time to pay has run out',
  expiredText: "Don't send anything now. Already sent it? Keep this page open; we're still checking.",
  late: 'Your payment arrived late',
  lateText: 'It arrived after the time to pay had run out. Contact the shop and give the payment number.',
  failed: 'The payment failed',
  failedText: "Don't send anything. If you already did, contact the shop.",
  cancelled: 'The payment was cancelled',
  cancelledText: "Don't send anything. If you already did, contact the shop.",
  refunded: 'Refunded',
  refundedText: 'The shop reports that the money was sent back.',

  unreadablePage: 'Pay on the payment page instead, or go back to the shop.',
  gone: 'Payment not found',
  goneText: "Don't send anything. If you already did, contact the shop.",
  stalled: 'Nothing has arrived yet. If you sent it, check amount and network in your wallet, or contact the shop.',

  changed: 'The payment details have changed',
  changedText:
    'The shop now gives other details for this payment. If you have sent something already, do not pay again: contact the shop.',
  changedShow: 'Show the new details',
  tampered: 'Do not pay from this page',
  tamperedText:
    'Something, perhaps a browser extension, has changed what is shown here. Copying is blocked. Reload the page or use another device.',

  noWallet: "Wallet didn't open?",
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
  copyNumber: 'Copy payment number',
};
