import {
  hasMoved,
  isFinal,
  isPaid,
  toPublicPayment,
  type CoinSymbol,
  type Method,
  type Phase,
  type PublicPayment,
} from '../../core/index.ts';
import type { PaymentMeta } from '../creation/order.ts';
import { isUnseen } from '../stores/rules.ts';
import type { Facts, PaymentRow } from '../stores/store.ts';

/**
 * The views of a row: for the payer's browser (by allow-list), for the status address (only what changes), and for the
 * shop's own code.
 */

/** The time when the offer ends, from the service's last webhook or else from the shop. ISO 8601. */
const expiryOf = (row: PaymentRow) => row.expiresAt ?? row.data.expiresAt;

/** Milliseconds until the offer ends; undefined when it has no end, or when money was already seen. */
export function expiresIn(row: PaymentRow, now: number): number | undefined {
  const expiresAt = expiryOf(row);
  return isUnseen(row) && expiresAt !== undefined ? Date.parse(expiresAt) - now : undefined;
}

/**
 * The phase to show. An offer that ended or was replaced is shown as expired, but this phase is not stored: later
 * webhooks still apply.
 */
export function shownPhase(row: PaymentRow, now: number): Phase {
  const left = expiresIn(row, now);
  const replaced = isUnseen(row) && isReplaced(row);
  return replaced || (left !== undefined && left <= 0) ? 'expired' : row.phase;
}

const isReplaced = ({ data }: PaymentRow): boolean => data.problem === 'replaced';

/** Whether the service's response or a webhook marked the payment as a test. */
export const isTest = ({ test, data }: PaymentRow): boolean => test === true || data.answer?.['test'] === true;

/** Facts about a change that a shop needs in addition to the phase. */
export interface Circumstances {
  /**
   * True when the shop's `expiresAt` had passed before the whole amount was seen. When the amounts are not known:
   * before any money was seen.
   */
  readonly afterExpiry: boolean;
  /** True when another payment had replaced this one: the payer may have paid both. */
  readonly replaced: boolean;
}

/** The circumstances of a change that was reported at this time. */
export function circumstancesOf(row: PaymentRow, at: number): Circumstances {
  const { expiresAt } = row.data;
  const end = expiresAt === undefined ? Infinity : Date.parse(expiresAt);
  return { afterExpiry: at >= end && (row.coveredAt ?? at) >= end, replaced: isReplaced(row) };
}

/** Whether a payer may see the payment: the service has created it, and its only possible problem is a replacement. */
export const isShown = ({ data }: PaymentRow): boolean =>
  data.answer !== undefined && (data.problem === undefined || data.problem === 'replaced');

/** Whether money was seen for the payment, and its phase is not final. */
export const isMoving = ({ knownPhase }: PaymentRow): boolean => hasMoved(knownPhase) && !isFinal(knownPhase);

/** Removes undefined fields, so that they are absent in the type and in JSON. */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** When the whole amount of a paid payment was reported, ISO 8601. */
const paidAtOf = ({ phase, coveredAt }: PaymentRow): string | undefined =>
  isPaid(phase) && coveredAt !== undefined ? new Date(coveredAt).toISOString() : undefined;

function changing(row: PaymentRow, now: number) {
  return {
    status: row.status,
    phase: shownPhase(row, now),
    version: row.version,
    cryptoAmountReceived: row.cryptoAmountReceived,
    confirmations: row.confirmations,
    confirmationsRequired: row.confirmationsRequired,
    expiresAt: expiryOf(row),
    paidAt: paidAtOf(row),
  };
}

/** The facts that callers get. The others are internal. */
type PublicFacts = Pick<Facts, 'cryptoAmountReceived' | 'confirmations' | 'confirmationsRequired' | 'expiresAt'>;

/** The response of the status address. Usually under 300 bytes. */
export interface StatusAnswer extends PublicFacts {
  readonly status: string;
  readonly phase: Phase;
  readonly version: number;
  /** Milliseconds until the next request; absent when the phase is final. */
  readonly after?: number | undefined;
  /** When the whole amount of a paid payment was reported, ISO 8601. */
  readonly paidAt?: string | undefined;
  /** The most advanced phase of the order's other payments; absent when no money was seen for any of them. */
  readonly orderPhase?: Phase | undefined;
}

export function toStatusAnswer(
  row: PaymentRow,
  now: number,
  after: number | undefined,
  orderPhase?: Phase,
): StatusAnswer {
  return { ...changing(row, now), after, orderPhase };
}

/** The payment as the payer's browser may see it. The row must have the service's response. */
export function toPayerView(row: PaymentRow, statusUrl: string, now: number): PublicPayment {
  const { status, ...changes } = changing(row, now);
  const { answer = {}, minimumTransactionCoin, rate, qr } = row.data;
  const { test, orderRef } = row;
  // Other methods show the currency of the service's response (contract 2.6, 2.7).
  const currency = row.method === 'localcode' ? row.data.currency : undefined;
  const known = { ...changes, statusUrl, currency, minimumTransactionCoin, rate, orderRef, qr, test };
  // These are the shop's fields. The service's response must not set them.
  const shown = { ...answer, rate: undefined, rateText: undefined, orderRef: undefined, paidAt: undefined, status };
  return toPublicPayment(shown, present(known));
}

/** The payment for the shop's own code, with its private fields. It must not be sent to a browser. */
export interface ShopPayment<Meta extends object = PaymentMeta> extends PublicFacts {
  /** Identifies this payment in the store. Use it as the key when you record that the goods were sent. */
  readonly paymentRef: string;
  /** The shop's name for the order. */
  readonly orderRef: string;
  readonly method: Method;
  readonly coin: CoinSymbol | undefined;
  /** `tid`, `pid` or `bid`; undefined until the service has responded. */
  readonly id: string | undefined;
  readonly phase: Phase;
  /** The status as the service reports it. */
  readonly status: string;
  readonly version: number;
  /** The amount from `order()` at the creation, decimal text. The order may have changed since: see `settlesOrder`. */
  readonly amount: string;
  readonly currency: string;
  /** True when the service marked the payment as a test, as the sandbox does. No real money was paid. */
  readonly test: boolean;
  readonly label: string | undefined;
  /** The `meta` from `order()` at the creation. */
  readonly meta: Readonly<Meta> | undefined;
  /** The service's whole response to the creation (contract 2.6 to 2.8). */
  readonly answer: Readonly<Record<string, unknown>> | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export function toShopPayment(row: PaymentRow): ShopPayment {
  const { amount, currency, label, meta, answer } = row.data;
  return {
    paymentRef: row.paymentRef,
    orderRef: row.orderRef,
    method: row.method,
    coin: row.coin === '' ? undefined : row.coin,
    id: row.serviceId ?? undefined,
    phase: row.phase,
    status: row.status,
    version: row.version,
    amount,
    currency,
    test: isTest(row),
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
