import type { PaymentChoice } from './request-payment.ts';
import type { ReadOrder } from './order.ts';
import { holdsChoice, isUnseen } from '../stores/rules.ts';
import type { NewPayment, PaymentRow, PaymentStore } from '../stores/store.ts';
import { shownPhase } from '../status/payment-view.ts';
import { isForOrder } from '../status/settlement.ts';

/** Reads from the rows of an order whether a choice has a payment, and whether one can be created. */

/** For this long an amount that was too small is refused without a request. Milliseconds. */
const BELOW_MINIMUM_MS = 10 * 60_000;

/** As rows have it: empty where there is no choice of coin. */
export const coinOf = ({ coin }: Pick<PaymentChoice, 'coin'>): NewPayment['coin'] => coin?.coin.symbol ?? '';

/** All rows of an order, those of a choice, and its open one. */
export async function rowsOf(store: PaymentStore, choice: PaymentChoice) {
  const { orderRef, method } = choice;
  const ofOrder = await store.ofOrder(orderRef);
  const rows = ofOrder.filter((row) => row.method === method && row.coin === coinOf(choice));
  return { ofOrder, rows, holder: rows.find((row) => row.stage !== 'released' && holdsChoice(row.knownPhase)) };
}

/**
 * Whether a payment can still be used: its offer is valid for the order's amount, or money was seen. An unknown status is
 * no sign of money, so it keeps neither an old amount nor an expired offer.
 */
export function isCurrent(row: PaymentRow, order: ReadOrder, now: number): boolean {
  if (row.stage !== 'ready' || !holdsChoice(row.knownPhase) || shownPhase(row, now) === 'expired') return false;
  return !isUnseen(row) || isForOrder(row, order);
}

/** Whether the same money was too little for the coin a short while ago. */
export const wasTooSmall = (row: PaymentRow, order: ReadOrder, now: number): boolean =>
  row.data.problem === 'below-minimum' && now - row.created < BELOW_MINIMUM_MS && isForOrder(row, order);
