import type { SentMessages } from '../messages.ts';

/** Albanian, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Po kërkojmë pagesën tuaj',
  sentText: 'Shfaqet këtu sapo ta shohë rrjeti. Mund ta mbyllni faqen: dyqani e merr gjithsesi.',
  sentCheck: 'Kontrolloni në portofol',
  sentAddress: 'Adresa mbaron me {end}',
  sentBack: 'Shfaq sërish pagesën',
};
