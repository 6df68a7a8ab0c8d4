import type { SentMessages } from '../messages.ts';

/** Japanese, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'お支払いを確認しています',
  sentText: 'ネットワークで確認されるとここに表示されます。ページを閉じても、お支払いはショップに届きます。',
  sentCheck: 'ウォレットでの確認事項',
  sentAddress: 'アドレスの末尾：{end}',
  sentBack: 'お支払いをもう一度表示',
};
