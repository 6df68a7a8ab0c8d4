import { isFinal, mayFollow, phases, type Phase } from '../../core/index.ts';
import type { PaymentRow } from './store.ts';

/** The phases that may precede each phase: core's rule turned round, so that a database can ask it in one update. */
export function phasesBefore(next: Phase): readonly Phase[] {
  return phases.filter((phase) => phase !== 'unknown' && mayFollow(phase, next));
}

/**
 * Whether a payment in this phase holds its (order, method, coin). An expired or late one does not: the
 * payer may start again, and money for the old one is still reported by its own webhook.
 */
export function holdsChoice(phase: Phase): boolean {
  return !isFinal(phase) && phase !== 'expired' && phase !== 'late';
}

/** Whether no money was seen for a payment: only then may another one take its place. */
export const isUnseen = ({ knownPhase, seenAt }: Pick<PaymentRow, 'knownPhase' | 'seenAt'>): boolean =>
  knownPhase === 'awaiting' && seenAt === undefined;
