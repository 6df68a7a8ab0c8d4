import { ConfigurationError } from '../configuration-error.ts';
import { decimalText, findCoin, type CoinSymbol } from '../../core/index.ts';

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
