import {
  addDecimals,
  compareDecimals,
  cryptoAmount,
  decimalText,
  findCoin,
  isPaid,
  subtractDecimals,
  toPublicPayment,
  type CoinSymbol,
  type Phase,
} from '../../core/index.ts';
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

/** @throws TypeError that names the option that cannot be used. */
export function readMoneyRules({ amountTolerance = '0', afterExpiry = 'paid', ...options }: MoneyOptions): MoneyRules {
  if (afterExpiry !== 'paid' && afterExpiry !== 'late') throw new TypeError(`afterExpiry: 'paid' or 'late' is needed`);
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
    if (!coin) throw new TypeError(`${name}: not one of the supported coins`);
    byCoin.set(coin.symbol, readDecimal(name, value));
  }
  return (coin) => byCoin.get(coin) ?? '0';
}

function readDecimal(name: string, value: unknown): string {
  const text = decimalText(value);
  if (text === undefined) throw new TypeError(`${name}: a decimal of zero or more is needed, such as '0.00000001'`);
  return text;
}

/** How a received amount compares with the expected one; undefined when either is not known. */
export type AmountCheck = { readonly result: 'low' | 'equal' | 'high'; readonly expected: string } | undefined;

/** Compares a received amount with the expected one, in exact decimals. Only coin payments have both. */
export function checkAmount(row: PaymentRow, reported: string | undefined, { toleranceOf }: MoneyRules): AmountCheck {
  if (reported === undefined || row.coin === '' || row.data.answer === undefined) return undefined;
  const payment = toPublicPayment(row.data.answer);
  if (!('tid' in payment)) return undefined;
  const expected = payment.cryptoAmountExpected;
  // The noise of a double is no money: 0.00031112999999999997 BTC are 0.00031113.
  const { text, rounded } = cryptoAmount(reported, row.coin);
  const received = rounded ? reported : text;
  const tolerance = toleranceOf(row.coin);
  if (compareDecimals(received, subtractDecimals(expected, tolerance)) < 0) return { result: 'low', expected };
  if (compareDecimals(received, addDecimals([expected, tolerance])) > 0) return { result: 'high', expected };
  return { result: 'equal', expected };
}

/** What a payment becomes that the service calls paid or overpaid, by the money that was received. */
export function phaseByAmount(claimed: Phase, from: Phase, amount: AmountCheck): Phase {
  if (!isPaid(claimed) || !amount) return claimed;
  // Nothing goes back from expired to underpaid. Too little that came too late is for the shop to decide.
  if (amount.result === 'low') return from === 'expired' || from === 'late' ? 'late' : 'underpaid';
  return amount.result === 'high' ? 'overpaid' : claimed;
}

/** The phases in which money was seen. */
const SEEN: ReadonlySet<Phase> = new Set([
  'detected',
  'confirming',
  'underpaid',
  'unmatched',
  'paid',
  'overpaid',
  'late',
  'refunded',
]);

/**
 * Whether the whole amount was received, according to a status and the amount received so far. Undefined when that is not
 * known: no money was received, or it is not matched to the payment.
 *
 * Where no amount can be compared, money counts as all of it: a payment that was only seen in time must not become late. An
 * amount of zero with a status that reports money means that the service counts only confirmed money.
 */
export function isAllSeen(phase: Phase, received: string | undefined, amount: AmountCheck): boolean | undefined {
  if (!isMoneySeen(phase, received)) return undefined;
  if (amount && compareDecimals(received ?? '0', '0') > 0) return amount.result !== 'low';
  if (phase === 'unmatched') return undefined;
  return phase !== 'underpaid';
}

/** Whether a status or a received amount shows that money was received. */
export const isMoneySeen = (phase: Phase, received: string | undefined): boolean =>
  SEEN.has(phase) || (received !== undefined && compareDecimals(received, '0') > 0);
