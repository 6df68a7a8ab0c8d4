import type { SentMessages } from '../messages.ts';

/** Chinese in traditional characters, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: '正在尋找您的付款',
  sentText: '網路偵測到後會顯示在這裡。您可以關閉此頁面，商家仍會收到付款。',
  sentCheck: '請在錢包中核對',
  sentAddress: '地址結尾為 {end}',
  sentBack: '再次顯示付款資訊',
};
