import { compareDecimals, isFinal, isPaid, type Phase } from '../../core/index.ts';
import type { PaymentMeta } from '../orders/order.ts';
import type { Delivery, StatusChange } from './delivery.ts';
import {
  amountsWith,
  checkAmount,
  isAllSeen,
  isMoneySeen,
  mayMove,
  phaseByAmount,
  type AmountCheck,
  type MoneyRules,
} from './money-rules.ts';
import type { Emit } from '../observability/events.ts';
import type { Facts, FactsUpdate, PaymentRow, PaymentStore } from '../stores/store.ts';
import { circumstancesOf, isTest, present, toShopPayment, type ShopPayment } from './payment-view.ts';

/** The content of one webhook, or of the answer to the creation. Fields without a value are absent. */
export interface WebhookFacts {
  /** The service's status. */
  readonly status: string;
  /** `tid`, `pid` or `bid`. */
  readonly id?: string;
  /** Received so far, in the coin, decimal text. */
  readonly received?: string;
  readonly confirmations?: number;
  readonly confirmationsRequired?: number;
  /** ISO 8601. */
  readonly expiresAt?: string;
  readonly test?: true;
}

/**
 * Called before a payment becomes paid or overpaid, by a webhook or by the answer to the creation.
 *
 * `payment` includes the facts of this webhook, but still has the phase from before. `webhook` is the content of this
 * webhook alone. False is final: the payment does not change, and the webhook is answered 200, so the service does not send
 * it again. To decide later, throw: the webhook is answered 500, and the service sends it again.
 *
 *     verifyPayment: async ({ answer, cryptoAmountReceived }, change, webhook) =>
 *       explorer.hasReceived(answer.address, cryptoAmountReceived, { confirmations: webhook.confirmations })
 */
export type VerifyPayment<Meta extends object = PaymentMeta> = (
  payment: ShopPayment<Meta>,
  change: Omit<StatusChange, 'version'>,
  webhook: WebhookFacts,
) => boolean | Promise<boolean>;

/** A status of the service, with the facts that were reported with it. */
export interface ReportedStatus {
  readonly status: string;
  /** `tid`, `pid` or `bid`, when it was named. */
  readonly id?: string | undefined;
  readonly facts: Facts;
  /** Whether it was reported with an amount that cannot be read. */
  readonly isAmountUnreadable?: boolean;
}

export interface StatusApplierPorts {
  readonly store: PaymentStore;
  readonly delivery: Delivery;
  /** The phase of a status. */
  readonly phaseOf: (status: string) => Phase;
  readonly verifyPayment: VerifyPayment | undefined;
  readonly rules: MoneyRules;
  readonly emit: Emit;
  readonly now: () => number;
}

/**
 * Applies a status to a payment. Returns the row in its new phase, undefined when the phase stays, or 'conflict' when the
 * status belongs to another payment.
 */
export type ApplyStatus = (row: PaymentRow, reported: ReportedStatus) => Promise<PaymentRow | 'conflict' | undefined>;

/** How often to try again when another process has written to the payment in between. */
const TRIES = 20;

/** The effect of a status on a payment in its present state. */
interface Decision {
  readonly to: Phase;
  readonly at: number;
  readonly amount: AmountCheck;
  /** Whether the amount came with this status. */
  readonly hasOwnAmount: boolean;
  /** What is written of the payment's facts. */
  readonly facts: FactsUpdate;
  /** False when the service calls the payment paid and less was received. */
  readonly isCovered: boolean;
  /** True when the service calls the payment paid before it has answered the creation: `createEarlyStatusJudge`. */
  readonly isEarly: boolean;
}

/**
 * The one way in which a payment changes its phase, wherever the status came from.
 *
 * A decision is written only while the row is still at the version it was made from. So of two concurrent webhooks, the
 * second is applied with the facts of the first.
 */
export function createStatusApplier(ports: StatusApplierPorts): ApplyStatus {
  const { store, delivery, phaseOf, verifyPayment, rules, emit, now } = ports;

  function decide(row: PaymentRow, { status, facts, isAmountUnreadable }: ReportedStatus): Decision {
    const at = now();
    const amounts = amountsWith(row, facts.cryptoAmountReceived);
    const reportedPhase = phaseOf(status);
    // A claim of paid that carries an amount is judged by that amount. Only coin payments have an expected one.
    const isUnjudged = isAmountUnreadable === true && row.coin !== '';
    const claimedPhase = isUnjudged && isPaid(reportedPhase) ? 'confirming' : reportedPhase;
    const isEarly = isPaid(claimedPhase) && row.data.answer === undefined;
    const amount = checkAmount(row, amounts.last, rules);
    const hasOwnAmount = amounts.own !== undefined;
    const byAmount = isEarly ? 'confirming' : phaseByAmount(claimedPhase, row.knownPhase, amount, hasOwnAmount);
    const known = { ...row, expiresAt: row.expiresAt ?? facts.expiresAt };
    const isLate = isPaid(byAmount) && rules.afterExpiry === 'late' && circumstancesOf(known, at).afterExpiry;
    const to = isLate ? 'late' : byAmount;
    const seenAt = isMoneySeen(to, amounts.last) ? at : undefined;
    const isAll = isUnjudged ? undefined : isAllSeen(to, amounts, amount);
    const coveredAt = isAll === false ? null : isAll && at;
    const isCovered = !(isPaid(claimedPhase) && amount?.result === 'low');
    return {
      to,
      at,
      amount,
      hasOwnAmount,
      facts: {
        ...facts,
        cryptoAmountReceived: amounts.last,
        highestReceived: amounts.highest,
        seenAt,
        coveredAt,
        earlyStatus: isUnjudged ? undefined : earlyStatusAfter(row, status, isEarly),
      },
      isCovered,
      isEarly,
    };
  }

  async function isVerified(row: PaymentRow, reported: ReportedStatus, { to, at, facts }: Decision): Promise<boolean> {
    if (!verifyPayment || !isPaid(to)) return true;
    const { paymentRef, orderRef, phase: from } = row;
    const change = { paymentRef, from, to, status: reported.status, at, ...circumstancesOf(row, at) };
    const merged = present({ ...reported.facts, cryptoAmountReceived: facts.cryptoAmountReceived });
    if (await verifyPayment(toShopPayment({ ...row, ...merged }), change, toWebhookFacts(reported))) return true;
    emit({ type: 'verification-declined', paymentRef, orderRef, to });
    return false;
  }

  /** Writes the new facts. False when the row has changed meanwhile. */
  async function writeFacts(row: PaymentRow, facts: FactsUpdate, at: number): Promise<boolean> {
    const newFacts = newer(row, facts);
    if (Object.keys(newFacts).length === 0) return true;
    return (await store.updateFacts(row.paymentRef, row.version, newFacts, at)) !== undefined;
  }

  /** The same, with an entry of the outbox: so sweeps find the payment until its early status is applied. */
  async function writeEarlyStatus(row: PaymentRow, { status, id }: ReportedStatus, facts: FactsUpdate, at: number) {
    const { paymentRef, version } = row;
    const written = await store.move(paymentRef, { status, serviceId: id, facts: newer(row, facts), at, version });
    if (written) void delivery.deliver(paymentRef);
    return written !== undefined;
  }

  function announce(before: PaymentRow, moved: PaymentRow, { to, at }: Decision): void {
    const { paymentRef, orderRef, method, coin, status, version } = moved;
    emit({ type: 'payment-changed', paymentRef, orderRef, method, coin, from: before.phase, to, version });
    if (to === 'unknown') emit({ type: 'status-unknown', paymentRef, orderRef, status });
    if (!isMoneySeen(to, undefined)) return;
    const { afterExpiry, replaced } = circumstancesOf(moved, at);
    if (afterExpiry) emit({ type: 'update-after-expiry', paymentRef, orderRef, to });
    if (replaced) emit({ type: 'update-of-replaced-payment', paymentRef, orderRef, to });
  }

  /**
   * Why a write was refused: the row has changed since, or it has another service id. The answer to the creation can bring
   * that id while the status is applied, after the webhook's own check.
   */
  const reasonOfRefusal = async ({ paymentRef, version }: PaymentRow) =>
    (await store.byPaymentRef(paymentRef))?.version === version ? 'conflict' : 'outdated';

  /** The moved row, 'unmoved', 'conflict', or 'outdated' when the row has changed since it was read. */
  async function applyTo(
    row: PaymentRow,
    reported: ReportedStatus,
  ): Promise<PaymentRow | 'unmoved' | 'conflict' | 'outdated'> {
    const { paymentRef, orderRef, knownPhase: from, version } = row;
    const { status, id } = reported;
    const decision = decide(row, reported);
    const { to, at, amount, hasOwnAmount, facts, isCovered, isEarly } = decision;
    const claimed = isEarly ? 'paid' : to;
    const warnIfEarly = () => isEarly && emit({ type: 'paid-before-answer', paymentRef, orderRef, status });
    const warnIfLow = () => {
      if (isCovered || !amount) return;
      const received = facts.cryptoAmountReceived!;
      emit({ type: 'paid-amount-low', paymentRef, orderRef, status, received, expected: amount.expected });
    };

    if (!mayMove(from, to, amount) || isSameUnknown(row, to, status)) {
      const isFirstEarly = isEarly && !isFinal(from) && row.earlyStatus === undefined;
      const write = () => (isFirstEarly ? writeEarlyStatus(row, reported, facts, at) : writeFacts(row, facts, at));
      if (keepsFacts(from, to) && !(await write())) return reasonOfRefusal(row);
      if (isConflictingEnd(from, claimed))
        emit({ type: 'conflicting-final-status', paymentRef, orderRef, from, to: claimed, status });
      if (isPaid(from)) {
        if (isDoubtful(to, hasOwnAmount, amount)) emit({ type: 'update-after-paid', paymentRef, orderRef, to, status });
      } else warnIfLow();
      if (isFirstEarly) warnIfEarly();
      return 'unmoved';
    }
    if (isPaid(claimed) && !rules.allowTestPayments && isTest({ ...row, ...present({ test: facts.test }) })) {
      const refused = { test: facts.test, earlyStatus: isEarly ? undefined : facts.earlyStatus };
      if (!(await writeFacts(row, refused, at))) return 'outdated';
      emit({ type: 'test-payment', paymentRef, orderRef, status, to: claimed });
      return 'unmoved';
    }
    if (!(await isVerified(row, reported, decision)))
      return (await writeFacts(row, { earlyStatus: facts.earlyStatus }, at)) ? 'unmoved' : 'outdated';
    const moved = await store.move(paymentRef, { phase: to, status, serviceId: id, facts, at, version });
    if (!moved) return reasonOfRefusal(row);
    announce(row, moved, decision);
    warnIfLow();
    warnIfEarly();
    void delivery.deliver(paymentRef);
    return moved;
  }

  return async function applyStatus(first, reported) {
    let row: PaymentRow | undefined = first;
    for (let tries = 0; row && tries < TRIES; tries += 1) {
      const result = await applyTo(row, reported);
      if (result !== 'outdated') return result === 'unmoved' ? undefined : result;
      row = await store.byPaymentRef(row.paymentRef);
    }
    throw new Error(`The payment changed ${TRIES} times while one status was applied.`);
  };
}

const toWebhookFacts = ({ status, id, facts }: ReportedStatus): WebhookFacts => {
  const { cryptoAmountReceived: received, confirmations, confirmationsRequired, expiresAt, test } = facts;
  return Object.freeze(present({ status, id, received, confirmations, confirmationsRequired, expiresAt, test }));
};

/** The new facts of a status without a change of phase: another amount, or more confirmations. */
function newer(row: PaymentRow, facts: FactsUpdate): FactsUpdate {
  const {
    cryptoAmountReceived: received,
    highestReceived: highest,
    confirmations,
    confirmationsRequired,
    expiresAt,
    test,
    seenAt,
    coveredAt,
    earlyStatus,
  } = facts;
  const further = confirmations !== undefined && confirmations > (row.confirmations ?? -1);
  return present({
    cryptoAmountReceived: otherAmount(row.cryptoAmountReceived, received),
    highestReceived: otherAmount(row.highestReceived, highest),
    confirmations: further ? confirmations : undefined,
    confirmationsRequired: firstOf(row.confirmationsRequired, confirmationsRequired),
    expiresAt: firstOf(row.expiresAt, expiresAt),
    test: firstOf(row.test, test),
    seenAt: firstOf(row.seenAt, seenAt),
    coveredAt: firstOf(row.coveredAt, coveredAt),
    earlyStatus: firstOf(row.earlyStatus, earlyStatus),
  });
}

/** The change of an amount; undefined when it is the same in other digits. */
const otherAmount = (known: string | undefined, reported: string | undefined): string | undefined =>
  known !== undefined && reported !== undefined && compareDecimals(known, reported) === 0 ? undefined : reported;

/** The change of a fact whose first value is kept: undefined when it has a value already, or none to remove. */
function firstOf<T, N extends T | null | undefined>(known: T | undefined, reported: N): N | undefined {
  const isNew = reported === null ? known !== undefined : known === undefined;
  return isNew ? reported : undefined;
}

/** A status that means paid is kept until the creation is answered, and removed when it is applied. */
function earlyStatusAfter(row: PaymentRow, status: string, isEarly: boolean): FactsUpdate['earlyStatus'] {
  if (isEarly) return status;
  return row.data.answer !== undefined && row.earlyStatus === status ? null : undefined;
}

/** Whether a status without a change of phase may add facts. A payment in a final phase accepts only those of the same phase. */
const keepsFacts = (from: Phase, to: Phase): boolean => !isFinal(from) || from === to || (isPaid(from) && isPaid(to));

/**
 * Whether a report says that the money of a paid payment is not all there: by its phase, or by its own amount. It may be
 * outdated. Another final phase has its own event.
 */
const isDoubtful = (to: Phase, hasOwnAmount: boolean, amount: AmountCheck): boolean =>
  to === 'underpaid' ||
  to === 'unmatched' ||
  to === 'expired' ||
  (hasOwnAmount && amount?.result === 'low' && (isPaid(to) || !isFinal(to)));

/** Whether the payment shows this unknown status already. */
const isSameUnknown = (row: PaymentRow, to: Phase, status: string): boolean =>
  to === 'unknown' && row.phase === 'unknown' && row.status === status;

/** Whether a final phase conflicts with the payment's. Overpaid and refunded payments were paid before. */
function isConflictingEnd(from: Phase, to: Phase): boolean {
  return (
    isFinal(from) && isFinal(to) && from !== to && !(to === 'paid' && (from === 'overpaid' || from === 'refunded'))
  );
}
