import type { Phase } from '../../core/status.ts';
import type { Fault, PaymentController } from '../controllers/payment-controller.ts';
import { timeText } from '../parts/time.ts';
import type { Status } from '../parts/views.ts';
import { fill, type Words } from '../words/words.ts';

/** A title and a text. */
export type Said = readonly [title: string, text: string];

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
  /** For times. */
  readonly lang: string;
}

/**
 * What the status line says. Trouble comes first: who has lost contact must not read 'waiting'. What the card
 * says in large letters already is only said aloud.
 */
export function statusOf(
  { fault, payment, lost, stalled, hostedUrl }: PaymentController,
  words: Words,
  { phase, awaiting, outcome, lang }: Shown,
): Omit<Status, 'aside'> {
  const large = fault ? faultWords(fault, !!hostedUrl, words) : lost ? undefined : outcome;
  if (!fault && lost) return { title: words.lost, text: words.lostText, tone: 'warn' };
  if (!fault && payment?.phase === 'unknown')
    return { title: fill(words.unknown, { status: payment.status }), text: words.awaitingText, tone: 'calm' };
  if (large) return { title: large[0], text: large[1], tone: 'wait', unseen: true };
  if (!payment) return { title: words.loading, tone: 'wait' };
  const until = payment.expiresAt ? `${fill(words.payBefore, { time: timeText(payment.expiresAt, lang) })} ` : '';
  const text = until + (stalled ? words.stalled : words.awaitingText);
  return { title: phase === 'underpaid' ? words.waitingRest : awaiting, text, tone: 'wait' };
}
