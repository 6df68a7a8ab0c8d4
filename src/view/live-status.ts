import { durationText } from '../i18n/format-duration.ts';
import { formatMessage } from '../i18n/format-message.ts';
import type { Messages } from '../i18n/messages.ts';
import { minimumText } from './amounts.ts';
import { shownPhase, type ViewState } from './state.ts';
import { loadingStatus, lostStatus, waitingText, type Message, type StatusView } from './status.ts';

/** When this much time is left, the timer becomes a warning. Seconds. */
const LITTLE_TIME_S = 300;

/** The status line when the card shows a title and a text in large letters, or nothing yet. */
export function titleStatus(state: ViewState, messages: Messages, message: Message | undefined): StatusView {
  const { payment, problem, contactLost } = state;
  const rest = { announcement: copyText(state, messages) || undefined, timer: undefined };
  if (!problem && contactLost) return { ...lostStatus(messages), ...rest };
  if (!problem && message && payment?.phase === 'unknown') return { ...unknown(payment.status, messages), ...rest };
  if (!message) return { ...loadingStatus(state, messages), ...rest };
  return { title: message[0], text: message[1], tone: 'wait', visuallyHidden: true, ...rest };
}

/** The status line while there is something to pay. A problem takes precedence over 'waiting'. */
export function payableStatus(state: ViewState, messages: Messages, awaiting: string): StatusView {
  const { payment, contactLost, secondsLeft, secondsAnnounced, walletUnanswered } = state;
  const wallet = walletUnanswered && `${messages.noWallet} ${messages.noWalletText}`;
  const announcement = copyText(state, messages) || wallet || timeLeft(secondsAnnounced, state, messages);
  const timer = timeLeft(secondsLeft, state, messages);
  const tone = secondsLeft !== undefined && secondsLeft <= LITTLE_TIME_S ? { timerTone: 'warn' as const } : {};
  const rest = { announcement: announcement || undefined, timer, ...tone };
  if (contactLost) return { ...lostStatus(messages), ...rest };
  if (payment?.phase === 'unknown') return { ...unknown(payment.status, messages), ...rest };
  const title = shownPhase(state) === 'underpaid' ? messages.waitingRest : awaiting;
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

const STALLED = { crypto: 'stalled', wallet: 'stalledWallet', localcode: 'stalledLocalcode' } as const;

/** What may be wrong when nothing has arrived for a long time. */
export function stalledText({ payment, stalled, method }: ViewState, messages: Messages): string | undefined {
  if (!stalled) return undefined;
  const text = messages[STALLED[method]];
  const least = payment && minimumText(payment, messages);
  return least ? `${text} ${least}` : text;
}

const timeLeft = (seconds: number | undefined, { locale }: ViewState, messages: Messages): string | undefined =>
  seconds === undefined ? undefined : formatMessage(messages.timeLeft, { time: durationText(seconds, locale) });
