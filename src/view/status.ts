import type { PublicPayment } from '../core/payments/payment.ts';
import type { Tone } from '../core/payments/phases.ts';
import { timeText } from '../i18n/format-time.ts';
import { formatMessage } from '../i18n/format-message.ts';
import type { Messages } from '../i18n/messages.ts';
import { shownPhase, type ViewState } from './state.ts';

/** A title and a text. */
export type Message = readonly [title: string, text: string];

/** The status line, which is also the live region of a card. */
export interface StatusView {
  readonly title: string;
  readonly text?: string | undefined;
  readonly tone: Tone;
  /** For screen readers only: the card shows the same in large letters. */
  readonly visuallyHidden?: boolean;
  /** Announced before the title: the card shows it in large letters. */
  readonly hiddenText?: string | undefined;
  /** Announced in addition, such as the result of a copy. */
  readonly announcement: string | undefined;
  /** The visible countdown, outside the live region. */
  readonly timer: string | undefined;
  /** The text asks the payer to contact the shop. */
  readonly asksToContact?: boolean;
  /** Set in the last five minutes. */
  readonly timerTone?: 'warn' | undefined;
}

/** The status line while there is nothing to show yet. */
export const loadingStatus = ({ contactLost }: ViewState, messages: Messages): StatusView =>
  contactLost ? lostStatus(messages) : { title: messages.loading, tone: 'wait', visuallyHidden: true, ...SILENT };

const SILENT = { announcement: undefined, timer: undefined };

/** The status line when the shop does not respond. */
export const lostStatus = ({ lost, lostText }: Messages): StatusView => ({
  title: lost,
  text: lostText,
  tone: 'warn',
  ...SILENT,
});

/** The time until which to pay. Only a payment in a coin has something to send. */
export const deadlineText = (payment: PublicPayment, time: string, { sendBy, payBefore }: Messages): string =>
  formatMessage('tid' in payment ? sendBy : payBefore, { time });

/**
 * The text below 'waiting': the time until which to pay, when the shop gives one and no timer shows it. For a coin without
 * such a time, that the page updates by itself: nothing else there says that the payer has nothing more to do.
 *
 * @param more - What may be wrong.
 */
export function waitingText(state: ViewState, messages: Messages, more?: string): string | undefined {
  const { payment, secondsLeft, locale, method } = state;
  const expiresAt = payment?.expiresAt;
  const before =
    expiresAt && secondsLeft === undefined ? deadlineText(payment, timeText(expiresAt, locale), messages) : undefined;
  const isBare = !expiresAt && method === 'crypto' && shownPhase(state) === 'awaiting';
  const rest = more ?? (isBare ? messages.awaitingText : undefined);
  return [before, rest].filter(Boolean).join(' ') || undefined;
}
