/** English messages that payments and orders share. */
export const shared = {
  noPayment: 'No payment to show',
  noPaymentText: 'Go back to the shop and choose how to pay.',
  unreadable: 'This payment cannot be shown',
  unreadableText: "Don't send anything from here. Go back to the shop and try again.",
  contactShop: 'Contact the shop',
  backToShop: 'Back to the shop',
  tooSmall: 'This amount is too small',
};
