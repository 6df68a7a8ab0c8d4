/** English messages of the first view of a payment from an online wallet. */
export const wallet = {
  walletOpen: 'Open the payment page',
  walletGo: 'Continue to wallet',
  walletNote: 'Send the transfer with this note, unchanged',
  walletWarning: "Don't change it. Without this exact note, the shop can't match your payment.",
  awaitingWallet: 'Waiting for your transfer',
  copyNote: 'Copy note',
};
