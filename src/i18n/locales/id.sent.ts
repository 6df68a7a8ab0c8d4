import type { SentMessages } from '../messages.ts';

/** Indonesian, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Kami mencari pembayaran Anda',
  sentText:
    'Pembayaran muncul di sini setelah terlihat di jaringan. Anda boleh menutup halaman ini: toko tetap menerimanya.',
  sentCheck: 'Periksa di wallet Anda',
  sentAddress: 'Alamat berakhir dengan {end}',
  sentBack: 'Tampilkan pembayaran lagi',
};
