/** English of the wallets in the browser (`pay-elements/wallets/evm`): what is over their buttons. */
export const walletTitles = {
  payHere: 'Pay from a wallet in this browser',
  openApp: "Open in my wallet's app",
};
