import { findCoin, type CoinSymbol } from '../../../core/index.ts';
import { textOf, unitsOf } from '../../../core/money/amount.ts';
import { isRecord } from '../../../core/json.ts';
import { ChainError } from '../chain-error.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the fields of a source's answer, in which every number is its original text (`exactJson`).
 *
 * A field that cannot be read is an error and never zero: an answer that was half understood must not look like an
 * address without money.
 */
export interface AnswerReader {
  readonly fail: (field: string, needed: string) => ChainError;
  readonly record: (value: unknown, field: string) => Fields;
  readonly list: (value: unknown, field: string) => readonly unknown[];
  readonly text: (value: unknown, field: string) => string;
  /** A whole number of zero or more that a double holds. */
  readonly count: (value: unknown, field: string) => number;
  /** A whole number of the smallest unit, in decimal digits. */
  readonly units: (value: unknown, field: string) => bigint;
  /** A number in hexadecimal with `0x`, as in the RPC of Ethereum. */
  readonly quantity: (value: unknown, field: string) => bigint;
  /** An amount in the coin with at most its decimals. A negative one is an error. */
  readonly amount: (value: unknown, coin: CoinSymbol, field: string) => string;
  /** Seconds since 1970, as milliseconds. */
  readonly time: (value: unknown, field: string) => number;
}

export function createAnswerReader(source: string): AnswerReader {
  const fail = (field: string, needed: string) =>
    new ChainError('bad-answer', source, `the answer has no usable ${field}: ${needed} is needed`);
  const count = (value: unknown, field: string): number => {
    if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) throw fail(field, 'a whole number');
    return Number(value);
  };
  return {
    fail,
    count,
    record(value, field) {
      if (!isRecord(value)) throw fail(field, 'an object');
      return value;
    },
    list(value, field) {
      if (!Array.isArray(value)) throw fail(field, 'a list');
      return value as readonly unknown[];
    },
    text(value, field) {
      if (typeof value !== 'string' || value === '') throw fail(field, 'text');
      return value;
    },
    units(value, field) {
      if (typeof value !== 'string' || !/^\d{1,80}$/.test(value)) throw fail(field, 'a whole number of zero or more');
      return BigInt(value);
    },
    quantity(value, field) {
      if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw fail(field, 'a hexadecimal number');
      return BigInt(value);
    },
    amount(value, coin, field) {
      const { decimals } = findCoin(coin)!;
      const match = typeof value === 'string' && /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(value);
      const fraction = match ? (match[2] ?? '').replace(/0+$/, '') : '';
      if (!match || fraction.length > decimals) throw fail(field, `an amount with at most ${decimals} decimals`);
      return textOf(unitsOf(`${match[1]}.${fraction}`, decimals), decimals);
    },
    time: (value, field) => count(value, field) * 1000,
  };
}

/** The amount in the coin of a number of its smallest units. */
export const amountOfUnits = (units: bigint, coin: CoinSymbol): string => textOf(units, findCoin(coin)!.decimals);
