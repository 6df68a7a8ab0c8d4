import type { WalletMessages } from '../wallet-messages.ts';

/** Hebrew. */
export const messages: WalletMessages = {
  payHere: 'תשלום מארנק בדפדפן הזה',
  openApp: 'פתיחה באפליקציית הארנק שלי',
  answerWallet: 'יש להשיב לבקשה בארנק.',
  fromAccount: 'מהחשבון',
  sendAmount: 'שליחת {amount}',
  walletSent: 'הארנק שלך שלח. הדף ממתין עד שהחנות תראה את התשלום.',
  transaction: 'עסקה',
  refused: 'הבקשה נדחתה. דבר לא נשלח.',
  wrongChain: 'הארנק אינו ברשת {network}. יש להחליף שם רשת ולנסות שוב. דבר לא נשלח.',
  unknownChain: 'הארנק אינו מכיר את {network}. יש להוסיף שם את הרשת ולנסות שוב. דבר לא נשלח.',
  requestOpen: 'כבר יש בקשה פתוחה בארנק. יש להשיב לה שם ואז לנסות שוב.',
  tooLittle: 'אין בחשבון הזה מספיק {coin}. דבר לא נשלח.',
  walletGone: 'הארנק אינו משיב עוד. יש לבדוק בו אם נשלח משהו לפני תשלום בדרך אחרת.',
  walletFailed: 'הארנק דיווח על שגיאה. יש לבדוק בו אם נשלח משהו לפני ניסיון נוסף.',
};
