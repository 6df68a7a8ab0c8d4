import type { ActionMessages } from '../messages.ts';

/** Korean. */
export const messages: ActionMessages = {
  close: '닫기',
  qrBrightness: '스캔이 잘 안 되나요? 화면 밝기를 높이세요.',
  orderNumber: '주문 번호',
  paidAt: '결제 시간',
  paymentStatus: '상태',
  copyLink: '결제 링크 복사',
  emailLink: '이메일로 링크 보내기',
};
