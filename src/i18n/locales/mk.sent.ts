import type { SentMessages } from '../messages.ts';

/** Macedonian, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Го бараме вашето плаќање',
  sentText:
    'Ќе се појави тука штом мрежата ќе го види. Може да ја затворите страницата: продавницата сепак ќе го добие.',
  sentCheck: 'Проверете во паричникот',
  sentAddress: 'Адресата завршува на {end}',
  sentBack: 'Прикажи го плаќањето пак',
};
