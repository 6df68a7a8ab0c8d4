import type { WalletMessages } from '../wallet-messages.ts';

/** Vietnamese. */
export const messages: WalletMessages = {
  payHere: 'Thanh toán từ ví trong trình duyệt này',
  openApp: 'Mở trong ứng dụng ví của tôi',
  answerWallet: 'Hãy trả lời yêu cầu trong ví của bạn.',
  fromAccount: 'Từ tài khoản',
  sendAmount: 'Gửi {amount}',
  walletSent: 'Ví của bạn đã gửi. Trang này chờ đến khi cửa hàng thấy khoản thanh toán.',
  transaction: 'Giao dịch',
  refused: 'Bạn đã từ chối yêu cầu. Chưa gửi gì cả.',
  wrongChain: 'Ví không ở trên {network}. Hãy chuyển mạng trong ví rồi thử lại. Chưa gửi gì cả.',
  unknownChain: 'Ví không biết {network}. Hãy thêm mạng trong ví rồi thử lại. Chưa gửi gì cả.',
  requestOpen: 'Đã có một yêu cầu đang mở trong ví của bạn. Hãy trả lời ở đó rồi thử lại.',
  tooLittle: 'Tài khoản này không đủ {coin}. Chưa gửi gì cả.',
  walletGone: 'Ví không còn phản hồi. Hãy xem trong ví đã gửi gì chưa trước khi thanh toán cách khác.',
  walletFailed: 'Ví báo lỗi. Hãy xem trong ví đã gửi gì chưa trước khi thử lại.',
};
