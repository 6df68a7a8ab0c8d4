/** English messages of the view for a payer who has sent the money. */
export const sent = {
  sentTitle: 'We are looking for your payment',
  sentText:
    'It shows up here once the network has seen it. You can close this page: the shop still receives your payment.',
  sentCheck: 'Check in your wallet',
  sentAddress: 'The address ends in {end}',
  sentBack: 'Show the payment again',
};
