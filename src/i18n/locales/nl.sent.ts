import type { SentMessages } from '../messages.ts';

/** Dutch, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'We zoeken uw betaling',
  sentText:
    'Ze verschijnt hier zodra het netwerk haar heeft gezien. U kunt de pagina sluiten: de winkel ontvangt de betaling toch.',
  sentCheck: 'Controleer in uw wallet',
  sentAddress: 'Het adres eindigt op {end}',
  sentBack: 'Betaling weer tonen',
};
