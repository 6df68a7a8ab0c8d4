import { timeText } from '../i18n/format-time.ts';
import { formatMessage, type Messages, type PrimaryMessages } from '../i18n/messages.ts';
import type { ViewState } from './state.ts';

/** The style of a message: success, waiting, warning, failure, neutral. */
export type Tone = 'ok' | 'wait' | 'warn' | 'bad' | 'calm';

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
  /** Set in the last five minutes. */
  readonly timerTone?: 'warn' | undefined;
}

/** Messages before all parts are loaded: the secondary messages in English arrive after the first paint. */
export type KnownMessages = PrimaryMessages & Partial<Messages>;

/** The status line of a first view: what the payer waits for, or that the shop cannot be reached. */
export const waitingStatus = (state: ViewState, messages: KnownMessages, awaiting: string): StatusView =>
  state.contactLost
    ? lostStatus(messages)
    : { title: awaiting, text: waitingText(state, messages), tone: 'wait', ...SILENT };

/** The status line while there is nothing to show yet. */
export const loadingStatus = ({ contactLost }: ViewState, messages: KnownMessages): StatusView =>
  contactLost ? lostStatus(messages) : { title: messages.loading, tone: 'wait', visuallyHidden: true, ...SILENT };

const SILENT = { announcement: undefined, timer: undefined };

/** The status line when the shop does not respond. */
export const lostStatus = ({ lost, lostText }: KnownMessages): StatusView => ({
  title: lost,
  text: lostText,
  tone: 'warn',
  ...SILENT,
});

/** The time until which to pay, when the shop gives one and no timer shows it, followed by `text`. */
export function waitingText(state: ViewState, messages: KnownMessages, text = messages.awaitingText): string {
  const { payment, secondsLeft, locale } = state;
  const expiresAt = secondsLeft === undefined ? payment?.expiresAt : undefined;
  return expiresAt ? `${formatMessage(messages.payBefore, { time: timeText(expiresAt, locale) })} ${text}` : text;
}
