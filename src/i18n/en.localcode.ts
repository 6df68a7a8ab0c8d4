/** English of the first view of a payment with a local code. */
export const localcode = {
  codeTitle: 'Enter your payment code',
  codeText: 'The payment waits for your code. Enter it on the payment page; this page goes on by itself.',
  codeHere: 'Enter your code below; this page goes on by itself.',
  codeGo: 'Enter code',
  codeScan: 'Scan to go on by phone',
  awaitingLocalcode: 'Waiting for your code',
};
