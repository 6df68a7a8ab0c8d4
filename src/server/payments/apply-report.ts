import { isFinal, isPaid, type Phase } from '../../core/index.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { PaymentMeta } from '../orders/order.ts';
import type { PaymentReport } from '../providers/report.ts';
import type { Emit } from '../observability/events.ts';
import { mergeFacts } from '../stores/rules.ts';
import type { FactsUpdate, PaymentRow, PaymentStore } from '../stores/store.ts';
import {
  decideReport,
  isConflictingEnd,
  isDoubtful,
  isFirstEarly,
  isMoneySeen,
  keepsFacts,
  mayMove,
  newFacts,
  type Decision,
  type DecisionRules,
} from './decide-report.ts';
import type { Delivery, StatusChange } from './delivery.ts';
import { circumstancesOf, toShopPayment, type ShopPayment } from './row-views.ts';
import { nextVerification } from './verification.ts';

/**
 * Called before a payment becomes paid or overpaid, whoever reports it.
 *
 * `payment` includes the facts of this report, but still has the phase from before. `report` is the content of this report
 * alone. When another report has changed the payment meanwhile, it is called again. The result decides:
 *
 * - `true`: the payment becomes paid.
 * - `false`: final. The payment does not change, and a webhook is answered 200, so the service does not send it again.
 * - `'later'`: the payment is `confirming`, or keeps its phase, and this function is called again: first after 30 seconds,
 *   then after twice the time, at least once an hour, for 24 hours. Then the event `verification-overdue` reports it; a
 *   further report, or `checkout.payments.refresh`, calls it again. This survives the end of the process.
 * - An exception: a webhook is answered 500, and the service sends it again.
 *
 *     verifyPayment: async ({ answer, cryptoAmountReceived }, change, { confirmations = 0 }) => {
 *       if (confirmations < 2) return 'later';
 *       return explorer.hasReceived(answer.address, cryptoAmountReceived);
 *     }
 */
export type VerifyPayment<Meta extends object = PaymentMeta> = (
  payment: ShopPayment<Meta>,
  change: Omit<StatusChange, 'version'>,
  report: PaymentReport,
) => Verdict | Promise<Verdict>;

/** The result of `verifyPayment`. */
export type Verdict = boolean | 'later';

/** What the chain has for a payment that a report calls paid. */
interface ChainVerdict {
  /** Whether the payment becomes paid now. Otherwise the report is kept, and the look is repeated. */
  readonly agrees: boolean;
  /** The money on the chain. Its amount and its time decide instead of those of the report. */
  readonly found?: Pick<PaymentReport, 'received' | 'receivedAt' | 'confirmations' | 'transactions'> | undefined;
}

/** What chain sources know of payments. */
export interface PaymentChain {
  /** Whether a chain source has the coin of a payment. */
  readonly watches: (row: PaymentRow) => boolean;
  /** The second look at a payment that a report calls paid; undefined when no source is asked about it or this report. */
  readonly secondLook: (row: PaymentRow, report: PaymentReport) => Promise<ChainVerdict | undefined>;
}

export interface ReportApplierPorts extends DecisionRules {
  readonly store: PaymentStore;
  readonly delivery: Pick<Delivery, 'deliver'>;
  readonly chain?: PaymentChain | undefined;
  readonly verifyPayment: VerifyPayment | undefined;
  readonly emit: Emit;
  readonly now: () => number;
}

/**
 * Applies a report to a payment. Returns the row in its new phase, undefined when the phase stays, or 'conflict' when the
 * report belongs to another payment.
 */
export type ApplyReport = (row: PaymentRow, report: PaymentReport) => Promise<PaymentRow | 'conflict' | undefined>;

/** What came of one attempt: `outdated` when the row has changed since it was read. */
type Attempt = PaymentRow | 'unmoved' | 'conflict' | 'outdated';

/** How often to try again when another process has written to the payment in between. */
const TRIES = 20;

/**
 * The one way in which a payment gets another phase, wherever the report came from. Its facts are also written by the checks
 * and by the settlement of its order.
 *
 * A decision is written only while the row is still at the version it was made from. So of two concurrent reports, the
 * second is applied with the facts of the first.
 */
export function createReportApplier(ports: ReportApplierPorts): ApplyReport {
  const { store, delivery, chain, verifyPayment, emit, now } = ports;

  /**
   * Looks at the chain before a report makes a payment paid, or late: the chain may know that the money was in time. A claim
   * without an amount is looked at, too, when the last amount is too low: that may be of a look before the rest was sent.
   */
  async function lookIfClaimed(row: PaymentRow, report: PaymentReport, decision: Decision) {
    const { action, to, isCovered, isLate, hasOwnAmount, isEarly, isIgnoredTest } = decision;
    if (isIgnoredTest || isEarly || isFinal(row.knownPhase)) return undefined;
    // A claim that waits for the chain has made the payment late meanwhile.
    const isWaiting = isLate && row.verification !== undefined;
    const isMove = action === 'transition' && (isPaid(to) || isLate);
    return isMove || isWaiting || (!isCovered && !hasOwnAmount) ? chain?.secondLook(row, report) : undefined;
  }

  async function verify(row: PaymentRow, report: PaymentReport, { to, at, status, facts }: Decision): Promise<Verdict> {
    if (!verifyPayment || !isPaid(to)) return true;
    const { paymentRef, orderRef, phase: from } = row;
    const known = { ...row, ...mergeFacts(row, facts) };
    const change = { paymentRef, from, to, status, at, ...circumstancesOf(known, at) };
    const verdict = await verifyPayment(toShopPayment(known), change, Object.freeze(omitUndefined(report)));
    if (verdict === false) emit({ type: 'verification-declined', paymentRef, orderRef, to });
    return verdict;
  }

  /** Writes the new facts. False when the row has changed meanwhile. */
  async function writeFacts(row: PaymentRow, added: FactsUpdate, at: number): Promise<boolean> {
    if (Object.keys(added).length === 0) return true;
    return (await store.updateFacts(row.paymentRef, row.version, added, at)) !== undefined;
  }

  /** Writes an outbox entry with a phase, or without one. It is delivered at once. */
  async function transition(
    { paymentRef, version }: PaymentRow,
    { source, id: serviceId }: PaymentReport,
    { status, at }: Decision,
    phase: Phase | undefined,
    facts: FactsUpdate,
  ): Promise<PaymentRow | undefined> {
    const written = await store.transition(paymentRef, { phase, status, source, serviceId, facts, at, version });
    if (written) void delivery.deliver(paymentRef);
    return written;
  }

  /** Reports that money has gone again. */
  function emitMoneyGone(
    { paymentRef, orderRef, phase }: PaymentRow,
    { source }: PaymentReport,
    { remaining }: Decision,
  ): void {
    if (remaining !== undefined)
      emit({ type: 'money-gone', paymentRef, orderRef, from: phase, received: remaining, source });
  }

  function announce(before: PaymentRow, after: PaymentRow, report: PaymentReport, decision: Decision): void {
    const { paymentRef, orderRef, method, coin, status, version, phase: to } = after;
    const { source } = report;
    emit({ type: 'payment-changed', paymentRef, orderRef, method, coin, from: before.phase, to, version, source });
    if (to === 'unknown') emit({ type: 'status-unknown', paymentRef, orderRef, status });
    emitMoneyGone(before, report, decision);
    if (!isMoneySeen(to, undefined)) return;
    const { afterExpiry, replaced } = circumstancesOf(after, decision.at);
    if (afterExpiry) emit({ type: 'update-after-expiry', paymentRef, orderRef, to });
    if (replaced) emit({ type: 'update-of-replaced-payment', paymentRef, orderRef, to });
  }

  /**
   * Why a write was refused: the row has changed since, or it has another service id. The response to the creation can bring
   * that id while the report is applied, after the webhook's own check.
   */
  const reasonOfRefusal = async ({ paymentRef, version }: PaymentRow) =>
    (await store.byPaymentRef(paymentRef))!.version === version ? 'conflict' : 'outdated';

  /** Reports that a payment is called paid, and less was received or its creation is not answered yet. */
  function warn({ paymentRef, orderRef }: PaymentRow, decision: Decision, isEarly: boolean): void {
    const { status, amount, facts, isCovered } = decision;
    if (isEarly) emit({ type: 'paid-before-answer', paymentRef, orderRef, status });
    if (isCovered || !amount) return;
    const received = facts.cryptoAmountReceived!;
    emit({ type: 'paid-amount-low', paymentRef, orderRef, status, received, expected: amount.expected });
  }

  /** The phase stays: new facts are written, and a contradiction is reported. */
  async function keep(row: PaymentRow, report: PaymentReport, decision: Decision): Promise<Attempt> {
    const { paymentRef, orderRef, knownPhase: from } = row;
    const { to, at, eventPhase, status } = decision;
    const isFirst = isFirstEarly(row, decision);
    const facts = newFacts(row, decision.facts, report.source);
    if (keepsFacts(from, to)) {
      // An early status gets an entry of the outbox, so that sweeps find the payment until it is applied.
      const isWritten = isFirst
        ? (await transition(row, report, decision, undefined, facts)) !== undefined
        : await writeFacts(row, facts, at);
      if (!isWritten) return reasonOfRefusal(row);
      emitMoneyGone(row, report, decision);
    }
    if (isConflictingEnd(from, eventPhase))
      emit({ type: 'conflicting-final-status', paymentRef, orderRef, from, to: eventPhase, status });
    if (!isPaid(from)) warn(row, decision, isFirst);
    else if (isDoubtful(decision)) emit({ type: 'update-after-paid', paymentRef, orderRef, to, status });
    return 'unmoved';
  }

  /** A test payment would become paid. */
  async function refuse(row: PaymentRow, { eventPhase, at, status, facts, isEarly }: Decision): Promise<Attempt> {
    const { paymentRef, orderRef } = row;
    const kept = {
      test: facts.test,
      earlyStatus: isEarly ? undefined : facts.earlyStatus,
      verification: null,
    };
    if (!(await writeFacts(row, newFacts(row, kept), at))) return 'outdated';
    emit({ type: 'test-payment', paymentRef, orderRef, status, to: eventPhase });
    return 'unmoved';
  }

  /**
   * `verifyPayment` or the chain decides later: the payment is confirming, and the report is kept with the time of the next
   * call. After the end of its offer it is late until then. A payment whose money has gone again stays awaiting.
   */
  async function postpone(row: PaymentRow, report: PaymentReport, decision: Decision): Promise<Attempt> {
    const { paymentRef, orderRef, knownPhase: from } = row;
    const { to, at, amount, isLate } = decision;
    const { verification, checkAt } = nextVerification(row.verification, report, at);
    const facts = { ...decision.facts, verification };
    // The check is written first: without it, a process that ends here would never ask again.
    await store.setCheck(paymentRef, 'verify', checkAt);
    const isGone = from === 'awaiting' && row.verification !== undefined;
    const isConfirming = !isGone && mayMove(from, 'confirming', amount);
    const next = isConfirming ? 'confirming' : isLate && from === 'expired' ? 'late' : undefined;
    if (next) {
      const moved = await transition(row, report, decision, next, facts);
      if (!moved) return reasonOfRefusal(row);
      announce(row, moved, report, decision);
      emit({ type: 'verification-postponed', paymentRef, orderRef, to });
      return moved;
    }
    if (!(await writeFacts(row, newFacts(row, facts), at))) return reasonOfRefusal(row);
    if (!row.verification) emit({ type: 'verification-postponed', paymentRef, orderRef, to });
    else if (verification.isOverdue && !row.verification.isOverdue)
      emit({ type: 'verification-overdue', paymentRef, orderRef, to });
    return 'unmoved';
  }

  async function move(row: PaymentRow, report: PaymentReport, decision: Decision): Promise<Attempt> {
    const verdict = await verify(row, report, decision);
    if (verdict === 'later') return postpone(row, report, decision);
    const { to, at, facts, isEarly } = decision;
    if (!verdict) {
      const kept = { earlyStatus: facts.earlyStatus, verification: null };
      return (await writeFacts(row, newFacts(row, kept), at)) ? 'unmoved' : 'outdated';
    }
    const moved = await transition(row, report, decision, to, facts);
    if (!moved) return reasonOfRefusal(row);
    announce(row, moved, report, decision);
    warn(row, decision, isEarly);
    return moved;
  }

  async function attempt(row: PaymentRow, report: PaymentReport, isChanged: boolean): Promise<Attempt> {
    // Only what the chain itself has named is stored: a transaction that is new there counts by its time on the chain.
    const isClaim = report.source !== 'chain' && chain?.watches(row);
    const claim = decideReport(row, isClaim ? { ...report, transactions: undefined } : report, ports, now());
    // The source was asked before the change: it has not seen the money that came in between.
    if (claim.remaining !== undefined && isChanged) return 'unmoved';
    const look = await lookIfClaimed(row, report, claim);
    if (look && !look.agrees) return postpone(row, report, claim);
    const decided = look?.found ? decideReport(row, { ...report, ...look.found }, ports, claim.at) : claim;
    // The claim is decided: it is not looked at again. Only a round may still find that the money was in time.
    const isOfRound = report.source === 'chain' && report.received !== undefined;
    const isOver = (decided.isLate && !isOfRound) || (look !== undefined && !look.found);
    const decision = isOver ? { ...decided, facts: { ...decided.facts, verification: null } } : decided;
    if (decision.action === 'keep') return keep(row, report, decision);
    return decision.action === 'refuse' ? refuse(row, decision) : move(row, report, decision);
  }

  return async function applyReport(first, report) {
    const { paymentRef, orderRef } = first;
    if (report.received === null)
      emit({ type: 'amount-unreadable', paymentRef, orderRef, status: report.status ?? first.status });
    let row = first;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const result = await attempt(row, report, row.version !== first.version);
      if (result !== 'outdated') return result === 'unmoved' ? undefined : result;
      row = (await store.byPaymentRef(paymentRef))!;
    }
    throw new Error(`The payment changed ${TRIES} times while one report was applied.`);
  };
}
