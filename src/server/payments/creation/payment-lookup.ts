import type { PaymentChoice } from './request-payment.ts';
import type { ReadOrder } from '../../orders/order.ts';
import { blocksNewPayment, isUnseen } from '../../stores/rules.ts';
import type { NewPayment, PaymentRow, PaymentStore } from '../../stores/store.ts';
import { shownPhase } from '../payment-view.ts';
import { isForOrder } from '../settlement.ts';

/** Finds in the rows of an order whether a choice has a payment, and whether one can be created. */

/** For this long an amount that was below the minimum is refused without a request. Milliseconds. */
const BELOW_MINIMUM_MS = 10 * 60_000;

/** The coin as rows store it: empty for a method without a choice of coin. */
export const coinOf = ({ coin }: Pick<PaymentChoice, 'coin'>): NewPayment['coin'] => coin?.coin.symbol ?? '';

/** Reads all rows of an order, the rows of a choice, and the open row of that choice. */
export async function rowsOf(store: PaymentStore, choice: PaymentChoice) {
  const { orderRef, method } = choice;
  const ofOrder = await store.ofOrder(orderRef);
  const rows = ofOrder.filter((row) => row.method === method && row.coin === coinOf(choice));
  return { ofOrder, rows, holder: rows.find((row) => row.stage !== 'released' && blocksNewPayment(row.knownPhase)) };
}

/**
 * True when a payment can still be used: it is valid for the order's amount and has not expired, or money was seen. An
 * unknown status is no proof of money, so such a payment needs the present amount and a valid time.
 */
export function isCurrent(row: PaymentRow, order: ReadOrder, now: number): boolean {
  if (row.stage !== 'ready' || !blocksNewPayment(row.knownPhase) || shownPhase(row, now) === 'expired') return false;
  return !isUnseen(row) || isForOrder(row, order);
}

/** True when the same amount was below the coin's minimum a short while ago. */
export const wasTooSmall = (row: PaymentRow, order: ReadOrder, now: number): boolean =>
  row.data.problem === 'below-minimum' && now - row.created < BELOW_MINIMUM_MS && isForOrder(row, order);
