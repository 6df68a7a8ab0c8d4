import { choiceOf, type ShownOrder } from '../../core/orders/order-answer.ts';
import { idOf } from '../../core/payments/payment.ts';
import { isFinal, phaseFacts, type Phase } from '../../core/payments/phases.ts';
import { fiatText } from '../../i18n/format-money.ts';
import { formatMessage, isolate } from '../../i18n/format-message.ts';
import type { Messages } from '../../i18n/messages.ts';
import type { PayableView } from '../../view/payable-view.ts';
import type { PaymentView } from '../../view/payment-view.ts';
import { isInProgress, type OrderSnapshot } from '../../model/order-snapshot.ts';

/** A message about the order. */
export interface Note {
  readonly text: string;
  /** The number of the payment that the payer has to tell the shop. */
  readonly id?: string | undefined;
  /** The payer has nothing to do about it. */
  readonly quiet?: boolean;
}

/** Whether money has arrived that has paid nothing yet. */
const isMoneyOpen = (phase: Phase) => !!phaseFacts(phase).seen && !isFinal(phase);

/**
 * Messages about money that does not pay the order: it was paid for another amount, or a second time. A payment of a paid
 * order that is late, in part or on its way is a second one, too.
 *
 * @param shownId - The payment that is shown.
 */
export function noteMessages(
  { mismatched, duplicates, paid, payments }: ShownOrder,
  messages: Messages,
  locale: string,
  shownId?: string,
): Note[] {
  const others = mismatched.map(({ id, amount, currency }) => ({
    text: formatMessage(messages.paidOtherAmount, {
      amount: isolate(fiatText(amount, currency, locale), messages),
    }),
    id,
  }));
  // The payer calls the payment the second that is not on the page.
  const first = paid && paid !== true ? idOf(paid) : undefined;
  // A shop that has accepted a late payment by hand says `true`.
  const late = first ? payments.filter(({ phase }) => isMoneyOpen(phase)).map((each) => ({ id: idOf(each) })) : [];
  const second = [...duplicates, ...late].map(({ id }) => ({
    text: messages.paidTwice,
    id: id === shownId ? (first ?? id) : id,
  }));
  return [...others, ...second];
}

/** The parts of an announcement, in reading order. A live region announces each part that has changed. */
export type Announcement = readonly (string | undefined)[];

/**
 * What is announced of a payment besides its status: when the payer has not chosen it, why it is shown and which one it
 * is, and what to send.
 *
 * @param view - The view that is shown.
 * @param isSent - The payer has said that the money is sent: what to send is not shown.
 */
export function paymentAnnouncement(
  { payment, by }: NonNullable<OrderSnapshot['shown']>,
  view: PaymentView,
  isSent: boolean,
  messages: Messages,
): Announcement {
  const { method, coin } = choiceOf(payment);
  const { status } = view;
  const isFirst = view.kind === 'loading' || ('phase' in view && view.phase === payment.phase);
  const why =
    by === 'moved'
      ? messages.otherSeen
      : by === 'resumed' && isInProgress(payment) && payment.phase !== 'unmatched'
        ? messages.inProgress
        : '';
  return [
    isFirst ? why : '',
    by === 'payer' ? '' : (coin?.name ?? messages[method]),
    view.kind === 'payable' && !isSent ? toDo(view, messages) : '',
    status.hiddenText,
    status.title,
    status.text,
    status.announcement,
  ];
}

/** What to do, as the card shows it. */
function toDo(view: PayableView, messages: Messages): string {
  if (view.method === 'crypto') {
    const { label, text, unit } = view.amount;
    return formatMessage(messages.labelAndValue, { label, value: isolate(`${text} ${unit}`, messages) });
  }
  const text = view.method === 'wallet' ? view.destination.label : view.title;
  return formatMessage(messages.titleAndText, { title: view.price, text });
}
