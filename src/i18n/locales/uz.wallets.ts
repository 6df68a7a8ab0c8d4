import type { WalletMessages } from '../wallet-messages.ts';

/** Uzbek in Latin letters. */
export const messages: WalletMessages = {
  payHere: 'Shu brauzerdagi hamyondan toʻlash',
  openApp: 'Hamyonim ilovasida ochish',
  answerWallet: 'Hamyoningizdagi soʻrovga javob bering.',
  fromAccount: 'Hisobdan',
  sendAmount: '{amount} yuborish',
  walletSent: 'Hamyoningiz yubordi. Doʻkon toʻlovni koʻrguncha bu sahifa kutadi.',
  transaction: 'Tranzaksiya',
  refused: 'Soʻrovni rad etdingiz. Hech narsa yuborilmadi.',
  wrongChain:
    'Hamyon {network} tarmogʻida emas. Tarmoqni oʻsha yerda almashtirib, qayta urining. Hech narsa yuborilmadi.',
  unknownChain: 'Hamyon {network} tarmogʻini bilmaydi. Uni oʻsha yerda qoʻshib, qayta urining. Hech narsa yuborilmadi.',
  requestOpen: 'Hamyoningizda allaqachon ochiq soʻrov bor. Oʻsha yerda javob berib, qayta urining.',
  tooLittle: 'Bu hisobda {coin} yetarli emas. Hech narsa yuborilmadi.',
  walletGone:
    'Hamyon endi javob bermayapti. Boshqacha toʻlashdan oldin oʻsha yerda biror narsa yuborilganini tekshiring.',
  walletFailed:
    'Hamyon xato haqida xabar berdi. Qayta urinishdan oldin oʻsha yerda biror narsa yuborilganini tekshiring.',
};
