import { isPaid } from '../../core/index.ts';
import type { PaymentMeta } from '../orders/order.ts';
import type { Emit } from '../observability/events.ts';
import type { HandleChange, OnStatus } from './delivery.ts';
import type { ShopPayment } from './row-views.ts';
import type { Settlements } from './settlement.ts';

/**
 * Called with each payment that pays its order: it is `paid` or `overpaid`, for the amount and currency that `order()`
 * returns now, and no test payment unless those are allowed. It is not called after a refund. Called after `onStatus` for
 * the same change, and like it at least once: again when it has thrown or its process has ended. Two calls for one payment
 * run at the same time only when the first does not end within ten minutes.
 *
 * For a payment of another amount, it is called once the order has that amount again: at the next `GET orders/:order`,
 * `POST payments` or `payments.create`.
 *
 * It is called for each of two payments of one order, with the event `order-paid-twice`. So claim the order for a payment,
 * send the goods, and store that they were sent; the columns `paid_by` and `sent_at` are empty at first. A payment that was
 * refunded before the goods were sent gives its claim to the next one. `ship` may be called again with the same key, when
 * the process has ended in it.
 *
 *     onPaid: async (payment) => {
 *       const { orderRef, paymentRef } = payment;
 *       const order = db.prepare('SELECT * FROM orders WHERE ref = ?').get(orderRef);
 *       if (order.sent_at !== null) return; // if `paid_by` is another payment, refund this one
 *
 *       // Another payment has claimed the order. This one is called again, until the goods are sent or that one is refunded.
 *       const isOther = order.paid_by !== null && order.paid_by !== paymentRef;
 *       if (isOther && (await checkout.payments.get(order.paid_by))?.phase !== 'refunded')
 *         throw new Error(`Order ${orderRef} is paid by another payment.`);
 *
 *       const claim = db.prepare(`UPDATE orders SET paid_by = ?
 *         WHERE ref = ? AND paid_by IS NOT DISTINCT FROM ? AND amount = ? AND currency = ?`);
 *       const hasClaimed = () => claim.run(paymentRef, orderRef, order.paid_by, order.amount, order.currency).changes > 0;
 *       // After an exception, the checkout compares the payment with the order again, and calls again if it still pays.
 *       if (!checkout.settles(payment, order) || !hasClaimed()) throw new Error(`Order ${orderRef} has changed.`);
 *
 *       await ship(order, { idempotencyKey: orderRef });
 *       db.prepare('UPDATE orders SET sent_at = ? WHERE ref = ?').run(new Date().toISOString(), orderRef);
 *     }
 */
export type OnPaid<Meta extends object = PaymentMeta> = (payment: ShopPayment<Meta>) => void | Promise<void>;

/** How many payments are remembered, about a hundred bytes each. */
const RESOLVED_MAX = 10_000;

export interface ChangeHandlerPorts {
  readonly onStatus: OnStatus | undefined;
  readonly onPaid: OnPaid | undefined;
  readonly settlements: Pick<Settlements, 'compare' | 'reportIfPaidTwice'>;
  readonly emit: Emit;
}

/**
 * Called by the delivery for each change: calls the shop's `onStatus`, and its `onPaid` when the payment pays its order
 * now. An order that was paid twice is reported first, so that neither a crash nor a failing callback can lose the report.
 * When `order()` or `onPaid` fails, this process does not call `onStatus` again for the same change.
 */
export function createChangeHandler({ onStatus, onPaid, settlements, emit }: ChangeHandlerPorts): HandleChange {
  /** Payments with the version for which `onStatus` has resolved, while a later step has to be repeated. */
  const resolved = new Map<string, number>();

  /** Reports a payment of another amount, where there is no `onPaid`. */
  async function reportMismatch(payment: ShopPayment): Promise<void> {
    try {
      await settlements.compare(payment);
    } catch (cause) {
      emit({ type: 'internal-error', at: 'settlement', cause });
    }
  }

  return async function handleChange(payment, change, begin) {
    if (isPaid(change.to)) await settlements.reportIfPaidTwice(payment);
    if (resolved.get(change.paymentRef) !== change.version) {
      begin('onStatus()');
      await onStatus?.(payment, change);
    }
    if (!isPaid(change.to)) return;
    begin('order()');
    if (!onPaid) return reportMismatch(payment);
    resolved.delete(change.paymentRef);
    // Forgets the payment that was handled least recently.
    if (resolved.size >= RESOLVED_MAX) resolved.delete(resolved.keys().next().value!);
    resolved.set(change.paymentRef, change.version);
    const isSettling = await settlements.compare(payment);
    if (isSettling === undefined)
      throw new Error(
        `order() returned no order ${payment.orderRef} when it was called without a request, before onPaid. ` +
          'Return it then, too. Or is it the order of another checkout on this store?',
      );
    begin('onPaid()');
    if (isSettling) await onPaid(payment);
    resolved.delete(change.paymentRef);
  };
}
