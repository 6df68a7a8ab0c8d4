import { durationText } from '../i18n/format-duration.ts';
import { formatMessage, type Messages } from '../i18n/messages.ts';
import { minimumText } from './amounts.ts';
import { shownPhase, type ViewState } from './state.ts';
import { loadingStatus, lostStatus, waitingText, type Message, type StatusView } from './status.ts';

/** With this much time left, the payer is warned. Seconds. */
const LITTLE_TIME_S = 300;

/** What the status line says where the card says a title and a text in large letters, or nothing yet. */
export function titleStatus(state: ViewState, messages: Messages, message: Message | undefined): StatusView {
  const { payment, problem, contactLost } = state;
  const rest = { announcement: copyText(state, messages) || undefined, timer: undefined };
  if (!problem && contactLost) return { ...lostStatus(messages), ...rest };
  if (!problem && message && payment?.phase === 'unknown') return { ...unknown(payment.status, messages), ...rest };
  if (!message) return { ...loadingStatus(state, messages), ...rest };
  return { title: message[0], text: message[1], tone: 'wait', visuallyHidden: true, ...rest };
}

/** What the status line says while there is something to pay: trouble comes before 'waiting'. */
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
  return { title, text: waitingText(state, messages, stalledText(state, messages)), tone: 'wait', ...rest };
}

/** The result of the last copy, in sight for a moment. */
export function copyHint({ copied }: ViewState, messages: Messages): string {
  if (!copied) return '';
  return copied.byHand ? messages.copyByHand : messages.copied;
}

/** The same as it is read aloud: after an address is copied, also what to compare. */
function copyText(state: ViewState, messages: Messages): string {
  const { copied } = state;
  if (copied?.what === 'address' && !copied.byHand) return `${messages.copied}. ${messages.compare}`;
  return copyHint(state, messages);
}

const unknown = (status: string, messages: Messages) =>
  ({ title: formatMessage(messages.unknown, { status }), text: messages.awaitingText, tone: 'calm' }) as const;

/** What is said instead of `awaitingText` where nothing has arrived for a long time. */
function stalledText({ payment, stalled }: ViewState, messages: Messages): string | undefined {
  if (!stalled) return undefined;
  const least = payment && minimumText(payment, messages);
  return least ? `${messages.stalled} ${least}` : messages.stalled;
}

const timeLeft = (seconds: number | undefined, { locale }: ViewState, messages: Messages): string | undefined =>
  seconds === undefined ? undefined : formatMessage(messages.timeLeft, { time: durationText(seconds, locale) });
