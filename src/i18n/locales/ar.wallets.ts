import type { WalletMessages } from '../wallet-messages.ts';

/** Arabic. */
export const messages: WalletMessages = {
  payHere: 'الدفع من محفظة في هذا المتصفح',
  openApp: 'الفتح في تطبيق محفظتي',
  answerWallet: 'أجب عن الطلب في محفظتك.',
  fromAccount: 'من الحساب',
  sendAmount: 'إرسال {amount}',
  walletSent: 'أرسلت محفظتك المبلغ. تنتظر هذه الصفحة حتى يرى المتجر الدفعة.',
  transaction: 'المعاملة',
  refused: 'لقد رفضت الطلب. لم يُرسل شيء.',
  wrongChain: 'المحفظة ليست على {network}. بدّل الشبكة فيها ثم حاول مجددًا. لم يُرسل شيء.',
  unknownChain: 'المحفظة لا تعرف {network}. أضف الشبكة فيها ثم حاول مجددًا. لم يُرسل شيء.',
  requestOpen: 'هناك طلب مفتوح بالفعل في محفظتك. أجب عنه هناك ثم حاول مجددًا.',
  tooLittle: 'لا يوجد في هذا الحساب ما يكفي من {coin}. لم يُرسل شيء.',
  walletGone: 'لم تعد المحفظة تستجيب. تحقق فيها مما إذا أُرسل شيء قبل أن تدفع بطريقة أخرى.',
  walletFailed: 'أبلغت المحفظة عن خطأ. تحقق فيها مما إذا أُرسل شيء قبل أن تحاول مجددًا.',
};
