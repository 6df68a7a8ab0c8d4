import type { SentMessages } from '../messages.ts';

/** Arabic, for a payer who has sent the money. */
export const messages: SentMessages = {
  sentTitle: 'نبحث عن دفعتك',
  sentText: 'ستظهر هنا بعد أن ترصدها الشبكة. يمكنك إغلاق هذه الصفحة، وستصل دفعتك إلى المتجر.',
  sentCheck: 'تحقّق في محفظتك',
  sentAddress: 'ينتهي العنوان بـ {end}',
  sentBack: 'عرض الدفعة مرة أخرى',
};
