import { shared } from './en.shared.ts';

/** English messages of an order: the choice of a payment method, and problems. */
export const checkout = {
  ...shared,

  choose: 'Choose how to pay',
  wayWallet: 'Transfer from your online wallet, with a note',
  wayLocalcode: 'With a code from your app or a voucher',
  chooseCoin: 'Choose a coin',
  onNetwork: 'on {network}',
  begun: 'In progress',

  confirmNetwork: 'Can your wallet send USDT on Ethereum (ERC-20)?',
  confirmYes: 'Yes, continue',
  back: 'Back',
  change: 'Change payment method',

  sentAlready: 'Already sent it?',
  sentAlreadyText: 'Then keep waiting: your payment is still valid, and paying twice is hard to undo.',
  keepWaiting: 'Keep waiting',

  preparing: 'Preparing your payment',
  notPrepared: 'The payment could not be prepared',
  notPreparedText: 'Nothing was paid. Try again, or choose another way to pay.',

  busy: 'Very busy right now',
  busyText: 'Lots of people are paying. This will continue on its own.',

  noOrder: 'Order not found',
  alreadyPaid: 'This order is already paid',
  alreadyPaidText: 'Do not pay again.',

  inProgress: 'Your payment in progress',
  otherSeen: 'A payment for this order was seen. It is shown here now.',
  paidOtherAmount: 'You have paid {amount} for an earlier version of this order. Contact the shop.',
  paidTwice: 'This order was paid twice. Contact the shop about the second payment.',

  soldOut: 'No longer available',
  soldOutText: "This order can no longer be paid. Don't send anything.",
};
