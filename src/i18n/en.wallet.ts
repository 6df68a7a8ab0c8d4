/** English of the first view of a payment from an online wallet. */
export const wallet = {
  walletOpen: 'Open the payment page',
  walletGo: 'Continue to wallet',
  walletNote: 'Send the transfer with this note, unchanged',
  walletWarning:
    'Place it unchanged in the note of your transfer. Without exactly this note your payment cannot be matched.',
  awaitingWallet: 'Waiting for your transfer',
  copyNote: 'Copy note',
};
