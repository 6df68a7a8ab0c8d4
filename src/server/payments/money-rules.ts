import { ConfigurationError } from '../configuration-error.ts';
import {
  addDecimals,
  compareDecimals,
  cryptoAmount,
  decimalText,
  findCoin,
  isPaid,
  mayFollow,
  subtractDecimals,
  toPublicPayment,
  type CoinSymbol,
  type Phase,
} from '../../core/index.ts';
import { phaseFacts } from '../../core/payments/phases.ts';
import type { PaymentRow } from '../stores/store.ts';

/** How far a received amount may differ from the expected one, in the coin: for all coins, or by coin. */
export type AmountTolerance = string | number | Partial<Record<CoinSymbol, string | number>>;

/** The options of `createCheckout` that decide what counts as paid. */
export interface MoneyOptions {
  readonly amountTolerance?: AmountTolerance | undefined;
  readonly afterExpiry?: 'paid' | 'late' | undefined;
  readonly allowTestPayments?: boolean | undefined;
}

/** What counts as paid. */
export interface MoneyRules {
  /** Decimal text, in the coin. */
  readonly toleranceOf: (coin: string) => string;
  /** What a payment becomes that is paid after its offer ended without any money seen. */
  readonly afterExpiry: 'paid' | 'late';
  readonly allowTestPayments: boolean;
}

/** @throws ConfigurationError that names the option that cannot be used. */
export function readMoneyRules({ amountTolerance = '0', afterExpiry = 'paid', ...options }: MoneyOptions): MoneyRules {
  if (afterExpiry !== 'paid' && afterExpiry !== 'late')
    throw new ConfigurationError('afterExpiry', `'paid' or 'late' is needed`);
  return {
    toleranceOf: readTolerance(amountTolerance),
    afterExpiry,
    allowTestPayments: options.allowTestPayments === true,
  };
}

function readTolerance(given: AmountTolerance): MoneyRules['toleranceOf'] {
  if (typeof given !== 'object' || given === null) {
    const all = readDecimal('amountTolerance', given);
    return () => all;
  }
  const byCoin = new Map<string, string>();
  for (const [symbol, value] of Object.entries(given)) {
    const name = `amountTolerance.${symbol}`;
    const coin = findCoin(symbol);
    if (!coin) throw new ConfigurationError(name, `not one of the supported coins`);
    byCoin.set(coin.symbol, readDecimal(name, value));
  }
  return (coin) => byCoin.get(coin) ?? '0';
}

function readDecimal(name: string, value: unknown): string {
  const text = decimalText(value);
  if (text === undefined)
    throw new ConfigurationError(name, `a decimal of zero or more is needed, such as '0.00000001'`);
  return text;
}

/** The amounts that were reported for a payment, with a new report. Decimal text, in the coin. */
export interface ReportedAmounts {
  /** The amount of the new report. */
  readonly own: string | undefined;
  /** The amount that decides: of the new report, or else of the last report that had one. */
  readonly last: string | undefined;
  readonly highest: string | undefined;
}

/** The amounts of a payment with a new report. */
export function amountsWith(row: PaymentRow, own: string | undefined): ReportedAmounts {
  const before = higher(row.highestReceived, row.cryptoAmountReceived);
  return { own, last: own ?? row.cryptoAmountReceived, highest: higher(before, own) };
}

function higher(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return compareDecimals(a, b) > 0 ? a : b;
}

/** How a received amount compares with the expected one; undefined when either is not known. */
export type AmountCheck =
  | {
      readonly result: 'low' | 'equal' | 'high';
      readonly expected: string;
      /** Whether nothing is missing, without the tolerance. */
      readonly isWhole: boolean;
    }
  | undefined;

/** Compares a received amount with the expected one, in exact decimals. Only coin payments have both. */
export function checkAmount(row: PaymentRow, reported: string | undefined, { toleranceOf }: MoneyRules): AmountCheck {
  if (reported === undefined || row.data.answer === undefined) return undefined;
  const payment = toPublicPayment(row.data.answer);
  if (!('tid' in payment)) return undefined;
  const expected = payment.cryptoAmountExpected;
  // The noise of a double is no money: 0.00031112999999999997 BTC are 0.00031113.
  const { text, rounded } = cryptoAmount(reported, row.coin);
  const received = rounded ? reported : text;
  const allowed = toleranceOf(row.coin);
  // As large as the price, it would call a payment of nothing paid.
  const tolerance = compareDecimals(allowed, expected) < 0 ? allowed : '0';
  const isWhole = compareDecimals(received, expected) >= 0;
  if (compareDecimals(received, subtractDecimals(expected, tolerance)) < 0) return { result: 'low', expected, isWhole };
  if (compareDecimals(received, addDecimals([expected, tolerance])) > 0) return { result: 'high', expected, isWhole };
  return { result: 'equal', expected, isWhole };
}

/**
 * What a payment becomes that the service calls paid, overpaid or underpaid, by the money that was received.
 *
 * `hasOwnAmount`: the amount came with this status.
 */
export function phaseByAmount(claimed: Phase, from: Phase, amount: AmountCheck, hasOwnAmount: boolean): Phase {
  if (claimed === 'underpaid' && amount?.isWhole && hasOwnAmount) return 'confirming';
  if (!isPaid(claimed) || !amount) return claimed;
  // Nothing goes back from expired to underpaid. Too little that came too late is for the shop to decide.
  if (amount.result === 'low') return from === 'expired' || from === 'late' ? 'late' : 'underpaid';
  return amount.result === 'high' ? 'overpaid' : claimed;
}

/**
 * Whether a payment may go to this phase. From `underpaid` only the whole amount leads back to `detected` and
 * `confirming`: a report without it is outdated, or about the part that came first. `unmatched` does not expire: the shop has
 * to decide about the money, and the payer must not pay again.
 */
export function mayMove(from: Phase, to: Phase, amount: AmountCheck): boolean {
  if (!mayFollow(from, to) || (from === 'unmatched' && to === 'expired')) return false;
  return (
    from !== 'underpaid' || (to !== 'detected' && to !== 'confirming') || (amount ? amount.result !== 'low' : false)
  );
}

/**
 * Whether the whole amount is there, according to a status and the reported amounts. Undefined when the report does not
 * say: no money was received, or it is not matched to the payment.
 *
 * Money that was seen and has gone again is not there, whatever the status is. Where no amount can be compared, money
 * counts as all of it: a payment that was only seen in time must not become late. When only zero was ever reported,
 * with a status that reports money, the service counts only confirmed money.
 */
export function isAllSeen(phase: Phase, { own, last, highest }: ReportedAmounts, amount: AmountCheck) {
  if (amount && isAboveZero(highest)) return amount.result !== 'low' && (phase !== 'underpaid' || own !== undefined);
  if (last !== highest && compareDecimals(last!, highest!) < 0) return false;
  if (!isMoneySeen(phase, last) || phase === 'unmatched') return undefined;
  return phase !== 'underpaid';
}

/** Whether a status or a received amount shows that money was received. */
export const isMoneySeen = (phase: Phase, received: string | undefined): boolean =>
  !!phaseFacts(phase).seen || isAboveZero(received);

const isAboveZero = (amount: string | undefined): boolean => amount !== undefined && compareDecimals(amount, '0') > 0;
