import type { Phase } from '../../core/status.ts';
import type { Fault, PaymentController } from '../controllers/payment-controller.ts';
import type { Status } from '../parts/views.ts';
import type { Words } from '../words/words.ts';

/** Title and text where there is no payment to show. */
export function faultWords(fault: Fault | undefined, hosted: boolean, words: Words): [string, string] {
  if (fault?.code === 'no-payment') return [words.noPayment, words.noPaymentText];
  if (fault?.code === 'not-found') return [words.gone, words.goneText];
  return [words.unreadable, hosted ? words.unreadablePage : words.unreadableText];
}

interface Shown {
  /** The phase whose view is shown: under a word nobody knows, the last one that was known. */
  readonly phase: Phase;
  /** What this method calls waiting. */
  readonly awaiting: string;
  /** The text of the outcome that is shown, when there is nothing to pay. */
  readonly outcome: string | undefined;
}

/**
 * What the status line says. Trouble comes first: who has lost contact must not read 'waiting'. What the card
 * says in large letters already is only said aloud.
 */
export function statusOf(
  { fault, payment, lost, stalled, hostedUrl }: PaymentController,
  words: Words,
  { phase, awaiting, outcome }: Shown,
): Omit<Status, 'aside'> {
  if (fault) {
    const [title, text] = faultWords(fault, !!hostedUrl, words);
    return { title, text, tone: 'warn', unseen: true };
  }
  if (lost) return { title: words.lost, text: words.lostText, tone: 'warn', unseen: false };
  if (!payment) return { title: words.loading, tone: 'wait', unseen: false };
  if (payment.phase === 'unknown') {
    const title = words.unknown.replace('{status}', () => payment.status);
    return { title, text: words.awaitingText, tone: 'calm', unseen: false };
  }
  if (outcome !== undefined)
    return { title: words[phase as Exclude<Phase, 'awaiting'>], text: outcome, tone: 'wait', unseen: true };
  if (phase === 'underpaid') return { title: words.waitingRest, tone: 'wait', unseen: false };
  return { title: awaiting, text: stalled ? words.stalled : words.awaitingText, tone: 'wait', unseen: false };
}
