import type { WalletMessages } from '../wallet-messages.ts';

/** Indonesian. */
export const messages: WalletMessages = {
  payHere: 'Bayar dari wallet di browser ini',
  openApp: 'Buka di aplikasi wallet saya',
  answerWallet: 'Jawab permintaan di wallet Anda.',
  fromAccount: 'Dari akun',
  sendAmount: 'Kirim {amount}',
  walletSent: 'Wallet Anda sudah mengirimnya. Halaman ini menunggu sampai toko melihat pembayaran.',
  transaction: 'Transaksi',
  refused: 'Anda menolak permintaan. Tidak ada yang dikirim.',
  wrongChain: 'Wallet tidak berada di {network}. Ganti jaringannya di sana lalu coba lagi. Tidak ada yang dikirim.',
  unknownChain: 'Wallet tidak mengenal {network}. Tambahkan di sana lalu coba lagi. Tidak ada yang dikirim.',
  requestOpen: 'Sudah ada permintaan terbuka di wallet Anda. Jawab di sana, lalu coba lagi.',
  tooLittle: '{coin} di akun ini tidak cukup. Tidak ada yang dikirim.',
  walletGone:
    'Wallet tidak lagi merespons. Periksa di sana apakah ada yang terkirim sebelum membayar dengan cara lain.',
  walletFailed: 'Wallet melaporkan kesalahan. Periksa di sana apakah ada yang terkirim sebelum mencoba lagi.',
};
