import type { Phase } from './status.ts';

/** The phases in which money was seen, the furthest first: how far an order is when one of its payments is there. */
const MOVED: readonly Phase[] = ['paid', 'overpaid', 'late', 'underpaid', 'unmatched', 'confirming', 'detected'];

/** Whether money was seen for a payment in this phase, and was neither refused nor sent back. */
export const hasMoved = (phase: Phase): boolean => MOVED.includes(phase);

/** The furthest of the phases in which money was seen; undefined when there is none. */
export const furthestPhase = (phases: readonly Phase[]): Phase | undefined =>
  MOVED.find((phase) => phases.includes(phase));
