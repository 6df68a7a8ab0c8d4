import type { ActionMessages } from '../messages.ts';

/** Chinese in traditional characters. */
export const messages: ActionMessages = {
  close: '關閉',
  qrBrightness: '難以掃描？請調高螢幕亮度。',
  orderNumber: '訂單編號',
  paidAt: '付款時間',
  paymentStatus: '狀態',
  copyLink: '複製付款連結',
  emailLink: '以電子郵件傳送連結',
};
