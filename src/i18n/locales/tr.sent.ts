import type { SentMessages } from '../messages.ts';

/** Turkish, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Ödemenizi arıyoruz',
  sentText: 'Ağ gördüğünde burada görünür. Bu sayfayı kapatabilirsiniz: Mağaza ödemenizi yine de alır.',
  sentCheck: 'Cüzdanınızda kontrol edin',
  sentAddress: 'Adres {end} ile bitiyor',
  sentBack: 'Ödemeyi yeniden göster',
};
