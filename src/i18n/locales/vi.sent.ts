import type { SentMessages } from '../messages.ts';

/** Vietnamese, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Chúng tôi đang tìm khoản thanh toán',
  sentText: 'Nó sẽ hiện ở đây khi mạng thấy. Bạn có thể đóng trang này: cửa hàng vẫn nhận được khoản thanh toán.',
  sentCheck: 'Kiểm tra trong ví của bạn',
  sentAddress: 'Địa chỉ kết thúc bằng {end}',
  sentBack: 'Hiện lại khoản thanh toán',
};
