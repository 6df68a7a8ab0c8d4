/** English titles above the buttons of the browser wallets (`pay-elements/wallets/evm`). */
export const walletTitles = {
  payHere: 'Pay from a wallet in this browser',
  openApp: "Open in my wallet's app",
};
