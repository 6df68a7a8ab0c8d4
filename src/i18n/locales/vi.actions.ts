import type { ActionMessages } from '../messages.ts';

/** Vietnamese. */
export const messages: ActionMessages = {
  close: 'Đóng',
  qrBrightness: 'Khó quét? Hãy tăng độ sáng màn hình.',
  orderNumber: 'Số đơn hàng',
  paidAt: 'Thời gian thanh toán',
  paymentStatus: 'Trạng thái',
  copyLink: 'Sao chép liên kết thanh toán',
  emailLink: 'Gửi liên kết qua email',
};
