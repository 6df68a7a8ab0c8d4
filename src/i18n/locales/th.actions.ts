import type { ActionMessages } from '../messages.ts';

/** Thai. */
export const messages: ActionMessages = {
  close: 'ปิด',
  qrBrightness: 'สแกนยากใช่ไหม เพิ่มความสว่างหน้าจอ',
  orderNumber: 'หมายเลขคำสั่งซื้อ',
  paidAt: 'เวลาที่ชำระเงิน',
  paymentStatus: 'สถานะ',
  copyLink: 'คัดลอกลิงก์ชำระเงิน',
  emailLink: 'ส่งลิงก์ทางอีเมล',
};
