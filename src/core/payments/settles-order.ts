import { decimalText } from '../money/amount.ts';
import { isPaidPhase, isPhase, phases, type Phase } from './phases.ts';

/** An amount of money of an order or a payment. */
export interface Money {
  /** Decimal text, or a number. Never a localized text such as `1,99`. */
  readonly amount: string | number;
  /** Fiat code of three letters, in any letter case. */
  readonly currency: string;
}

/** The fields of a payment that `settlesOrder` reads. A `ShopPayment` has all of them. */
export interface SettlingPayment extends Money {
  /** Only `paid` and `overpaid` settle an order. */
  readonly phase: Phase;
  /** True for a payment of a sandbox. */
  readonly test?: boolean | undefined;
}

/** Options of `settlesOrder`. */
export interface SettlementOptions {
  /** Whether a test payment settles an order. Default: false, and a warning in the console, once. */
  readonly allowTestPayments?: boolean | undefined;
}

/**
 * Whether a payment in this phase is paid in full: `paid` or `overpaid`. To find out whether it pays its order, use
 * `settlesOrder`.
 *
 *     if (isPaid(payment.phase)) showReceipt(payment);
 *
 * @throws TypeError when it is not one of the phases.
 */
export function isPaid(phase: Phase): boolean {
  return isPaidPhase(readPhase(phase, 'phase'));
}

/**
 * Whether a payment pays an order with the order's present amount and currency: the payment is `paid` or `overpaid`, it
 * has the same amount and currency as the order, and it is not a test payment. Ship goods only when this is true.
 *
 * A payment keeps the amount and currency that the order had when the payment was made. So a payment that was made
 * for a smaller cart does not settle the larger one. Amounts are compared as exact decimals (`5` equals `5.00`),
 * currencies in any letter case.
 *
 * With a checkout at hand, use `checkout.settles(payment, order)`: it knows whether the shop allows test payments.
 *
 *     if (settlesOrder(payment, { amount: order.total, currency: order.currency })) order.isPaid = true;
 *
 * @throws TypeError that names the field when an amount is not a decimal, a currency is missing or the phase is not one of the phases.
 */
export function settlesOrder(
  payment: SettlingPayment,
  order: Money,
  { allowTestPayments }: SettlementOptions = {},
): boolean {
  const isSame = isSameMoney(payment, order, ['payment', 'order']);
  if (!isPaidPhase(readPhase(payment.phase, 'payment.phase')) || !isSame) return false;
  if (payment.test === true && allowTestPayments === undefined) warnOfTestPayment();
  return payment.test !== true || allowTestPayments === true;
}

function readPhase(phase: unknown, name: string): Phase {
  if (isPhase(phase)) return phase;
  throw new TypeError(`${name}: one of ${phases.join(', ')} is needed, such as payment.phase`);
}

let isWarned = false;

/** In the console, because a shop that tries the sandbox looks there for the reason. */
function warnOfTestPayment(): void {
  if (isWarned) return;
  isWarned = true;
  console.warn(
    'pay-elements: settlesOrder(payment, order) is false for a payment of the sandbox. ' +
      'checkout.settles(payment, order) knows whether allowTestPayments is set.',
  );
}

/**
 * Whether two amounts of money are equal. @throws TypeError that names the first field that is not an amount of money.
 */
export function isSameMoney(a: Money, b: Money, [nameOfA, nameOfB] = ['a', 'b']): boolean {
  const [left, right] = [readMoney(a, nameOfA), readMoney(b, nameOfB)];
  return left.amount === right.amount && left.currency === right.currency;
}

function readMoney(money: Money | undefined, name: string): { amount: string; currency: string } {
  if (typeof money !== 'object' || money === null)
    throw new TypeError(`${name}: an object with amount and currency is needed`);
  const amount = decimalText(money.amount);
  if (amount === undefined) throw new TypeError(`${name}.amount: decimal text or a number is needed, such as '19.99'`);
  if (typeof money.currency !== 'string' || money.currency === '')
    throw new TypeError(`${name}.currency: a code of three letters is needed, such as 'USD'`);
  return { amount, currency: money.currency.toUpperCase() };
}
