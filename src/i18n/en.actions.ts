/** English messages of the modules that a click opens: the share menu, the receipt, the enlarged QR code. */
export const actions = {
  close: 'Close',
  qrBrightness: 'Hard to scan? Turn up the screen brightness.',
  orderNumber: 'Order number',
  paidAt: 'Time of payment',
  paymentStatus: 'Status',
  copyLink: 'Copy payment link',
  emailLink: 'Send link by email',
};
