import type { Phase } from './status.ts';

/**
 * The phases in which money was detected, furthest first. The furthest phase of its payments is the phase of an order.
 */
const MOVED: readonly Phase[] = ['paid', 'overpaid', 'late', 'underpaid', 'unmatched', 'confirming', 'detected'];

/** Whether money was detected for a payment in this phase, and was neither refused nor refunded. */
export const hasMoved = (phase: Phase): boolean => MOVED.includes(phase);

/** The furthest of these phases in which money was detected; `undefined` when there is none. */
export const furthestPhase = (phases: readonly Phase[]): Phase | undefined =>
  MOVED.find((phase) => phases.includes(phase));
