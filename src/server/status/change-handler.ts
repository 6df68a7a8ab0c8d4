import { isPaid } from '../../core/index.ts';
import type { PaymentMeta } from '../creation/order.ts';
import type { Emit } from '../observability/events.ts';
import type { OnStatus } from './delivery.ts';
import type { ShopPayment } from './payment-view.ts';
import type { Settlements } from './settlement.ts';

/**
 * Called with each payment that pays its order: it is `paid` or `overpaid`, for the amount and currency that `order()`
 * returns now, and no test payment unless those are allowed. Called after `onStatus` for the same change, and like it at
 * least once, and never two calls at the same time for one payment.
 *
 * For a payment of another amount, it is called once the order has that amount again: at the next `GET orders/:order`,
 * `POST payments` or `payments.create`.
 *
 * It is called for each of two payments of one order, with the event `order-paid-twice`: store for each order what was sent.
 *
 *     onPaid: async ({ orderRef, paymentRef }) => {
 *       const markPaid = db.prepare('UPDATE orders SET paid_by = ? WHERE order_ref = ? AND paid_by IS NULL');
 *       if (markPaid.run(paymentRef, orderRef).changes > 0) await ship(orderRef);
 *     }
 */
export type OnPaid<Meta extends object = PaymentMeta> = (payment: ShopPayment<Meta>) => void | Promise<void>;

export interface ChangeHandlerPorts {
  readonly onStatus: OnStatus | undefined;
  readonly onPaid: OnPaid | undefined;
  readonly settlements: Pick<Settlements, 'compare' | 'reportIfPaidTwice'>;
  readonly emit: Emit;
}

/**
 * Called by the delivery for each change: calls the shop's `onStatus`, and its `onPaid` when the payment pays its order. An
 * order that was paid twice is reported first, so that neither a crash nor a failing callback can lose the report.
 */
export function createChangeHandler({ onStatus, onPaid, settlements, emit }: ChangeHandlerPorts): OnStatus {
  /** Reports a payment of another amount, where there is no `onPaid`. */
  async function reportMismatch(payment: ShopPayment): Promise<void> {
    try {
      await settlements.compare(payment);
    } catch (cause) {
      emit({ type: 'internal-error', at: 'settlement', cause });
    }
  }

  return async function handleChange(payment, change) {
    if (isPaid(change.to)) await settlements.reportIfPaidTwice(payment);
    await onStatus?.(payment, change);
    if (!isPaid(change.to)) return;
    if (!onPaid) return reportMismatch(payment);
    const isSettling = await settlements.compare(payment);
    if (isSettling === undefined)
      throw new Error(
        `order() returned no order ${payment.orderRef} when it was called without a request, before onPaid`,
      );
    if (isSettling) await onPaid(payment);
  };
}
