import { choiceOf, type ShownOrder } from '../../core/order-answer.ts';
import { fiatText } from '../../i18n/format-money.ts';
import { formatMessage, isolate, type Messages } from '../../i18n/messages.ts';
import type { outcomeMessage } from '../../view/outcome-view.ts';
import type { Message } from '../../view/status.ts';
import type { OrderController } from './order-controller.ts';

/** A message about the order. */
export interface Note {
  readonly text: string;
  /** The number of the payment that the payer has to tell the shop. */
  readonly id?: string | undefined;
  /** The payer has nothing to do about it. */
  readonly quiet?: boolean;
}

/** Messages about money that does not pay the order: it was paid for another amount, or a second time. */
export function noteMessages({ mismatched, duplicates }: ShownOrder, messages: Messages, locale: string): Note[] {
  const paid = mismatched.map(({ id, amount, currency }) => ({
    text: formatMessage(messages.paidOtherAmount, {
      amount: isolate(fiatText(amount, currency, locale), messages),
    }),
    id,
  }));
  return [...paid, ...duplicates.map(({ id }) => ({ text: messages.paidTwice, id }))];
}

const AWAITING = { crypto: 'awaitingCrypto', wallet: 'awaitingWallet', localcode: 'awaitingLocalcode' } as const;

/**
 * The announcement when a payment is shown: empty when the payer has chosen the payment. The element of the payment
 * announces all later changes.
 *
 * @param outcome - Loaded after the first paint. Until then, a payment with nothing to pay is not announced.
 */
export function shownMessage(
  { payment, by }: NonNullable<OrderController['shown']>,
  messages: Messages,
  outcome: typeof outcomeMessage | undefined,
): Message {
  if (by === 'payer') return ['', ''];
  const { method, coin } = choiceOf(payment);
  const { phase } = payment;
  const name = coin?.name ?? messages[method];
  const message = phase === 'awaiting' ? [messages[AWAITING[method]], ''] : outcome?.(payment, phase, messages);
  if (!message) return ['', ''];
  const [title, detail] = message;
  const text = `${name}. ${title}. ${detail}`;
  if (by === 'moved') return [messages.otherSeen, text];
  return [by === 'resumed' ? messages.inProgress : '', text];
}
