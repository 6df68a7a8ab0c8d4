import type { ActionMessages } from '../messages.ts';

/** Japanese. */
export const messages: ActionMessages = {
  close: '閉じる',
  qrBrightness: '読み取りにくい場合は、画面を明るくしてください。',
  orderNumber: 'ご注文番号',
  paidAt: 'お支払い日時',
  paymentStatus: '状態',
  copyLink: 'お支払いリンクをコピー',
  emailLink: 'リンクをメールで送信',
};
