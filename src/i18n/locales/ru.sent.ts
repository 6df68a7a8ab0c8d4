import type { SentMessages } from '../messages.ts';

/** Russian, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Ищем ваш платёж',
  sentText: 'Он появится здесь, как только его увидит сеть. Страницу можно закрыть: магазин всё равно получит платёж.',
  sentCheck: 'Проверьте в кошельке',
  sentAddress: 'Адрес заканчивается на {end}',
  sentBack: 'Показать платёж снова',
};
