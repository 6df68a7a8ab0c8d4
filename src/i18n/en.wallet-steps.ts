/** English messages that follow a click on the button of a browser wallet. */
export const walletSteps = {
  answerWallet: 'Answer the request in your wallet.',
  fromAccount: 'From account',
  sendAmount: 'Send {amount}',
  walletSent: 'Your wallet has sent it. This page waits until the shop has seen the payment.',
  transaction: 'Transaction',
  refused: 'You declined the request. Nothing was sent.',
  wrongChain: 'The wallet is not on {network}. Switch it there and try again. Nothing was sent.',
  unknownChain: 'The wallet does not know {network}. Add it there and try again. Nothing was sent.',
  requestOpen: 'A request is already open in your wallet. Answer it there, then try again.',
  tooLittle: 'This account does not hold enough {coin}. Nothing was sent.',
  walletGone: 'The wallet no longer answers. Check there whether anything was sent before you pay another way.',
  walletFailed: 'The wallet reported an error. Check there whether anything was sent before you try again.',
};
