import type { Choice } from './ask-service.ts';
import type { ReadOrder } from './order.ts';
import { holdsChoice } from './stores/rules.ts';
import type { NewPayment, PaymentRow, PaymentStore } from './stores/store.ts';
import { shownPhase } from './view.ts';

/** What the rows of an order say about a choice: whether there is a payment for it, and whether one can be made. */

/** An amount that was too small stays so for this long, before the quota is spent on it again. Milliseconds. */
const BELOW_MINIMUM_MS = 10 * 60_000;

/** As rows have it: empty where there is no choice of coin. */
export const coinOf = ({ coin }: Pick<Choice, 'coin'>): NewPayment['coin'] => coin?.coin.symbol ?? '';

/** All rows of a choice, and the one that holds it. */
export async function rowsOf(store: PaymentStore, choice: Choice) {
  const { ref, method } = choice;
  const rows = (await store.ofOrder(ref)).filter((row) => row.method === method && row.coin === coinOf(choice));
  return { rows, holder: rows.find((row) => row.stage !== 'released' && holdsChoice(row.knownPhase)) };
}

/** Whether a payment that was made is still right for its order: the offer stands and asks for the same money. */
export function isCurrent(row: PaymentRow, { amount, currency }: ReadOrder, now: number): boolean {
  if (row.stage !== 'ready' || !holdsChoice(row.knownPhase) || shownPhase(row, now) === 'expired') return false;
  return row.phase !== 'awaiting' || (row.data.amount === amount && row.data.currency === currency);
}

/** Whether the same money was too little for the coin a short while ago. */
export const wasTooSmall = ({ data, created }: PaymentRow, { amount, currency }: ReadOrder, now: number): boolean =>
  data.problem === 'below-minimum' &&
  now - created < BELOW_MINIMUM_MS &&
  data.amount === amount &&
  data.currency === currency;
