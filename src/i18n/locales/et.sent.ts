import type { SentMessages } from '../messages.ts';

/** Estonian, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Otsime teie makset',
  sentText: 'See ilmub siia, kui võrk on seda näinud. Võite lehe sulgeda: kauplus saab makse ikkagi kätte.',
  sentCheck: 'Kontrollige rahakotist',
  sentAddress: 'Aadressi lõpp on {end}',
  sentBack: 'Näita makset uuesti',
};
