import type { WalletMessages } from '../wallet-messages.ts';

/** Malay. */
export const messages: WalletMessages = {
  payHere: 'Bayar daripada dompet dalam pelayar ini',
  openApp: 'Buka dalam aplikasi dompet saya',
  answerWallet: 'Jawab permintaan dalam dompet anda.',
  fromAccount: 'Daripada akaun',
  sendAmount: 'Hantar {amount}',
  walletSent: 'Dompet anda telah menghantarnya. Halaman ini menunggu sehingga kedai melihat bayaran.',
  transaction: 'Transaksi',
  refused: 'Anda menolak permintaan itu. Tiada apa-apa dihantar.',
  wrongChain: 'Dompet bukan di {network}. Tukar rangkaian di situ dan cuba lagi. Tiada apa-apa dihantar.',
  unknownChain: 'Dompet tidak mengenali {network}. Tambah di situ dan cuba lagi. Tiada apa-apa dihantar.',
  requestOpen: 'Sudah ada permintaan terbuka dalam dompet anda. Jawab di situ, kemudian cuba lagi.',
  tooLittle: '{coin} dalam akaun ini tidak mencukupi. Tiada apa-apa dihantar.',
  walletGone:
    'Dompet tidak lagi memberi respons. Semak di situ sama ada apa-apa telah dihantar sebelum membayar dengan cara lain.',
  walletFailed: 'Dompet melaporkan ralat. Semak di situ sama ada apa-apa telah dihantar sebelum mencuba lagi.',
};
