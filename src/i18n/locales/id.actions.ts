import type { ActionMessages } from '../messages.ts';

/** Indonesian. */
export const messages: ActionMessages = {
  close: 'Tutup',
  qrBrightness: 'Sulit dipindai? Naikkan kecerahan layar.',
  orderNumber: 'Nomor pesanan',
  paidAt: 'Waktu pembayaran',
  paymentStatus: 'Status',
  copyLink: 'Salin tautan pembayaran',
  emailLink: 'Kirim tautan lewat email',
};
