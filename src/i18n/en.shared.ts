/** English that is said of payments and of orders. */
export const shared = {
  helpWallet: 'Transfer the amount in your wallet and paste the note as it is: nothing before it, nothing after it.',
  helpLocalcode: 'Your code comes from your mobile payment app or a voucher.',
  noPayment: 'No payment to show',
  noPaymentText: 'Go back to the shop and choose how to pay.',
  unreadable: 'This payment cannot be shown',
  unreadableText: 'Send nothing from here. Go back to the shop and try again.',
  tooSmall: 'This amount is too small',
};
