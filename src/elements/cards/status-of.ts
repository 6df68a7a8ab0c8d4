import type { Phase } from '../../core/status.ts';
import type { CountdownController } from '../controllers/countdown-controller.ts';
import type { Fault, PaymentController } from '../controllers/payment-controller.ts';
import { sayAmounts, type Said } from '../../words/said.ts';
import { durationText, timeText } from '../../words/time.ts';
import type { Status } from '../parts/views.ts';
import { fill, type Words } from '../../words/words.ts';

/** What is said where there is no payment to show. */
export function faultWords(fault: Fault | undefined, hosted: boolean, words: Words): Said {
  if (fault?.code === 'no-payment') return [words.noPayment, words.noPaymentText];
  if (fault?.code === 'not-found') return [words.gone, words.goneText];
  return [words.unreadable, hosted ? words.unreadablePage : words.unreadableText];
}

interface Shown {
  /** The phase whose view is shown: under a word nobody knows, the last one that was known. */
  readonly phase: Phase;
  /** What this method calls waiting. */
  readonly awaiting: string;
  /** What the card says in large letters, when there is nothing to pay. */
  readonly outcome: Said | undefined;
  /** An alert covers the payment, and is enough to hear. */
  readonly covered: boolean;
  /** For times. */
  readonly lang: string;
  /** What was copied, to be said aloud. */
  readonly copied: string;
  /** What else is, while there is something to pay. */
  readonly aside: string | undefined;
  readonly left: CountdownController;
}

/**
 * What the status line says. Trouble comes first: who has lost contact must not read 'waiting'. What the card
 * says in large letters already is only said aloud.
 */
export function statusOf(follow: PaymentController, words: Words, shown: Shown): Status {
  const { covered, outcome, lang, copied, aside, left } = shown;
  const paying = !covered && !outcome;
  const timer = (seconds: number | undefined) =>
    paying && seconds !== undefined ? fill(words.timeLeft, { time: durationText(seconds, lang) }) : undefined;
  const aloud = copied || (paying && aside) || timer(left.said);
  return { ...said(follow, words, shown), aside: aloud, timer: timer(left.seconds) };
}

function said(
  { fault, payment, lost, stalled, hostedUrl }: PaymentController,
  words: Words,
  { phase, awaiting, outcome, covered, lang, left }: Shown,
): Omit<Status, 'aside' | 'timer'> {
  const large = fault ? faultWords(fault, !!hostedUrl, words) : lost ? undefined : outcome;
  if (!fault && lost) return { title: words.lost, text: words.lostText, tone: 'warn' };
  if (covered) return { title: '', tone: 'wait', unseen: true };
  if (!fault && payment?.phase === 'unknown')
    return { title: fill(words.unknown, { status: payment.status }), text: words.awaitingText, tone: 'calm' };
  if (large) return { title: large[0], text: large[1], tone: 'wait', unseen: true };
  if (!payment) return { title: words.loading, tone: 'wait', unseen: true };
  const until =
    payment.expiresAt && left.seconds === undefined
      ? `${fill(words.payBefore, { time: timeText(payment.expiresAt, lang) })} `
      : '';
  const least = stalled && 'minimumTransactionCoin' in payment ? ` ${sayAmounts(words.minimum, payment)}` : '';
  const text = until + (stalled ? words.stalled + least : words.awaitingText);
  return { title: phase === 'underpaid' ? words.waitingRest : awaiting, text, tone: 'wait' };
}
