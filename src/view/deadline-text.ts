import type { PublicPayment } from '../core/payments/payment.ts';
import { formatMessage } from '../i18n/format-message.ts';
import type { Messages } from '../i18n/messages.ts';

/** The time until which to pay. Only a payment in a coin has something to send. */
export const deadlineText = (payment: PublicPayment, time: string, { sendBy, payBefore }: Messages): string =>
  formatMessage('tid' in payment ? sendBy : payBefore, { time });
