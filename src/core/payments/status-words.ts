/**
 * Status words of the service.
 *
 * The contract names two words, NEW and PENDING (section 3; "Further states: not shown").
 */
import { isPhase, type Phase } from './phases.ts';

/** A shop's own map from status words to phases: `{ COMPLETED: 'paid' }`. Letter case does not matter. */
export type StatusTable = Readonly<Record<string, Phase>>;

/**
 * The default status map. It has a word only if the word has a single meaning, because a wrong guess costs money:
 * after `paid` the shop sends the goods, `failed` and `cancelled` are final, after `expired` the payer can create another payment,
 * and during `confirming` the payer waits. Any other word is `unknown`, which changes nothing and raises an event.
 *
 * - awaiting: NEW and PENDING are words of the contract. All others mean that no money was detected yet.
 * - detected, confirming: their own names. Not SEEN (the payer may have seen the page), RECEIVED (the request was
 *   received) or PROCESSING (the request is processed).
 * - underpaid: not PARTIAL, which may also be a partial refund.
 * - paid: PAID and SETTLED (the money has arrived). Not CONFIRMED, RECEIVED, ACCEPTED or APPROVED, which may mean that a
 *   transfer was seen or that a request was taken. Not SUCCESS, SUCCESSFUL, SUCCEEDED, OK, COMPLETE, COMPLETED, DONE or
 *   FINISHED, which may mean that the call succeeded or that a step has ended.
 * - expired: not TIMEOUT or TIMED_OUT, which may mean a network timeout.
 * - failed: FAILED. Not FAIL or ERROR (JSend's words for a call), REJECTED (the contract's word for a request), INVALID
 *   (a request or signature) or DECLINED (one attempt, and the payer may try again).
 * - unmatched: the contract's own word. late, cancelled, refunded: their own names and spellings.
 */
const WORDS: Readonly<Record<Exclude<Phase, 'unknown'>, string>> = {
  awaiting: 'NEW PENDING WAITING CREATED AWAITING OPEN UNPAID',
  detected: 'DETECTED',
  confirming: 'CONFIRMING',
  underpaid: 'UNDERPAID PARTIALLY_PAID PARTIALLYPAID',
  unmatched: 'UNMATCHED',
  paid: 'PAID SETTLED',
  overpaid: 'OVERPAID PAID_OVER',
  expired: 'EXPIRED',
  late: 'LATE PAID_LATE',
  failed: 'FAILED',
  cancelled: 'CANCELLED CANCELED VOIDED',
  refunded: 'REFUNDED',
};

const byWord = new Map<string, Phase>();
for (const [phase, statuses] of Object.entries(WORDS))
  for (const word of statuses.split(' ')) byWord.set(word, phase as Phase);

const fold = (word: string) =>
  word
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');

/** Returns the phase of a status word by the default map, else `unknown`. */
export const defaultPhaseOf = (status: unknown): Phase =>
  (typeof status === 'string' && byWord.get(fold(status))) || 'unknown';

/** Returns the phase of a status word: first by the shop's map, then by the default map, else `unknown`. */
export const phaseOf = (status: string, table?: StatusTable): Phase =>
  (typeof status === 'string' && phaseIn(table, status)) || defaultPhaseOf(status);

/**
 * Returns the phase of a status word by a shop's map alone. @throws TypeError that names an entry with an invalid phase
 */
export function phaseIn(table: StatusTable | undefined, status: string): Phase | undefined {
  const word = fold(status);
  for (const [own, phase] of Object.entries(table ?? {})) {
    if (!isPhase(phase)) throw new TypeError(`statusMap.${own}: not a phase: ${String(phase)}`);
    if (fold(own) === word) return phase;
  }
  return undefined;
}
