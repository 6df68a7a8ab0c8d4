import { decimalText, isPaid, settlesOrder, type MismatchedPayment, type Money } from '../../core/index.ts';
import { isSameMoney } from '../../core/payments/settles-order.ts';
import type { FindOrder, ReadOrder } from '../orders/order.ts';
import { createEmitOnce } from '../observability/emit-once.ts';
import type { Emit } from '../observability/events.ts';
import type { PaymentRow, PaymentStore } from '../stores/store.ts';
import { CallbackError } from '../with-timeout.ts';
import type { Delivery } from './delivery.ts';
import type { MoneyRules } from './money-rules.ts';
import { isShown, isTest, type ShopPayment } from './row-views.ts';
import { omitUndefined } from '../omit-undefined.ts';

/** How many reports are remembered, a few dozen bytes each. */
const REPORTED_MAX = 10_000;

/** How often to try again when another process has written to the payment in between. */
const TRIES = 20;

type Priced = Pick<ReadOrder, 'amount' | 'currency'>;
type Named = Pick<ShopPayment, 'paymentRef' | 'orderRef'>;

/** Whether a payment was made for the amount and currency that the order has now. */
export const isForOrder = ({ data }: PaymentRow, order: Priced): boolean => isSameMoney(data, order);

/** Whether a payment pays the order as it is now. */
function settles(row: PaymentRow, order: Money, { allowTestPayments }: MoneyRules): boolean {
  const { amount, currency } = row.data;
  return settlesOrder({ phase: row.knownPhase, amount, currency, test: isTest(row) }, order, { allowTestPayments });
}

/** The paid payments of an order, by whether they pay it as it is now. */
export interface Settlement {
  readonly settling: readonly PaymentRow[];
  /** Paid for another amount or currency. */
  readonly mismatched: readonly PaymentRow[];
}

export interface SettlementPorts {
  readonly store: Pick<PaymentStore, 'byPaymentRef' | 'transition' | 'ofOrder' | 'updateFacts'>;
  readonly order: FindOrder;
  readonly deliver: Delivery['deliver'];
  readonly rules: MoneyRules;
  readonly emit: Emit;
  readonly now: () => number;
}

/**
 * Compares paid payments with their order as it is now, and reports those with another amount, and orders that were
 * paid twice. A reported mismatch is kept in the row: when the order later equals the payment, the change is delivered again.
 * That is intended: only the order's present amount and currency decide. A shop that does not want the money any more refunds
 * it, and a refunded payment pays nothing.
 */
export function createSettlements({ store, order: findOrder, deliver, rules, emit, now }: SettlementPorts) {
  const emitOnce = createEmitOnce(emit, REPORTED_MAX);

  function report(payment: Named & Priced, { amount: orderAmount, currency: orderCurrency }: Priced): void {
    const { paymentRef, orderRef, amount, currency } = payment;
    const prices = { amount, currency, orderAmount, orderCurrency };
    emitOnce(paymentRef, { type: 'payment-mismatch', paymentRef, orderRef, ...prices });
  }

  async function keepMismatch(paymentRef: string): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const row = await store.byPaymentRef(paymentRef);
      if (!row || row.mismatched || (await store.updateFacts(paymentRef, row.version, { mismatched: true }, now())))
        return;
    }
    throw new Error(`The payment changed ${TRIES} times while its mismatch was stored.`);
  }

  async function orderOf(orderRef: string) {
    try {
      return await findOrder(orderRef, undefined);
    } catch (cause) {
      throw new CallbackError('order()', cause);
    }
  }

  /** Adds an outbox entry without a change of phase. Of all processes that see the same row, one writes it. */
  async function deliverAgain({ paymentRef, status, version }: PaymentRow): Promise<void> {
    try {
      const moved = await store.transition(paymentRef, { status, facts: { mismatched: null }, at: now(), version });
      if (moved) void deliver(paymentRef);
    } catch (cause) {
      // The request for the order is answered all the same, and the next request tries again.
      emit({ type: 'internal-error', at: 'settlement', cause });
    }
  }

  return {
    /**
     * Sorts the paid payments of an order. Reports each mismatch once in this process. A payment that
     * was reported as a mismatch, and pays the order now, is delivered again.
     */
    async review(rows: readonly PaymentRow[], order: Priced): Promise<Settlement> {
      const paid = rows.filter(({ knownPhase }) => isPaid(knownPhase));
      const mismatched = paid.filter((row) => !isForOrder(row, order));
      for (const { paymentRef, orderRef, data } of mismatched) report({ paymentRef, orderRef, ...data }, order);
      const settling = paid.filter((row) => settles(row, order, rules));
      await Promise.all(settling.filter((row) => row.mismatched).map(deliverAgain));
      return { settling, mismatched };
    },
    /**
     * Reports when another payment has paid the same order: once for each two payments in this process,
     * whichever is delivered first. @throws what the store throws
     */
    async reportIfPaidTwice(payment: ShopPayment): Promise<void> {
      const { paymentRef, orderRef } = payment;
      const others = (await store.ofOrder(orderRef)).filter((row) => row.paymentRef !== paymentRef);
      const paidBy = others.find((row) => settles(row, payment, rules))?.paymentRef;
      if (paidBy === undefined) return;
      emitOnce([paymentRef, paidBy].sort().join(' '), { type: 'order-paid-twice', paymentRef, orderRef, paidBy });
    },
    /**
     * Asks the shop, without a request, for the order of a payment that became paid, reports a mismatch and keeps it.
     * Whether the payment pays the order, as both are stored now: a refund may have arrived since the payment was paid.
     * Undefined when `order()` gives none. @throws what `order()` and the store throw
     */
    async compare({ paymentRef, orderRef }: Named): Promise<boolean | undefined> {
      const order = await orderOf(orderRef);
      const row = await store.byPaymentRef(paymentRef);
      if (!row || !isPaid(row.knownPhase)) return false;
      if (!order) return undefined;
      if (!isSameMoney(row.data, order, ['payment', 'order()'])) {
        report({ paymentRef, orderRef, ...row.data }, { amount: decimalText(order.amount)!, currency: order.currency });
        await keepMismatch(paymentRef);
      }
      return settles(row, order, rules);
    },
  };
}

/** Returns the payment that is shown as the one that paid the order. */
export const settlingRow = ({ settling }: Settlement): PaymentRow | undefined => settling.find(isShown) ?? settling[0];

/**
 * Returns the payment that pays the order as it is now, `true` when that payment cannot be shown (its creation got no
 * response), or undefined when the order is not paid.
 */
export function payerOf(settlement: Settlement, read: ReadOrder): PaymentRow | true | undefined {
  const row = settlingRow(settlement);
  if (row) return isShown(row) ? row : true;
  return read.paid === true || undefined;
}

export type Settlements = ReturnType<typeof createSettlements>;

/** A paid payment that is not the one that paid the order, as the browser may see it. */
export function toPaidPayment({ serviceId, knownPhase: phase, data }: PaymentRow): MismatchedPayment {
  const { amount, currency } = data;
  return omitUndefined({ id: serviceId ?? undefined, amount, currency, phase });
}
