import { mayFollow, phases, type Phase } from '../../core/index.ts';
import { phaseFacts } from '../../core/payments/phases.ts';
import type { PaymentRow } from './store.ts';

/** The phases from which a payment may move to `next`: the inverse of `mayFollow`, for the condition of an UPDATE. */
export function phasesBefore(next: Phase): readonly Phase[] {
  return phases.filter((phase) => phase !== 'unknown' && mayFollow(phase, next));
}

/**
 * Whether a payment in this phase prevents a new one for the same (order, method, coin). An expired or late one does not:
 * the payer may start again, and money for the old payment is still reported by its own webhook.
 */
export function holdsChoice(phase: Phase): boolean {
  return !!phaseFacts(phase).open;
}

/** Whether no money was seen for a payment: only then may another one take its place. */
export const isUnseen = ({ knownPhase, seenAt }: Pick<PaymentRow, 'knownPhase' | 'seenAt'>): boolean =>
  knownPhase === 'awaiting' && seenAt === undefined;
