import { shared } from './en.shared.ts';

/** English for an order: choosing how to pay, and what may be in the way. */
export const checkout = {
  ...shared,

  choose: 'Choose how to pay',
  chooseCoin: 'Choose a coin',
  onNetwork: 'on {network}',
  begun: 'Started',

  confirmNetwork: 'Does your wallet send on this network?',
  confirmYes: 'Yes, continue',
  back: 'Back',
  change: 'Change payment method',

  sentAlready: 'Already sent it?',
  sentAlreadyText: 'A payment that you have sent stays valid. Keep waiting, so that you do not pay twice.',
  keepWaiting: 'Keep waiting',

  preparing: 'Preparing your payment',
  notPrepared: 'The payment could not be prepared',
  notPreparedText: 'Nothing was paid. Try again, or choose another way to pay.',

  busy: 'Very busy right now',
  busyText: 'Many people are paying. It goes on by itself in a moment.',

  noOrder: 'This order is not known',
  alreadyPaid: 'This order is already paid',
  alreadyPaidText: 'Do not pay again.',

  inProgress: 'Your payment in progress',
  otherSeen: 'A payment for this order was seen. It is shown here now.',
  paidOtherAmount: 'You have paid {amount} for an earlier version of this order. Contact the shop.',
  paidTwice: 'This order was paid twice. Contact the shop about the second payment.',

  soldOut: 'No longer available',
  soldOutText: 'This order can no longer be paid. Send nothing.',
};
