import type { ActionMessages } from '../messages.ts';

/** Turkish. */
export const messages: ActionMessages = {
  close: 'Kapat',
  qrBrightness: 'Taranmıyor mu? Ekran parlaklığını artırın.',
  orderNumber: 'Sipariş numarası',
  paidAt: 'Ödeme zamanı',
  paymentStatus: 'Durum',
  copyLink: 'Ödeme bağlantısını kopyala',
  emailLink: 'Bağlantıyı e-postayla gönder',
};
