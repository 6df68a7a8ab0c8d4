import { timeText } from '../i18n/format-time.ts';
import { formatMessage, type Messages, type PrimaryMessages } from '../i18n/messages.ts';
import type { ViewState } from './state.ts';

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
export type KnownMessages = PrimaryMessages & Partial<Messages>;

/** Before anything else is known: what the payer waits for, or that there is no contact. */
export const waitingStatus = (state: ViewState, messages: KnownMessages, awaiting: string): StatusView =>
  state.contactLost
    ? lostStatus(messages)
    : { title: awaiting, text: waitingText(state, messages), tone: 'wait', ...SILENT };

/** What the status line says while there is nothing to show yet. */
export const loadingStatus = ({ contactLost }: ViewState, messages: KnownMessages): StatusView =>
  contactLost ? lostStatus(messages) : { title: messages.loading, tone: 'wait', visuallyHidden: true, ...SILENT };

const SILENT = { announcement: undefined, timer: undefined };

/** The shop does not answer. */
export const lostStatus = ({ lost, lostText }: KnownMessages): StatusView => ({
  title: lost,
  text: lostText,
  tone: 'warn',
  ...SILENT,
});

/** Until when to pay, where the shop says so and no timer does, and then `text`. */
export function waitingText(state: ViewState, messages: KnownMessages, text = messages.awaitingText): string {
  const { payment, secondsLeft, locale } = state;
  const expiresAt = secondsLeft === undefined ? payment?.expiresAt : undefined;
  return expiresAt ? `${formatMessage(messages.payBefore, { time: timeText(expiresAt, locale) })} ${text}` : text;
}
