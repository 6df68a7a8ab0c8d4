import { fullTimeText } from '../i18n/format-time.ts';
import type { Messages } from '../i18n/messages.ts';
import { isMarked, type OutcomeView } from './outcome-view.ts';
import type { ViewState } from './state.ts';

/** A name, a value, and whether the value is a note. In a note every character counts. */
export type Row = readonly [name: string, value: string | undefined, isNote?: boolean];

/**
 * The rows of a receipt, in the order in which they are printed. A row without a known value has no value. The time is
 * that of the payment, never that of the printing.
 */
export function receiptRows(view: OutcomeView, { payment, locale }: ViewState, messages: Messages): readonly Row[] {
  const { phase, title, amounts, paymentId } = view;
  const { price, coin } = amounts;
  const { orderRef, paidAt } = payment ?? {};
  const {
    cryptoAmountReceived: received,
    address,
    note,
  } = payment as Partial<Record<'cryptoAmountReceived' | 'address' | 'note', string>>;
  return [
    [messages.orderNumber, orderRef],
    [messages.paymentStatus, title],
    [messages.paidAt, paidAt && fullTimeText(new Date(paidAt), locale)],
    [messages.amount, coin ? `${price} · ${coin}` : price],
    [messages.received, received && !isMarked(payment!, phase) ? (amounts.received ?? coin) : undefined],
    [messages.address, address],
    [messages.note, note, true],
    [messages.paymentNumber, paymentId],
  ];
}
