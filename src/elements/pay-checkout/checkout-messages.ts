import { choiceOf, type ShownOrder } from '../../core/order-answer.ts';
import { fiatText } from '../../i18n/format-money.ts';
import { formatMessage, isolate, type Messages } from '../../i18n/messages.ts';
import type { outcomeMessage } from '../../view/outcome-view.ts';
import type { Message } from '../../view/status.ts';
import type { OrderController } from './order-controller.ts';

/** A sentence about the order. */
export interface Note {
  readonly text: string;
  /** The number of the payment that the payer has to name to the shop. */
  readonly id?: string | undefined;
  /** There is nothing to do about it. */
  readonly quiet?: boolean;
}

/** Money that does not pay the order: paid for another amount, or paid a second time. */
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
 * What is said aloud when a payment is shown: nothing to the payer who has chosen it. Its own tag says every change
 * after that.
 *
 * @param outcome - Loads after the first paint. Until then nothing is said of a payment that is not to be paid.
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
