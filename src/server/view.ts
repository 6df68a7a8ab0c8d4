import { toPublicPayment, type CoinSymbol, type Method, type Phase, type PublicPayment } from '../core/index.ts';
import type { Facts, PaymentRow } from './stores/store.ts';

/**
 * What is made of a row for whoever looks at it: the payer's browser (by allow-list), the status address
 * (what changes, and no more), and the shop's own code.
 */

/** When the payment's offer ends: as the service said last, else as the shop did. ISO 8601. */
const expiryOf = (row: PaymentRow) => row.expiresAt ?? row.data.expiresAt;

/** Milliseconds until the shop's offer ends; undefined when nothing ends, or money has been seen already. */
export function expiresIn(row: PaymentRow, now: number): number | undefined {
  const expiresAt = expiryOf(row);
  return row.phase === 'awaiting' && expiresAt !== undefined ? Date.parse(expiresAt) - now : undefined;
}

/**
 * The phase to show. An offer that ended, or that another has taken the place of, is shown as expired and never
 * written down as such: what the service says later is still believed.
 */
export function shownPhase(row: PaymentRow, now: number): Phase {
  const left = expiresIn(row, now);
  const replaced = row.phase === 'awaiting' && row.data.problem === 'replaced';
  return replaced || (left !== undefined && left <= 0) ? 'expired' : row.phase;
}

/** Whether a payer may see the payment: it was made, and can be paid. Also when another has replaced it since. */
export const isShown = ({ data }: PaymentRow): boolean =>
  data.answer !== undefined && (data.problem === undefined || data.problem === 'replaced');

/** Drops what is undefined: an absent field is absent, in types as in JSON. */
function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

function changing(row: PaymentRow, now: number) {
  return {
    status: row.status,
    phase: shownPhase(row, now),
    version: row.version,
    cryptoAmountReceived: row.cryptoAmountReceived,
    confirmations: row.confirmations,
    confirmationsRequired: row.confirmationsRequired,
    expiresAt: expiryOf(row),
  };
}

/** What the status address answers. Usually under 300 bytes. */
export interface StatusAnswer extends Facts {
  readonly status: string;
  readonly phase: Phase;
  readonly version: number;
  /** Milliseconds until the next question; absent when there will be no more news. */
  readonly after?: number;
}

export function toStatusAnswer(row: PaymentRow, now: number, after: number | undefined): StatusAnswer {
  return { ...changing(row, now), ...(after === undefined ? {} : { after }) };
}

/** The payment as the payer's browser may see it. Only of a row that holds the service's answer. */
export function toPayerView(row: PaymentRow, statusUrl: string, now: number): PublicPayment {
  const { status, ...changes } = changing(row, now);
  const { answer = {}, minimumTransactionCoin, qr } = row.data;
  return toPublicPayment({ ...answer, status }, present({ ...changes, statusUrl, minimumTransactionCoin, qr }));
}

/** The payment as the shop's own code sees it, private parts and all. It must not be handed to a browser. */
export interface ShopPayment extends Facts {
  /** Names this payment for good: the key to remember that its goods were sent. */
  readonly ref: string;
  readonly order: string;
  readonly method: Method;
  readonly coin: CoinSymbol | undefined;
  /** `tid`, `pid` or `bid`; undefined while the service's answer is on its way. */
  readonly id: string | undefined;
  readonly phase: Phase;
  /** The service's word. */
  readonly status: string;
  readonly version: number;
  /** Decimal text, as `order()` said. */
  readonly amount: string;
  readonly currency: string;
  readonly label: string | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** The service's whole answer to the creation (contract 2.6 to 2.8). */
  readonly answer: Readonly<Record<string, unknown>> | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export function toShopPayment(row: PaymentRow): ShopPayment {
  const { amount, currency, label, meta, answer } = row.data;
  return {
    ref: row.ref,
    order: row.order,
    method: row.method,
    coin: row.coin === '' ? undefined : row.coin,
    id: row.serviceId ?? undefined,
    phase: row.phase,
    status: row.status,
    version: row.version,
    amount,
    currency,
    label,
    meta,
    answer,
    cryptoAmountReceived: row.cryptoAmountReceived,
    confirmations: row.confirmations,
    confirmationsRequired: row.confirmationsRequired,
    expiresAt: expiryOf(row),
    createdAt: new Date(row.created),
    updatedAt: new Date(row.updated),
  };
}
