/**
 * From the service's words to what a tag can look like, and which look may follow which.
 *
 * The contract names two words, NEW and PENDING (section 3; "Further states: not shown"). The rest of
 * the table is the usual vocabulary of the trade. A merchant who knows better hands in a table of their
 * own. Any other word is `unknown`: neither success nor failure.
 */

/** What a tag can look like, in the order in which a payment may go through them. */
export const phases = [
  'awaiting',
  'detected',
  'confirming',
  'underpaid',
  'unmatched',
  'paid',
  'overpaid',
  'expired',
  'late',
  'failed',
  'cancelled',
  'refunded',
  'unknown',
] as const;

/** One look of a tag, and one state of a payment as the shop keeps it. */
export type Phase = (typeof phases)[number];

/** A merchant's own reading of status words: `{ SETTLED: 'paid' }`. Letter case does not matter. */
export type StatusTable = Readonly<Record<string, Phase>>;

const WORDS: Readonly<Record<Exclude<Phase, 'unknown'>, string>> = {
  awaiting: 'NEW PENDING WAITING CREATED AWAITING OPEN UNPAID',
  detected: 'DETECTED SEEN RECEIVED',
  confirming: 'CONFIRMING PROCESSING',
  underpaid: 'UNDERPAID PARTIAL PARTIALLY_PAID PARTIALLYPAID',
  unmatched: 'UNMATCHED',
  paid: 'PAID COMPLETED COMPLETE CONFIRMED FINISHED SUCCESS SUCCEEDED',
  overpaid: 'OVERPAID PAID_OVER',
  expired: 'EXPIRED TIMEOUT TIMED_OUT',
  late: 'LATE PAID_LATE',
  failed: 'FAILED FAIL REJECTED DECLINED ERROR INVALID',
  cancelled: 'CANCELLED CANCELED VOIDED',
  refunded: 'REFUNDED',
};

const byWord = new Map<string, Phase>();
for (const [phase, words] of Object.entries(WORDS))
  for (const word of words.split(' ')) byWord.set(word, phase as Phase);

const fold = (word: string) =>
  word
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');

/** The phase of a status word: by the merchant's table first, then by the default one, else `unknown`. */
export function phaseOf(status: string, table?: StatusTable): Phase {
  if (typeof status !== 'string') return 'unknown';
  const word = fold(status);
  if (table)
    for (const [own, phase] of Object.entries(table)) {
      if (!isPhase(phase)) throw new TypeError(`statuses.${own}: not a phase: ${String(phase)}`);
      if (fold(own) === word) return phase;
    }
  return byWord.get(word) ?? 'unknown';
}

/** Whether a value is one of the thirteen phases. */
export function isPhase(value: unknown): value is Phase {
  return phases.includes(value as Phase);
}

const FINAL: ReadonlySet<Phase> = new Set(['paid', 'overpaid', 'failed', 'cancelled', 'refunded']);

/** Whether a payment in this phase has come to its end. `expired` has not: money may still arrive. */
export const isFinal = (phase: Phase): boolean => FINAL.has(phase);

/** How far along each open phase is. Underpaid and unmatched never meet: one is of coins, the other of notes. */
const RANK: Partial<Record<Phase, number>> = {
  awaiting: 1,
  detected: 2,
  confirming: 3,
  underpaid: 4,
  unmatched: 4,
  expired: 5,
  late: 6,
};

/** Where money that came after expiry can lead. */
const AFTER_EXPIRY: ReadonlySet<Phase> = new Set(['late', 'paid', 'overpaid', 'refunded']);

/**
 * Whether a payment may go from one phase to the other. News arrives late, twice and out of order, so
 * what may not follow is old news and changes nothing.
 *
 * A payment only moves forward. A final phase stays, but money that was taken may be given back. A word
 * that nobody knows (`unknown`) may come at any time before the end, and any known one may come after it:
 * who keeps payments compares with the last *known* phase.
 */
export function mayFollow(previous: Phase, next: Phase): boolean {
  if (previous === next) return false;
  if (isFinal(previous)) return next === 'refunded' && (previous === 'paid' || previous === 'overpaid');
  if (previous === 'unknown' || next === 'unknown') return true;
  if (previous === 'expired') return AFTER_EXPIRY.has(next);
  return isFinal(next) || RANK[next]! > RANK[previous]!;
}
