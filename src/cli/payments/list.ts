import type { Phase } from '../../core/index.ts';
import { holdsChoice } from '../../server/stores/rules.ts';
import type { PaymentCursor, PaymentRow, PaymentStore } from '../../server/stores/store.ts';
import { shownPhase } from '../../server/status/payment-view.ts';

/** Which payments a list is of. */
export interface Wanted {
  readonly limit: number;
  readonly isOpen: boolean;
  readonly phase?: Phase;
  readonly orderRef?: string;
  readonly after?: PaymentCursor;
}

/** How many rows are read at a time. */
const PAGE = 500;

/**
 * Payments, newest first, and whether there are more. A phase is looked for by reading on until there are enough, for
 * stores keep no list by phase: one that is seldom may read them all.
 */
export async function listPayments(
  store: PaymentStore,
  { limit, isOpen, phase, orderRef, after }: Wanted,
  now: number,
): Promise<{ readonly rows: readonly PaymentRow[]; readonly more: boolean }> {
  const rows: PaymentRow[] = [];
  const fits = (row: PaymentRow) =>
    (phase === undefined || shownPhase(row, now) === phase) &&
    (orderRef === undefined || row.orderRef === orderRef) &&
    (!isOpen || (row.stage !== 'released' && holdsChoice(row.knownPhase)));
  for await (const row of walk(store, { isOpen, orderRef, after })) {
    if (!fits(row)) continue;
    if (rows.length === limit) return { rows, more: true };
    rows.push(row);
  }
  return { rows, more: false };
}

type Walk = Pick<Wanted, 'isOpen'> & { readonly [Name in 'orderRef' | 'after']: Wanted[Name] | undefined };

/** Newest first, along the shortest list that has them all. */
async function* walk(store: PaymentStore, { isOpen, orderRef, after }: Walk): AsyncGenerator<PaymentRow> {
  const isAfter = (row: PaymentRow) => !after || isBefore(row, after);
  if (orderRef !== undefined) return yield* [...(await store.ofOrder(orderRef))].reverse().filter(isAfter);
  if (isOpen) return yield* (await allOpen(store)).reverse().filter(isAfter);
  for (let cursor = after; ;) {
    const page = await store.latest(cursor, PAGE);
    yield* page;
    if (page.length < PAGE) return;
    cursor = page.at(-1);
  }
}

/** Oldest first. The service's limits keep them few: 35 a minute for as long as an offer lasts. */
async function allOpen(store: PaymentStore): Promise<PaymentRow[]> {
  const all: PaymentRow[] = [];
  for (;;) {
    const page = await store.open(all.at(-1), PAGE);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

const isBefore = (row: PaymentCursor, than: PaymentCursor) =>
  row.created < than.created || (row.created === than.created && row.paymentRef < than.paymentRef);
