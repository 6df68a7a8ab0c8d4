/** What a phase means, which phase may follow another one, and which status words a phase has. */

/** The style of a message: success, waiting, warning, failure, neutral. */
export type Tone = 'ok' | 'wait' | 'warn' | 'bad' | 'calm';

/** The icon of a message. */
export type Sign = 'tick' | 'wait' | 'dots' | 'mark' | 'cross' | 'back';

/** The facts of one phase. A fact that is left out is false. */
export interface PhaseFacts {
  /** How far a payment in this phase has come. An update never leads to a lower rank. */
  readonly rank: number;
  /** The payer can still send money. */
  readonly payable?: true;
  /** The payment is in progress: for the same choice, it is continued instead of creating another one. */
  readonly open?: true;
  /** Money was detected. */
  readonly seen?: true;
  /** The payer has nothing to do: the money waits for its confirmations. */
  readonly confirms?: true;
  /** Paid in full. */
  readonly paid?: true;
  /** The payment stays in this phase. Only a paid one may still be refunded. */
  readonly final?: true;
  /** The payment has ended without being paid: the payer may choose again. */
  readonly ended?: true;
  /** The shop has to decide about money that has arrived. */
  readonly undecided?: true;
  /** The style of the message while nothing can be paid. */
  readonly tone: Tone;
  readonly sign: Sign;
}

/**
 * All phases of a payment, in the order in which a payment can go through them.
 *
 * `underpaid` exists for coins only and `unmatched` for notes only, so they share a rank. `unknown` is the phase of an
 * unrecognized status word and says nothing about the money.
 */
const PHASES = {
  awaiting: { rank: 1, payable: true, open: true, tone: 'warn', sign: 'mark' },
  detected: { rank: 2, open: true, seen: true, confirms: true, tone: 'wait', sign: 'wait' },
  confirming: { rank: 3, open: true, seen: true, confirms: true, tone: 'wait', sign: 'wait' },
  underpaid: { rank: 4, payable: true, open: true, seen: true, tone: 'warn', sign: 'mark' },
  unmatched: { rank: 4, open: true, seen: true, undecided: true, tone: 'warn', sign: 'mark' },
  paid: { rank: 7, seen: true, paid: true, final: true, tone: 'ok', sign: 'tick' },
  overpaid: { rank: 7, seen: true, paid: true, final: true, tone: 'ok', sign: 'tick' },
  expired: { rank: 5, ended: true, tone: 'warn', sign: 'mark' },
  late: { rank: 6, seen: true, ended: true, undecided: true, tone: 'warn', sign: 'mark' },
  failed: { rank: 7, final: true, ended: true, tone: 'bad', sign: 'cross' },
  cancelled: { rank: 7, final: true, ended: true, tone: 'calm', sign: 'cross' },
  refunded: { rank: 7, seen: true, final: true, tone: 'calm', sign: 'back' },
  unknown: { rank: 0, open: true, tone: 'calm', sign: 'mark' },
} as const satisfies Readonly<Record<string, PhaseFacts>>;

/** One phase of a payment, as an element shows it and as the shop stores it. */
export type Phase = keyof typeof PHASES;

/** The phases of a payment, in the order in which a payment can go through them. */
export const phases = Object.keys(PHASES) as readonly Phase[];

/** What a phase means. */
export const phaseFacts = (phase: Phase): PhaseFacts => PHASES[phase];

/** Whether a value is one of the thirteen phases. */
export const isPhase = (value: unknown): value is Phase => phases.includes(value as Phase);

/** Whether a payment in this phase is paid in full: `paid` or `overpaid`. */
export const isPaidPhase = (phase: Phase): boolean => !!phaseFacts(phase).paid;

/** Whether this phase is final. `expired` is not: money may still arrive. */
export const isFinal = (phase: Phase): boolean => !!phaseFacts(phase).final;

/** Whether money was detected for a payment in this phase, and was neither refused nor refunded. */
export const isMoneyDetected = (phase: Phase): boolean => !!phaseFacts(phase).seen && phase !== 'refunded';

/** The furthest of these phases in which money was detected; `undefined` when there is none. It is the phase of an order. */
export function furthestPhase(among: readonly Phase[]): Phase | undefined {
  const moved = phases.filter((phase) => isMoneyDetected(phase) && among.includes(phase));
  return moved.find((phase) => moved.every((other) => PHASES[other].rank <= PHASES[phase].rank));
}

/**
 * Whether a payment may go from one phase to another. Updates can arrive late, twice and out of order. An update with a
 * phase that may not follow is outdated and changes nothing.
 *
 * A payment only moves forward. A final phase stays, except that a paid payment may be refunded. `unknown` (for an
 * unrecognized status word) may follow every phase that is not final, and every phase may follow it. Code that stores
 * payments therefore compares with the last *known* phase.
 *
 * `detected` and `confirming` may follow `underpaid`, because the payer can send the rest. A backend lets them follow
 * only when the whole amount has arrived: otherwise they are outdated. After `expired`, only money that arrives late
 * changes the phase.
 */
export function mayFollow(previous: Phase, next: Phase): boolean {
  if (previous === next) return false;
  if (isFinal(previous)) return next === 'refunded' && isPaidPhase(previous);
  if (next === 'unknown') return true;
  if (previous === 'expired') return !!phaseFacts(next).seen && PHASES[next].rank > PHASES.expired.rank;
  if (previous === 'underpaid' && phaseFacts(next).confirms) return true;
  return isFinal(next) || PHASES[next].rank > PHASES[previous].rank;
}

/**
 * Whether money that was seen has gone again: a transaction was replaced, or its block was. Such an update leads back, so
 * it is applied only when it is certainly newer than what is known.
 */
export const isMoneyGone = (previous: Phase, next: Phase): boolean =>
  next === 'awaiting' && ['detected', 'confirming', 'underpaid'].includes(previous);

/**
 * Whether money was seen for a payment that was shown as expired. A backend shows an offer that has ended as expired, and
 * does not store that: the payer may have sent the money before. Such an update leads back, so it is applied only when it
 * is certainly newer than what is known.
 */
const isMoneyAfterEnd = (previous: Phase, next: Phase): boolean => previous === 'expired' && isMoneyDetected(next);

/** The known state of a payment. `phase` is the last one that is not `unknown`. */
export interface Known {
  readonly phase?: Phase | undefined;
  readonly version?: number | undefined;
}

/**
 * Whether an update may be applied: its version is not older, and its phase may follow the known one. With a newer
 * version, money that was seen may have gone again, and money may have been seen for a payment that was shown as expired.
 */
export function mayApply(known: Known, update: Known & { readonly phase: Phase }): boolean {
  if (update.version! < known.version!) return false;
  if (!known.phase || update.phase === known.phase || mayFollow(known.phase, update.phase)) return true;
  const isBack = isMoneyGone(known.phase, update.phase) || isMoneyAfterEnd(known.phase, update.phase);
  return isBack && update.version! > known.version!;
}

/** Whether a payment in this phase has ended without being paid and without money that was seen: it can be repeated. */
export const isRepeatable = (phase: Phase): boolean => !!phaseFacts(phase).ended && !phaseFacts(phase).seen;

/** A shop's own map from status words to phases: `{ COMPLETED: 'paid' }`. Letter case does not matter. */
export type StatusTable = Readonly<Record<string, Phase>>;

/**
 * The default status map. The contract names two words, NEW and PENDING (section 3; "Further states: not shown"). It has a
 * word only if the word has a single meaning, because a wrong guess costs money:
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
const WORDS: Readonly<Record<Exclude<Phase, 'unknown'>, string> & { unknown?: undefined }> = {
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

const fold = (word: string) =>
  word
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');

/** Returns the phase of a status word by the default map, else `unknown`. */
export function defaultPhaseOf(status: unknown): Phase {
  const word = typeof status === 'string' ? fold(status) : '';
  return phases.find((phase) => WORDS[phase]?.split(' ').includes(word)) ?? 'unknown';
}

/** Returns the phase that a shop reports, or that of its status word when it reports none. */
export const readPhase = (phase: unknown, status: unknown): Phase => (isPhase(phase) ? phase : defaultPhaseOf(status));

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
