import type { ActionMessages } from '../messages.ts';

/** Georgian. */
export const messages: ActionMessages = {
  close: 'დახურვა',
  qrBrightness: 'ძნელად სკანირდება? გაზარდეთ ეკრანის სიკაშკაშე.',
  orderNumber: 'შეკვეთის ნომერი',
  paidAt: 'გადახდის დრო',
  paymentStatus: 'სტატუსი',
  copyLink: 'გადახდის ბმულის კოპირება',
  emailLink: 'ბმულის გაგზავნა ელფოსტით',
};
