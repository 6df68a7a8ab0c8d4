import type { SentMessages } from '../messages.ts';

/** Chinese in simplified characters, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: '正在查找您的付款',
  sentText: '网络检测到后会显示在这里。您可以关闭此页面，商家仍会收到付款。',
  sentCheck: '请在钱包中核对',
  sentAddress: '地址结尾为 {end}',
  sentBack: '再次显示付款信息',
};
