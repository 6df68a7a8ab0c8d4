/** English messages of the first view of a payment with a local code. */
export const localcode = {
  codeTitle: 'Enter your payment code',
  codeText: 'Enter your code on the payment page. This page will update on its own.',
  codeHere: 'Enter your code below. This page will update on its own.',
  codeGo: 'Enter code',
  codeScan: 'Scan to continue on your phone',
  awaitingLocalcode: 'Waiting for your code',
};
