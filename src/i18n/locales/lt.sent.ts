import type { SentMessages } from '../messages.ts';

/** Lithuanian, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Ieškome jūsų mokėjimo',
  sentText: 'Jis atsiras čia, kai jį pamatys tinklas. Puslapį galite uždaryti: parduotuvė mokėjimą vis tiek gaus.',
  sentCheck: 'Patikrinkite piniginėje',
  sentAddress: 'Adresas baigiasi {end}',
  sentBack: 'Vėl rodyti mokėjimą',
};
