import type { ActionMessages } from '../messages.ts';

/** Chinese in simplified characters. */
export const messages: ActionMessages = {
  close: '关闭',
  qrBrightness: '扫不出来？请调高屏幕亮度。',
  orderNumber: '订单编号',
  paidAt: '付款时间',
  paymentStatus: '状态',
  copyLink: '复制付款链接',
  emailLink: '通过邮件发送链接',
};
