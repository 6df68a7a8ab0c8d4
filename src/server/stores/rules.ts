import { mayFollow, phases, type Phase } from '../../core/index.ts';
import { isMoneyGone, phaseFacts } from '../../core/payments/phases.ts';
import type { Facts, FactsUpdate, PaymentRow } from './store.ts';

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

/** Whether a row is open: it prevents a new payment for the same (order, method, coin), and was not released. */
export const isOpen = ({ stage, knownPhase }: Pick<PaymentRow, 'stage' | 'knownPhase'>): boolean =>
  stage !== 'released' && blocksNewPayment(knownPhase);

/** Whether money that was seen has gone again, and none has come since. An unknown status says nothing of it. */
export const hasLostMoney = ({ phase, source }: Pick<PaymentRow, 'phase' | 'source'>): boolean =>
  phase === 'awaiting' && source !== undefined;

/** Whether no money was seen for a payment: only then may another one take its place. */
export const isUnseen = ({ knownPhase, seenAt }: Pick<PaymentRow, 'knownPhase' | 'seenAt'>): boolean =>
  knownPhase === 'awaiting' && seenAt === undefined;

/**
 * Merges new facts into those of a row. An absent fact changes nothing. `expiresAt`, `seenAt` and `earlyStatus` keep their
 * first value, `fullAmountAt` its earliest. Null removes a fact.
 */
export const mergeFacts = (row: Facts, facts: FactsUpdate): Facts => ({
  ...Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value ?? undefined]])),
  ),
  expiresAt: row.expiresAt ?? facts.expiresAt,
  seenAt: row.seenAt ?? facts.seenAt,
  fullAmountAt: earliestOf(row.fullAmountAt, facts.fullAmountAt),
  earlyStatus: firstOf(row.earlyStatus, facts.earlyStatus),
});

/** Returns the first value of a fact; undefined when the new value is null. */
const firstOf = <T>(known: T | undefined, reported: T | null | undefined) =>
  reported === null ? undefined : (known ?? reported);

/** Returns the earlier of two times; undefined when the new one is null. */
const earliestOf = (known: number | undefined, reported: number | null | undefined) =>
  known === undefined || reported === undefined || reported === null
    ? firstOf(known, reported)
    : Math.min(known, reported);
