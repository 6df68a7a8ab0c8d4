import type { SentMessages } from '../messages.ts';

/** Bulgarian, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Търсим плащането ви',
  sentText: 'Ще се появи тук, щом мрежата го види. Можете да затворите страницата: магазинът пак ще го получи.',
  sentCheck: 'Проверете в портфейла си',
  sentAddress: 'Адресът завършва на {end}',
  sentBack: 'Показване на плащането',
};
