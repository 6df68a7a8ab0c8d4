import {
  addDecimals,
  compareDecimals,
  cryptoAmount,
  isFinal,
  isPaid,
  mayFollow,
  subtractDecimals,
  toPublicPayment,
  type Phase,
  type StatusTable,
} from '../../core/index.ts';
import { isMoneyGone, phaseFacts, phaseIn } from '../../core/payments/phases.ts';
import type { ReportSource } from '../observability/report-source.ts';
import type { PaymentReport } from '../providers/report.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { hasLostMoney } from '../stores/rules.ts';
import type { FactsUpdate, PaymentRow } from '../stores/store.ts';
import type { MoneyRules } from './money-rules.ts';
import { circumstancesOf, isTest } from './row-views.ts';

/** The amounts that were reported for a payment, with a new report. Decimal text, in the coin. */
interface ReportedAmounts {
  /** The amount of the new report. */
  readonly own: string | undefined;
  /** The amount that decides: of the new report, or else of the last report that had one. */
  readonly last: string | undefined;
  readonly highest: string | undefined;
}

/** How a received amount compares with the expected one; undefined when either is not known. */
export type AmountCheck =
  | {
      readonly result: 'low' | 'equal' | 'high';
      readonly expected: string;
      /** Whether nothing is missing, without the tolerance. */
      readonly isWhole: boolean;
    }
  | undefined;

/** What a report makes of a payment in its present state. Nothing is written yet. */
export interface Decision {
  /**
   * `transition`: the payment gets the phase `to`. `keep`: its phase stays, and new facts may be written. `refuse`: it is a
   * test payment that would become paid.
   */
  readonly action: 'transition' | 'keep' | 'refuse';
  readonly to: Phase;
  /** The phase that events name: `to`, or `paid` when the report is early. */
  readonly eventPhase: Phase;
  /** When it was decided, milliseconds since 1970. */
  readonly at: number;
  /** The status to store. */
  readonly status: string;
  readonly facts: FactsUpdate;
  readonly amount: AmountCheck;
  /** Whether the amount came with this report. */
  readonly hasOwnAmount: boolean;
  /** False when the report calls the payment paid and less was received. */
  readonly isCovered: boolean;
  /** The payment would be paid, but the whole amount came after the offer ended, as far as it is known. */
  readonly isLate: boolean;
  /** It is a test payment, which pays no order here. */
  readonly isIgnoredTest: boolean;
  /** The report calls the payment paid before the provider has answered the creation: `createEarlyStatusJudge`. */
  readonly isEarly: boolean;
  /** The money that is left when some or all of what was seen has gone again, decimal text. Otherwise undefined. */
  readonly remaining: string | undefined;
}

/** The rules and the words of a decision. */
export interface DecisionRules {
  readonly rules: MoneyRules;
  /** The shop's own words. They win. */
  readonly statusMap?: StatusTable | undefined;
  /** Returns the phase of a status of the provider. */
  readonly phaseOf: (status: string) => Phase;
}

/** Decides what a report makes of a payment, by the money rules. It reads and writes nothing. */
export function decideReport(
  row: PaymentRow,
  report: PaymentReport,
  { rules, statusMap, phaseOf }: DecisionRules,
  at: number,
): Decision {
  const { knownPhase: from } = row;
  const status = report.status ?? (row.status || (report.phase ?? ''));
  const reported =
    report.phase ?? (report.status === undefined ? from : (phaseIn(statusMap, status) ?? phaseOf(status)));
  const facts = factsOf(report);
  const amounts = amountsWith(row, facts.cryptoAmountReceived);
  // A claim of paid that carries an amount is judged by that amount. Only coin payments have an expected one.
  const isUnjudged = report.received === null && row.coin !== '';
  const claimedPhase = isUnjudged && isPaid(reported) ? 'confirming' : reported;
  const isEarly = isPaid(claimedPhase) && row.data.answer === undefined;
  const isJudged = report.isJudged === true;
  const amount = isJudged ? undefined : checkAmount(row, amounts.last, rules);
  const hasOwnAmount = amounts.own !== undefined;
  const byAmount = isEarly ? 'confirming' : phaseByAmount(claimedPhase, from, amount, hasOwnAmount);
  const fullAmountAt = earliestFullAmountAt(row, report, at);
  const known = { ...row, expiresAt: row.expiresAt ?? facts.expiresAt, fullAmountAt };
  // The end of the shop's own offer counts in any case.
  const hasDeadline = !isJudged || row.data.expiresAt !== undefined;
  const isLate =
    isPaid(byAmount) && rules.afterExpiry === 'late' && hasDeadline && circumstancesOf(known, at).afterExpiry;
  const to = isLate ? 'late' : byAmount;
  const isAll = isUnjudged ? undefined : isJudged ? isAllByPhase(to) : isAllSeen(to, amounts, amount);
  const eventPhase = isEarly ? 'paid' : to;
  const isTakenBack = hasGoneAgain(row, report, to);
  const mayGo = isJudged ? mayFollow(from, to) : mayMove(from, to, amount);
  const isMove = isTakenBack || (mayGo && !isSameUnknown(row, to, status));
  // The provider was asked before a change that is known, or its node has not seen what the chain has: its amount is outdated.
  const isOutdated =
    (isJudged || isSeenOnChain(row, report)) &&
    !isMove &&
    to !== from &&
    row.cryptoAmountReceived !== undefined &&
    compareDecimals(amounts.last!, row.cryptoAmountReceived) < 0;
  const isIgnoredTest = !rules.allowTestPayments && isTest({ ...row, ...omitUndefined({ test: facts.test }) });
  return {
    action: !isMove ? 'keep' : isPaid(eventPhase) && isIgnoredTest ? 'refuse' : 'transition',
    to,
    eventPhase,
    at,
    status,
    // A test payment stays one, however old the report is.
    facts: isOutdated
      ? omitUndefined({ test: facts.test })
      : {
          ...facts,
          cryptoAmountReceived: amounts.last,
          highestReceived: amounts.highest,
          due: dueAfter(row, facts),
          seenAt: isMoneySeen(to, amounts.last) ? at : undefined,
          fullAmountAt: isAll === false ? null : isAll && fullAmountAt,
          earlyStatus: isUnjudged ? undefined : earlyStatusAfter(row, status, isEarly),
          verification: verificationAfter(row, report, to, isTakenBack),
          claimed: row.source === 'chain' && report.source !== 'chain' && isPaid(reported) ? true : undefined,
        },
    amount,
    hasOwnAmount,
    isCovered: !(isPaid(claimedPhase) && amount?.result === 'low'),
    isLate,
    isIgnoredTest,
    isEarly,
    remaining: isTakenBack ? '0' : hasLess(row, report) ? amounts.last : undefined,
  };
}

/**
 * The amounts of a payment with a new report.
 *
 * @internal
 */
export function amountsWith(row: PaymentRow, own: string | undefined): ReportedAmounts {
  const before = higher(row.highestReceived, row.cryptoAmountReceived);
  return { own, last: own ?? row.cryptoAmountReceived, highest: higher(before, own) };
}

function higher(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return compareDecimals(a, b) > 0 ? a : b;
}

/**
 * Compares a received amount with the expected one, in exact decimals. Only coin payments have both.
 *
 * @internal
 */
export function checkAmount(row: PaymentRow, reported: string | undefined, { toleranceOf }: MoneyRules): AmountCheck {
  if (reported === undefined || row.data.answer === undefined) return undefined;
  const payment = toPublicPayment(row.data.answer);
  if (!('tid' in payment)) return undefined;
  const expected = payment.cryptoAmountExpected;
  // The noise of a double is no money: 0.00031112999999999997 BTC are 0.00031113.
  const { text, rounded } = cryptoAmount(reported, row.coin);
  const received = rounded ? reported : text;
  const allowed = toleranceOf(row.coin);
  // As large as the price, it would call a payment of nothing paid.
  const tolerance = compareDecimals(allowed, expected) < 0 ? allowed : '0';
  const isWhole = compareDecimals(received, expected) >= 0;
  if (compareDecimals(received, subtractDecimals(expected, tolerance)) < 0) return { result: 'low', expected, isWhole };
  if (compareDecimals(received, addDecimals([expected, tolerance])) > 0) return { result: 'high', expected, isWhole };
  return { result: 'equal', expected, isWhole };
}

/**
 * What a payment becomes that the service calls paid, overpaid or underpaid, by the money that was received.
 *
 * `hasOwnAmount`: the amount came with this status.
 *
 * @internal
 */
export function phaseByAmount(claimed: Phase, from: Phase, amount: AmountCheck, hasOwnAmount: boolean): Phase {
  if (claimed === 'underpaid' && amount?.isWhole && hasOwnAmount) return 'confirming';
  if (!isPaid(claimed) || !amount) return claimed;
  // Nothing goes back from expired to underpaid. Too little that came too late is for the shop to decide.
  if (amount.result === 'low') return from === 'expired' || from === 'late' ? 'late' : 'underpaid';
  return amount.result === 'high' ? 'overpaid' : claimed;
}

/**
 * Whether a payment may go to this phase. From `underpaid` only the whole amount leads back to `detected` and
 * `confirming`: a report without it is outdated, or about the part that came first. `unmatched` does not expire: the shop has
 * to decide about the money, and the payer must not pay again.
 */
export function mayMove(from: Phase, to: Phase, amount: AmountCheck): boolean {
  if (!mayFollow(from, to) || (from === 'unmatched' && to === 'expired')) return false;
  return (
    from !== 'underpaid' || (to !== 'detected' && to !== 'confirming') || (amount ? amount.result !== 'low' : false)
  );
}

/**
 * Whether the whole amount is there, according to a status and the reported amounts. Undefined when the report does not
 * say: no money was received, or it is not matched to the payment.
 *
 * Money that was seen and has gone again is not there, whatever the status is. Where no amount can be compared, money
 * counts as all of it: a payment that was only seen in time must not become late. When only zero was ever reported,
 * with a status that reports money, the service counts only confirmed money.
 *
 * @internal
 */
export function isAllSeen(phase: Phase, { own, last, highest }: ReportedAmounts, amount: AmountCheck) {
  if (amount && isAboveZero(highest)) return amount.result !== 'low' && (phase !== 'underpaid' || own !== undefined);
  if (last !== highest && compareDecimals(last!, highest!) < 0) return false;
  if (!isMoneySeen(phase, last) || phase === 'unmatched') return undefined;
  return phase !== 'underpaid';
}

/** Whether a status or a received amount shows that money was received. */
export const isMoneySeen = (phase: Phase, received: string | undefined): boolean =>
  !!phaseFacts(phase).seen || isAboveZero(received);

const isAboveZero = (amount: string | undefined): boolean => amount !== undefined && compareDecimals(amount, '0') > 0;

/** The facts of a report, as they are stored. */
function factsOf({
  received,
  due,
  confirmations,
  confirmationsRequired,
  expiresAt,
  transactions,
  test,
}: PaymentReport) {
  const cryptoAmountReceived = received ?? undefined;
  return {
    cryptoAmountReceived,
    due,
    confirmations,
    confirmationsRequired,
    expiresAt,
    transactions,
    test: test === true ? true : undefined,
  } as const;
}

/**
 * When the whole amount was there: the earliest time that is known. The report's own time is the latest, also where the
 * clock of its source is ahead. Money that has gone and comes back counts from its return.
 */
function earliestFullAmountAt(row: PaymentRow, { receivedAt }: PaymentReport, at: number): number {
  const { fullAmountAt = Infinity } = row;
  return Math.min(fullAmountAt, at, receivedAt === undefined || hasLostMoney(row) ? at : Date.parse(receivedAt));
}

/**
 * Whether the money that was seen has gone again: its transaction was replaced, or its block was. Only a source that looks
 * at the present state can say so; a webhook that says `awaiting` is outdated. The payment waits for money again, and
 * nothing of what was seen counts.
 */
function hasGoneAgain(row: PaymentRow, report: PaymentReport, to: Phase): boolean {
  const { source, received } = report;
  if (to !== 'awaiting' || (source !== 'provider' && source !== 'chain') || isSeenOnChain(row, report)) return false;
  const isNone = received === undefined || (received !== null && compareDecimals(received, '0') === 0);
  return isNone && isMoneyGone(row.knownPhase, 'awaiting');
}

/**
 * Whether a provider reports about money that a chain source has seen. The node of the provider may not have the
 * transaction yet: only the chain takes back what the chain has seen.
 */
const isSeenOnChain = (row: PaymentRow, { source }: PaymentReport): boolean =>
  source === 'provider' && row.source === 'chain' && !!phaseFacts(row.knownPhase).seen;

/** Whether a source that looks at the present state has less money for an open payment than was seen. */
function hasLess(row: PaymentRow, report: PaymentReport): boolean {
  const { knownPhase, cryptoAmountReceived: before } = row;
  const { source, received, transactions } = report;
  if (isSeenOnChain(row, report) || isFinal(knownPhase) || before === undefined || typeof received !== 'string')
    return false;
  const isGone = row.transactions?.some((id) => !transactions?.includes(id));
  return (source === 'provider' || (source === 'chain' && isGone === true)) && compareDecimals(received, before) < 0;
}

/** Whether the whole amount is there, by the phase of a source that has compared it. */
const isAllByPhase = (phase: Phase): boolean | undefined =>
  phase === 'unknown' ? undefined : !!phaseFacts(phase).seen && phase !== 'underpaid';

/**
 * A report of paid that is to be verified ends with the payment. It is kept when the chain has taken the money back: the
 * provider does not repeat it when the transaction is in a block again.
 */
function verificationAfter(
  { verification }: PaymentRow,
  { source }: PaymentReport,
  to: Phase,
  isTakenBack: boolean,
): FactsUpdate['verification'] {
  if (isTakenBack && source === 'chain') return verification;
  return verification && isFinal(to) ? null : undefined;
}

/** A status that means paid is kept until the creation is answered, and removed when it is applied. */
function earlyStatusAfter(row: PaymentRow, status: string, isEarly: boolean): FactsUpdate['earlyStatus'] {
  if (isEarly) return status;
  return row.data.answer !== undefined && row.earlyStatus === status ? null : undefined;
}

/** What is due belongs to the received amount: it stays with the same amount, and is removed with another one. */
function dueAfter({ cryptoAmountReceived: before }: PaymentRow, { due, cryptoAmountReceived: own }: FactsUpdate) {
  if (due !== undefined || own === undefined) return due;
  return before !== undefined && compareDecimals(before, own) === 0 ? undefined : null;
}

/** Whether the payment shows this unknown status already. */
const isSameUnknown = (row: PaymentRow, to: Phase, status: string): boolean =>
  to === 'unknown' && row.phase === 'unknown' && row.status === status;

/**
 * The new facts of a report without a change of phase: another amount, or more confirmations. Only the chain has fewer: a
 * webhook with fewer is outdated.
 */
export function newFacts(row: PaymentRow, facts: FactsUpdate, source?: ReportSource): FactsUpdate {
  const { confirmations = -1 } = facts;
  const isCount = source === 'chain' ? confirmations !== row.confirmations : confirmations > (row.confirmations ?? -1);
  return omitUndefined({
    cryptoAmountReceived: changeOfAmount(row.cryptoAmountReceived, facts.cryptoAmountReceived),
    highestReceived: changeOfAmount(row.highestReceived, facts.highestReceived),
    due: changeOf(row.due, facts.due),
    confirmations: isCount ? facts.confirmations : undefined,
    confirmationsRequired: changeOfFirst(row.confirmationsRequired, facts.confirmationsRequired),
    expiresAt: changeOfFirst(row.expiresAt, facts.expiresAt),
    transactions: changeOf(row.transactions, facts.transactions),
    test: changeOfFirst(row.test, facts.test),
    seenAt: changeOfFirst(row.seenAt, facts.seenAt),
    fullAmountAt: changeOf(row.fullAmountAt, facts.fullAmountAt),
    earlyStatus: changeOfFirst(row.earlyStatus, facts.earlyStatus),
    verification: changeOf(row.verification, facts.verification),
    claimed: changeOfFirst(row.claimed, facts.claimed),
  });
}

/** The change of an amount; undefined when it is the same in other digits. */
const changeOfAmount = (known: string | undefined, reported: string | undefined): string | undefined =>
  known !== undefined && reported !== undefined && compareDecimals(known, reported) === 0 ? undefined : reported;

/** The change of a fact whose last value is kept; undefined when it is the same, or when there is none to remove. */
const changeOf = <T>(known: unknown, reported: T): T | undefined =>
  JSON.stringify(known ?? null) === JSON.stringify(reported ?? null) ? undefined : reported;

/** The change of a fact whose first value is kept: undefined when it has a value already, or none to remove. */
function changeOfFirst<T, N extends T | null | undefined>(known: T | undefined, reported: N): N | undefined {
  const isNew = reported === null ? known !== undefined : known === undefined;
  return isNew ? reported : undefined;
}

/** Whether a report without a change of phase may add facts. A payment in a final phase accepts only those of the same phase. */
export const keepsFacts = (from: Phase, to: Phase): boolean =>
  !isFinal(from) || from === to || (isPaid(from) && isPaid(to));

/**
 * Whether a report says that the money of a paid payment is not all there: by its phase, or by its own amount. It may be
 * outdated. Another final phase has its own event.
 */
export const isDoubtful = ({ to, hasOwnAmount, amount }: Decision): boolean =>
  to === 'underpaid' ||
  to === 'unmatched' ||
  to === 'expired' ||
  (hasOwnAmount && amount?.result === 'low' && (isPaid(to) || !isFinal(to)));

/** Whether a report is early for the first time, and the phase stays: the report is kept until the creation is answered. */
export const isFirstEarly = ({ knownPhase, earlyStatus }: PaymentRow, { action, isEarly }: Decision): boolean =>
  action === 'keep' && isEarly && !isFinal(knownPhase) && earlyStatus === undefined;

/** Whether a final phase conflicts with the payment's. Overpaid and refunded payments were paid before. */
export function isConflictingEnd(from: Phase, to: Phase): boolean {
  return (
    isFinal(from) && isFinal(to) && from !== to && !(to === 'paid' && (from === 'overpaid' || from === 'refunded'))
  );
}
