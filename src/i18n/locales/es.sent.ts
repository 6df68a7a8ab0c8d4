import type { SentMessages } from '../messages.ts';

/** Spanish, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Buscamos su pago',
  sentText: 'Aparecerá aquí cuando la red lo haya visto. Puede cerrar la página: la tienda lo recibirá igualmente.',
  sentCheck: 'Compruebe en su monedero',
  sentAddress: 'La dirección termina en {end}',
  sentBack: 'Mostrar el pago de nuevo',
};
