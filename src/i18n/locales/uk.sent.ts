import type { SentMessages } from '../messages.ts';

/** Ukrainian, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Шукаємо ваш платіж',
  sentText: 'Він з’явиться тут, щойно його побачить мережа. Сторінку можна закрити: магазин однаково отримає платіж.',
  sentCheck: 'Перевірте в гаманці',
  sentAddress: 'Адреса закінчується на {end}',
  sentBack: 'Показати платіж знову',
};
