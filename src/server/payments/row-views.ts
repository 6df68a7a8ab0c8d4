import {
  compareDecimals,
  isMoneyDetected,
  isFinal,
  isPaid,
  toPublicPayment,
  type CoinSymbol,
  type Method,
  type PaymentTransaction,
  type Phase,
  type PublicPayment,
} from '../../core/index.ts';
import { isTransactionId, SHOWN_TRANSACTIONS_MAX } from '../../core/payments/payment-fields.ts';
import { isRepeatable, phaseFacts } from '../../core/payments/phases.ts';
import type { PaymentMeta } from '../orders/order.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { hasLostMoney, isUnseen } from '../stores/rules.ts';
import type { ReportSource } from '../observability/report-source.ts';
import type { Facts, PaymentRow } from '../stores/store.ts';

/**
 * The views of a row: for the payer's browser (by allow-list), for the status address (only what changes), and for the
 * shop's own code.
 */

/** The time when the offer ends, for the money rules: the shop's, or else the first that a report named. ISO 8601. */
const expiryOf = (row: PaymentRow) => row.data.expiresAt ?? row.expiresAt;

/**
 * Until when the payer is asked to pay, ISO 8601: the end of the offer, or an earlier one that the payment server has named
 * when it created the payment.
 */
function payableUntil(row: PaymentRow): string | undefined {
  const [offer, created] = [expiryOf(row), row.data.answer?.['expiresAt']];
  if (typeof created !== 'string') return offer;
  return offer !== undefined && Date.parse(offer) < Date.parse(created) ? offer : created;
}

/** Milliseconds until the payer can no longer pay; undefined when there is no end, or when money was already seen. */
export function expiresIn(row: PaymentRow, now: number): number | undefined {
  const expiresAt = payableUntil(row);
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
   * True when the offer had ended before the whole amount was seen. When the amounts are not known: before any money was
   * seen. The offer ends at the shop's `expiresAt`, or else at the first one that a webhook named.
   */
  readonly afterExpiry: boolean;
  /** True when another payment had replaced this one: the payer may have paid both. */
  readonly replaced: boolean;
}

/** The circumstances of a change that was reported at this time. */
export function circumstancesOf(row: PaymentRow, at: number): Circumstances {
  const expiresAt = expiryOf(row);
  const end = expiresAt === undefined ? Infinity : Date.parse(expiresAt);
  return { afterExpiry: at >= end && (row.fullAmountAt ?? at) >= end, replaced: isReplaced(row) };
}

/** Whether a payer may see the payment: the service has created it, and its only possible problem is a replacement. */
export const isShown = ({ data }: PaymentRow): boolean =>
  data.answer !== undefined && (data.problem === undefined || data.problem === 'replaced');

/** Whether the payer can see that the payment has ended without being paid: a replaced one tells them nothing. */
export const hasEnded = (row: PaymentRow, now: number): boolean =>
  row.data.answer !== undefined && row.data.problem === undefined && isRepeatable(shownPhase(row, now));

/** Whether the payment was refunded. The shop may still call its order paid. */
export const isRefunded = (row: PaymentRow): boolean => isShown(row) && row.phase === 'refunded';

/** Whether money was seen for the payment, and its phase is not final. */
export const isMoving = ({ knownPhase }: PaymentRow): boolean => isMoneyDetected(knownPhase) && !isFinal(knownPhase);

/** When the whole amount had arrived, as far as it is known, ISO 8601. Undefined unless the payment is paid. */
const paidAtOf = ({ phase, fullAmountAt }: PaymentRow): string | undefined =>
  isPaid(phase) && fullAmountAt !== undefined ? new Date(fullAmountAt).toISOString() : undefined;

/**
 * The amount that a payer is shown; null while a later report was lower than an earlier one. Then money has gone again, or
 * an older webhook came late: neither how much is there nor how much is missing is known.
 */
function shownAmount({ cryptoAmountReceived: last, highestReceived: highest }: PaymentRow): string | null | undefined {
  const hasFallen = last !== undefined && highest !== undefined && compareDecimals(last, highest) < 0;
  return hasFallen ? null : last;
}

/**
 * The amount that is still to be sent, as the provider says: while the payment is underpaid, and zero while it waits for
 * confirmations. Otherwise undefined.
 */
const reportedDue = ({ phase, due }: PaymentRow): string | undefined =>
  phase === 'underpaid' || (phaseFacts(phase).confirms && due === '0') ? due : undefined;

/** The option `explorers`, read: addresses with `{transaction}`. */
export type Explorers = Readonly<Partial<Record<CoinSymbol, string>>>;

/**
 * The transactions with their pages at the explorer of the coin; undefined without one, and when none were reported. Empty
 * when money may have gone again: a page then removes those that it has.
 */
function transactionsOf(
  { coin, knownPhase, source, transactions }: PaymentRow,
  explorers: Explorers,
): readonly PaymentTransaction[] | undefined {
  const explorer = coin === '' ? undefined : explorers[coin];
  if (explorer === undefined) return undefined;
  if (!phaseFacts(knownPhase).seen) return source === undefined ? undefined : [];
  const shown = transactions?.filter(isTransactionId).slice(0, SHOWN_TRANSACTIONS_MAX);
  return shown?.map((id) => ({ id, url: explorer.replaceAll('{transaction}', id) }));
}

function changing(row: PaymentRow, now: number, explorers: Explorers) {
  return {
    status: row.status,
    phase: shownPhase(row, now),
    version: row.version,
    cryptoAmountReceived: shownAmount(row),
    cryptoAmountDue: reportedDue(row),
    confirmations: row.confirmations,
    confirmationsRequired: row.confirmationsRequired,
    expiresAt: payableUntil(row),
    paidAt: paidAtOf(row),
    moneyGone: hasLostMoney(row) ? true : undefined,
    transactions: transactionsOf(row, explorers),
  };
}

/** The facts that callers get. The others are internal. */
interface PublicFacts extends Pick<
  Facts,
  'cryptoAmountReceived' | 'confirmations' | 'confirmationsRequired' | 'expiresAt'
> {
  /**
   * The amount that is still to be sent, as the provider says, in the coin, decimal text. While underpaid, and zero when the
   * provider has accepted the amount and waits for confirmations.
   */
  readonly cryptoAmountDue?: string | undefined;
}

/** The response of the status address. Usually under 300 bytes. */
export interface StatusAnswer extends Omit<PublicFacts, 'cryptoAmountReceived' | 'cryptoAmountDue' | 'confirmations'> {
  /** The provider's status word, such as `NEW`. The tags show it while the phase is `unknown`. */
  readonly status: string;
  /** The phase that the payer is shown: `expired`, when the time to pay is over. */
  readonly phase: Phase;
  /** Goes up with each change. A long poll sends it as `?since=`. */
  readonly version: number;
  /** Null while it is not known, because a later report was lower than an earlier one, or the money has gone again. */
  readonly cryptoAmountReceived?: string | null | undefined;
  /** Null while the payment is underpaid, and the provider does not say how much is still to be sent. */
  readonly cryptoAmountDue?: string | null | undefined;
  /** Null when the money has gone again. */
  readonly confirmations?: number | null | undefined;
  /** Milliseconds until the next request; absent when the phase is final. */
  readonly after?: number | undefined;
  /** When the whole amount had arrived, as far as it is known, ISO 8601. Only when paid. */
  readonly paidAt?: string | undefined;
  /** True when money that was seen has gone again: its transaction or its block was replaced. Only while `awaiting`. */
  readonly moneyGone?: boolean | undefined;
  /** The transactions with their pages at the shop's explorer. Empty when the money has gone again. */
  readonly transactions?: readonly PaymentTransaction[] | undefined;
  /** The most advanced phase of the order's other payments; absent when no money was seen for any of them. */
  readonly orderPhase?: Phase | undefined;
}

export function toStatusAnswer(
  row: PaymentRow,
  now: number,
  after: number | undefined,
  orderPhase?: Phase,
  explorers: Explorers = {},
): StatusAnswer {
  // A page keeps what an answer leaves out. Null removes an amount that no longer counts.
  const gone = hasLostMoney(row) ? { cryptoAmountReceived: null, confirmations: null } : {};
  const due = row.phase === 'underpaid' ? { cryptoAmountDue: row.due ?? null } : {};
  return { ...changing(row, now, explorers), ...gone, ...due, after, orderPhase };
}

/** Fields of the shop. The provider's response must not set them. */
const SHOP_FIELDS = Object.fromEntries(
  ['cryptoAmountDue', 'rate', 'orderRef', 'paidAt', 'moneyGone', 'transactions']
    .flatMap((name) => [name, `${name}Text`])
    .map((name) => [name, undefined]),
);

/** The payment as the payer's browser may see it. The row must have the service's response. */
export function toPayerView(row: PaymentRow, statusUrl: string, now: number, explorers: Explorers = {}): PublicPayment {
  const { status, ...changes } = changing(row, now, explorers);
  const { answer = {}, minimumTransactionCoin, rate, qr } = row.data;
  const { test, orderRef } = row;
  // Other methods show the currency of the service's response (contract 2.6, 2.7).
  const currency = row.method === 'localcode' ? row.data.currency : undefined;
  const cryptoAmountReceived = changes.cryptoAmountReceived ?? undefined;
  const shop = { statusUrl, currency, minimumTransactionCoin, rate, orderRef, qr, test };
  const known = { ...changes, ...shop, cryptoAmountReceived };
  return toPublicPayment({ ...answer, ...SHOP_FIELDS, status }, omitUndefined(known));
}

/** The payment for the shop's own code, with its private fields. It must not be sent to a browser. */
export interface ShopPayment<Meta extends object = PaymentMeta> extends PublicFacts {
  /** Identifies this payment in the store. Use it as the key when you record that the goods were sent. */
  readonly paymentRef: string;
  /** The shop's name for the order. */
  readonly orderRef: string;
  /** The method of payment. */
  readonly method: Method;
  /** The symbol of contract 2.9; undefined for methods without a choice of coin. */
  readonly coin: CoinSymbol | undefined;
  /** `tid`, `pid` or `bid`; undefined until the service has responded. */
  readonly id: string | undefined;
  /** What the payment means to the shop. `checkout.settles` decides whether it pays the order. */
  readonly phase: Phase;
  /** The status as the service reports it. */
  readonly status: string;
  /** Starts at 1 and goes up with each change that a payer could see. */
  readonly version: number;
  /** The amount from `order()` at the creation, decimal text. The order may have changed since: see `checkout.settles`. */
  readonly amount: string;
  /** The currency from `order()` at the creation: a fiat code of three letters, in upper case. */
  readonly currency: string;
  /** True when the service marked the payment as a test, as the sandbox does. No real money was paid. */
  readonly test: boolean;
  /** The description of the goods from `order()`; undefined when it had none. */
  readonly label: string | undefined;
  /** The `meta` from `order()` at the creation. */
  readonly meta: Readonly<Meta> | undefined;
  /** The provider's response to the creation; at the contract's service its whole `data` (contract 2.6 to 2.8). */
  readonly answer: Readonly<Record<string, unknown>> | undefined;
  /** Who reported the present phase. Undefined before the first change of the phase. */
  readonly source: ReportSource | undefined;
  /** The ids of the payment's transactions on the chain, when they were reported. */
  readonly transactions: readonly string[] | undefined;
  /** When the payment was stored, before the service was asked. By the shop's clock. */
  readonly createdAt: Date;
  /** When the stored payment was last written. By the shop's clock. */
  readonly updatedAt: Date;
}

export function toShopPayment(row: PaymentRow): ShopPayment {
  const { amount, currency, label, meta, answer, details } = row.data;
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
    answer: answer && { ...answer, ...details },
    source: row.source,
    transactions: row.transactions,
    cryptoAmountReceived: row.cryptoAmountReceived,
    cryptoAmountDue: reportedDue(row),
    confirmations: row.confirmations,
    confirmationsRequired: row.confirmationsRequired,
    expiresAt: expiryOf(row),
    createdAt: new Date(row.created),
    updatedAt: new Date(row.updated),
  };
}
