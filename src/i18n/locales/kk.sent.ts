import type { SentMessages } from '../messages.ts';

/** Kazakh, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Төлеміңізді іздеп жатырмыз',
  sentText: 'Желі көрген соң осында пайда болады. Бетті жабуыңызға болады: дүкен төлемді бәрібір алады.',
  sentCheck: 'Әмияныңыздан тексеріңіз',
  sentAddress: 'Мекенжайдың соңы: {end}',
  sentBack: 'Төлемді қайта көрсету',
};
