import type { Phase } from '../../core/index.ts';
import { blocksNewPayment } from '../../server/stores/rules.ts';
import type { PaymentCursor, PaymentRow, PaymentStore } from '../../server/stores/store.ts';
import { shownPhase } from '../../server/payments/row-views.ts';

/** Which payments are read. */
export interface PaymentFilter {
  readonly isOpen: boolean;
  readonly phase?: Phase;
  readonly orderRef?: string;
  readonly after?: PaymentCursor;
}

/** The filters of a list. */
export interface ListFilter extends PaymentFilter {
  readonly limit: number;
}

/** The number of rows that one query reads. */
const PAGE = 500;

/**
 * Lists payments, newest first, and returns whether there are more. A phase is searched by reading rows until the list
 * is full, because stores have no index of phases. A rare phase may read all rows.
 */
export async function listPayments(
  store: PaymentStore,
  { limit, ...filter }: ListFilter,
  now: number,
): Promise<{ readonly rows: readonly PaymentRow[]; readonly more: boolean }> {
  const rows: PaymentRow[] = [];
  for await (const row of readPayments(store, filter, now)) {
    if (rows.length === limit) return { rows, more: true };
    rows.push(row);
  }
  return { rows, more: false };
}

/** Yields the payments that fit, newest first. It reads pages, so that a long history does not fill the memory. */
export async function* readPayments(
  store: PaymentStore,
  { isOpen, phase, orderRef, after }: PaymentFilter,
  now: number,
): AsyncGenerator<PaymentRow> {
  const canBePaid = (row: PaymentRow) =>
    row.stage !== 'released' && blocksNewPayment(row.knownPhase) && shownPhase(row, now) !== 'expired';
  const fits = (row: PaymentRow) =>
    (phase === undefined || shownPhase(row, now) === phase) &&
    (orderRef === undefined || row.orderRef === orderRef) &&
    (!isOpen || canBePaid(row));
  for await (const row of readRows(store, { isOpen, orderRef, after })) if (fits(row)) yield row;
}

type ReadOptions = Pick<PaymentFilter, 'isOpen'> & {
  readonly [Name in 'orderRef' | 'after']: PaymentFilter[Name] | undefined;
};

/** Yields payments, newest first, from the shortest query that contains all of them. */
async function* readRows(store: PaymentStore, { isOpen, orderRef, after }: ReadOptions): AsyncGenerator<PaymentRow> {
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

/**
 * Returns all open payments, oldest first. The service's limits keep their number small: 35 a minute until their orders
 * expire.
 */
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
