import type { SentMessages } from '../messages.ts';

/** Norwegian Bokmål, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Vi leter etter betalingen din',
  sentText: 'Den vises her når nettverket har sett den. Du kan lukke siden: butikken får betalingen likevel.',
  sentCheck: 'Sjekk i lommeboken din',
  sentAddress: 'Adressen slutter på {end}',
  sentBack: 'Vis betalingen igjen',
};
