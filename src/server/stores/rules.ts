import { mayFollow, phases, type Phase } from '../../core/index.ts';
import { isMoneyGone, phaseFacts } from '../../core/payments/phases.ts';
import type { PaymentRow } from './store.ts';

/**
 * Whether a payment may go from one phase to another. Besides `mayFollow`, a payment whose money has gone again goes back
 * to `awaiting`. Who may report that is decided by `decideReport`; a payment that was paid never goes back.
 */
export const mayTransition = (from: Phase, to: Phase): boolean => mayFollow(from, to) || isMoneyGone(from, to);

/** The phases from which a payment may go to `next`: the inverse of `mayTransition`, for the condition of an UPDATE. */
export function phasesBefore(next: Phase): readonly Phase[] {
  return phases.filter((phase) => phase !== 'unknown' && mayTransition(phase, next));
}

/**
 * Whether a payment in this phase prevents a new one for the same (order, method, coin). An expired or late one does not:
 * the payer may start again, and money for the old payment is still reported by its own webhook.
 */
export function blocksNewPayment(phase: Phase): boolean {
  return !!phaseFacts(phase).open;
}

/** Whether money that was seen has gone again, and none has come since. An unknown status says nothing of it. */
export const hasLostMoney = ({ phase, source }: Pick<PaymentRow, 'phase' | 'source'>): boolean =>
  phase === 'awaiting' && source !== undefined;

/** Whether no money was seen for a payment: only then may another one take its place. */
export const isUnseen = ({ knownPhase, seenAt }: Pick<PaymentRow, 'knownPhase' | 'seenAt'>): boolean =>
  knownPhase === 'awaiting' && seenAt === undefined;
