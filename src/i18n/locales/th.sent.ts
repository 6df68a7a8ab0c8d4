import type { SentMessages } from '../messages.ts';

/** Thai, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'เรากำลังค้นหาการชำระเงินของคุณ',
  sentText: 'จะแสดงที่นี่เมื่อเครือข่ายเห็นรายการแล้ว คุณปิดหน้านี้ได้ ร้านค้าจะยังได้รับการชำระเงิน',
  sentCheck: 'ตรวจสอบในวอลเล็ตของคุณ',
  sentAddress: 'ที่อยู่ลงท้ายด้วย {end}',
  sentBack: 'แสดงการชำระเงินอีกครั้ง',
};
