import { isFinal, type Tone } from '../core/payments/phases.ts';
import { durationText } from '../i18n/format-duration.ts';
import { timeText } from '../i18n/format-time.ts';
import { formatMessage, joinSentences } from '../i18n/format-message.ts';
import type { Messages } from '../i18n/messages.ts';
import { minimumText } from './amounts.ts';
import { deadlineText } from './deadline-text.ts';
import { lastKnownPhase, type ViewState } from './state.ts';

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

/** When this much time is left, the timer becomes a warning. Seconds. */
const LITTLE_TIME_S = 300;

/** The status line when the card shows a title and a text in large letters, or nothing yet. */
export function titleStatus(state: ViewState, messages: Messages, message: Message | undefined): StatusView {
  const { payment, problem, contactLost } = state;
  const rest = { announcement: copyText(state, messages) || undefined, timer: undefined };
  // Nothing more is expected of a final payment.
  const isExpected = !payment || !isFinal(payment.phase);
  if (!problem && contactLost && isExpected) return { ...lostStatus(messages), ...rest };
  if (!problem && message && payment?.phase === 'unknown') return { ...unknown(payment.status, messages), ...rest };
  if (!message) return { title: messages.loading, tone: 'wait', visuallyHidden: true, ...rest };
  return { title: message[0], text: message[1], tone: 'wait', visuallyHidden: true, ...rest };
}

/** The status line while there is something to pay. A problem takes precedence over 'waiting'. */
export function payableStatus(state: ViewState, messages: Messages): StatusView {
  const { payment, method, contactLost, secondsLeft, secondsAnnounced, walletUnanswered } = state;
  const wallet = walletUnanswered && joinSentences(messages, messages.noWallet, messages.noWalletText);
  const announcement = copyText(state, messages) || wallet || timeLeft(secondsAnnounced, state, messages);
  const timer = timeLeft(secondsLeft, state, messages);
  const tone = secondsLeft !== undefined && secondsLeft <= LITTLE_TIME_S ? { timerTone: 'warn' as const } : {};
  const rest = { announcement: announcement || undefined, timer, ...tone };
  if (contactLost) return { ...lostStatus(messages), ...rest };
  if (payment?.phase === 'unknown') return { ...unknown(payment.status, messages), ...rest };
  if (payment?.moneyGone && lastKnownPhase(state) === 'awaiting') {
    const text = waitingText(state, messages, messages.moneyGoneText);
    return { title: messages.moneyGone, text, tone: 'warn', asksToContact: true, ...rest };
  }
  const title = lastKnownPhase(state) === 'underpaid' ? messages.waitingRest : messages[AWAITING[method]];
  const stalled = stalledText(state, messages);
  const asks = stalled === undefined ? {} : { asksToContact: true };
  return { title, text: waitingText(state, messages, stalled), tone: 'wait', ...asks, ...rest };
}

/**
 * The status line below the view for a payer who has sent the money, which has a title of its own. Only trouble is shown
 * beside it.
 */
export function sentStatus(status: StatusView): StatusView {
  return status.tone === 'wait' ? { ...status, title: '', text: undefined, visuallyHidden: true } : status;
}

/** The result of the last copy, shown for a short time. */
export function copyHint({ copied }: ViewState, messages: Messages): string {
  if (!copied) return '';
  return copied.byHand ? messages.copyByHand : messages.copied;
}

/** The same result as it is announced: after an address was copied, also what to compare. */
function copyText(state: ViewState, messages: Messages): string {
  const { copied } = state;
  if (copied?.what === 'address' && !copied.byHand)
    return formatMessage(messages.titleAndText, { title: messages.copied, text: messages.compare });
  return copyHint(state, messages);
}

const unknown = (status: string, messages: Messages) =>
  ({ title: formatMessage(messages.unknown, { status }), text: messages.awaitingText, tone: 'calm' }) as const;

const AWAITING = { crypto: 'awaitingCrypto', wallet: 'awaitingWallet', localcode: 'awaitingLocalcode' } as const;
const STALLED = { crypto: 'stalled', wallet: 'stalledWallet', localcode: 'stalledLocalcode' } as const;

/** What may be wrong when nothing has arrived for a long time. */
export function stalledText({ payment, stalled, method }: ViewState, messages: Messages): string | undefined {
  if (!stalled) return undefined;
  const text = messages[STALLED[method]];
  return joinSentences(messages, text, payment && minimumText(payment, messages));
}

const timeLeft = (seconds: number | undefined, { locale }: ViewState, messages: Messages): string | undefined =>
  seconds === undefined ? undefined : formatMessage(messages.timeLeft, { time: durationText(seconds, locale) });

const lostStatus = ({ lost, lostText }: Messages) => ({ title: lost, text: lostText, tone: 'warn' }) as const;

/**
 * The text below 'waiting': the time until which to pay, when the shop gives one and no timer shows it. For a coin without
 * such a time, that the page updates by itself, if it does: nothing else there says that the payer has nothing more to do.
 *
 * @param more - What may be wrong.
 */
function waitingText(state: ViewState, messages: Messages, more?: string): string | undefined {
  const { payment, polling, secondsLeft, locale, method } = state;
  const expiresAt = payment?.expiresAt;
  const before =
    expiresAt && secondsLeft === undefined ? deadlineText(payment, timeText(expiresAt, locale), messages) : undefined;
  const isBare = polling && !expiresAt && method === 'crypto' && lastKnownPhase(state) === 'awaiting';
  const rest = more ?? (isBare ? messages.awaitingText : undefined);
  return joinSentences(messages, before, rest) || undefined;
}
