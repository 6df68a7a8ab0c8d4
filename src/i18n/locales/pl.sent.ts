import type { SentMessages } from '../messages.ts';

/** Polish, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Szukamy Twojej płatności',
  sentText: 'Pojawi się tutaj, gdy zobaczy ją sieć. Możesz zamknąć stronę: sklep i tak otrzyma płatność.',
  sentCheck: 'Sprawdź w portfelu',
  sentAddress: 'Adres kończy się na {end}',
  sentBack: 'Pokaż płatność ponownie',
};
