import type { SentMessages } from '../messages.ts';

/** Malay, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'Kami mencari bayaran anda',
  sentText: 'Ia muncul di sini apabila rangkaian melihatnya. Anda boleh tutup halaman ini: kedai tetap menerimanya.',
  sentCheck: 'Semak dalam dompet anda',
  sentAddress: 'Alamat berakhir dengan {end}',
  sentBack: 'Tunjukkan bayaran semula',
};
