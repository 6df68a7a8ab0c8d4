import type { SentMessages } from '../messages.ts';

/** Korean, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: '결제를 찾고 있습니다',
  sentText: '네트워크에서 확인되면 여기에 표시됩니다. 이 페이지를 닫아도 결제는 상점에 전달됩니다.',
  sentCheck: '지갑에서 확인하세요',
  sentAddress: '주소 끝자리: {end}',
  sentBack: '결제 다시 보기',
};
