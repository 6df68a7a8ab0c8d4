import { formatMessage, type Messages, type PrimaryMessages } from '../i18n/messages.ts';
import { durationText, timeText } from '../i18n/format-time.ts';
import { minimumText } from './amounts.ts';
import { shownPhase, type ViewState } from './state.ts';

/** How a message looks: success, waiting, warning, failure, neutral. */
export type Tone = 'ok' | 'wait' | 'warn' | 'bad' | 'calm';

/** A title and a text. */
export type Message = readonly [title: string, text: string];

/** The status line, which is also the live region of a card. */
export interface StatusView {
  readonly title: string;
  readonly text?: string | undefined;
  readonly tone: Tone;
  /** Read aloud only: the card says the same in large letters. */
  readonly visuallyHidden?: boolean;
  /** Read aloud before the title: the card says it in large letters. */
  readonly hiddenText?: string | undefined;
  /** Read aloud beside it: the result of a copy, and the like. */
  readonly announcement: string | undefined;
  /** Counts down in sight, outside the live region. */
  readonly timer: string | undefined;
  /** The last five minutes have begun. */
  readonly timerTone?: 'warn' | undefined;
}

/** English secondary messages arrive after the first paint. */
type KnownMessages = PrimaryMessages & Partial<Messages>;

/** With this much time left, the payer is warned. Seconds. */
const LITTLE_TIME_S = 300;

/** What the status line says where the card says a title and a text in large letters, or nothing yet. */
export function titleStatus(state: ViewState, messages: KnownMessages, message: Message | undefined): StatusView {
  const { payment, problem, contactLost } = state;
  const rest = { announcement: copyText(state, messages) || undefined, timer: undefined };
  if (!problem && contactLost) return { ...lost(messages), ...rest };
  if (!problem && message && payment?.phase === 'unknown') return { ...unknown(payment.status, messages), ...rest };
  const [title, text] = message ?? [messages.loading, undefined];
  return { title, text, tone: 'wait', visuallyHidden: true, ...rest };
}

/** What the status line says while there is something to pay: trouble comes before 'waiting'. */
export function payableStatus(state: ViewState, messages: KnownMessages, awaiting: string): StatusView {
  const { payment, contactLost, secondsLeft, secondsAnnounced, walletUnanswered } = state;
  const wallet = walletUnanswered && `${messages.noWallet} ${messages.noWalletText}`;
  const announcement = copyText(state, messages) || wallet || timeLeft(secondsAnnounced, state, messages);
  const timerTone = secondsLeft !== undefined && secondsLeft <= LITTLE_TIME_S ? 'warn' : undefined;
  const timer = timeLeft(secondsLeft, state, messages);
  const rest = { announcement: announcement || undefined, timer, timerTone } as const;
  if (contactLost) return { ...lost(messages), ...rest };
  if (payment?.phase === 'unknown') return { ...unknown(payment.status, messages), ...rest };
  const title = shownPhase(state) === 'underpaid' ? messages.waitingRest! : awaiting;
  return { title, text: waitingText(state, messages), tone: 'wait', ...rest };
}

/** The result of the last copy, in sight for a moment. */
export function copyHint({ copied }: ViewState, messages: KnownMessages): string {
  if (!copied) return '';
  return copied.byHand ? messages.copyByHand! : messages.copied!;
}

/** The same as it is read aloud: who copied an address hears what to compare. */
function copyText(state: ViewState, messages: KnownMessages): string {
  const { copied } = state;
  if (copied?.what === 'address' && !copied.byHand) return `${messages.copied}. ${messages.compare}`;
  return copyHint(state, messages);
}

const lost = (messages: KnownMessages) => ({ title: messages.lost, text: messages.lostText, tone: 'warn' }) as const;

const unknown = (status: string, messages: KnownMessages) =>
  ({ title: formatMessage(messages.unknown!, { status }), text: messages.awaitingText, tone: 'calm' }) as const;

function waitingText({ payment, secondsLeft, stalled, locale }: ViewState, messages: KnownMessages): string {
  const expiresAt = secondsLeft === undefined ? payment?.expiresAt : undefined;
  const time = expiresAt && timeText(expiresAt, locale);
  const before = time ? `${formatMessage(messages.payBefore, { time })} ` : '';
  if (!stalled) return before + messages.awaitingText;
  const least = payment && minimumText(payment, messages);
  return before + messages.stalled! + (least ? ` ${least}` : '');
}

const timeLeft = (seconds: number | undefined, { locale }: ViewState, messages: KnownMessages): string | undefined =>
  seconds === undefined ? undefined : formatMessage(messages.timeLeft!, { time: durationText(seconds, locale) });
