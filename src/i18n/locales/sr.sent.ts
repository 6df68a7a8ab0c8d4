import type { SentMessages } from '../messages.ts';

/** Serbian in Cyrillic, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Тражимо ваше плаћање',
  sentText: 'Појавиће се овде чим га мрежа види. Можете затворити страницу: продавница ће га ипак примити.',
  sentCheck: 'Проверите у новчанику',
  sentAddress: 'Адреса се завршава на {end}',
  sentBack: 'Поново прикажи плаћање',
};
