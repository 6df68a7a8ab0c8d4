import type { SentMessages } from '../messages.ts';

/** Greek, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Αναζητούμε την πληρωμή σας',
  sentText: 'Θα εμφανιστεί εδώ μόλις τη δει το δίκτυο. Μπορείτε να κλείσετε τη σελίδα: το κατάστημα θα τη λάβει.',
  sentCheck: 'Ελέγξτε στο πορτοφόλι σας',
  sentAddress: 'Η διεύθυνση τελειώνει σε {end}',
  sentBack: 'Εμφάνιση της πληρωμής ξανά',
};
