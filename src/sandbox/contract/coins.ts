/** The coin symbols, exactly as contract 2.9 writes them. */
export const symbols = ['BTC', 'ETH', 'LTC', 'BCH', 'DOGE', 'BNB', 'TRX', 'ERC20/USDT', 'SOL/SOL'] as const;

/** The coin symbols of contract 2.9. */
export type CoinSymbol = (typeof symbols)[number];

/** The values of a coin that the sandbox needs. */
export interface SandboxCoin {
  readonly symbol: CoinSymbol;
  /** The number of decimals of the coin's own network. */
  readonly decimals: number;
  /** The number of decimals to which an expected amount is rounded up, so that a payer can type it. */
  readonly quoteDecimals: number;
  /** The price of one coin in US dollars. It is invented and constant, so that tests can rely on it. */
  readonly price: string;
  /** `minimum_transaction_coin`, contract 4.2. The value is invented: between 0.3 and 2 US dollars. */
  readonly minimum: string;
}

const table: Record<CoinSymbol, Omit<SandboxCoin, 'symbol'>> = {
  BTC: { decimals: 8, quoteDecimals: 8, price: '64250.5', minimum: '0.00002' },
  ETH: { decimals: 18, quoteDecimals: 8, price: '3120.4', minimum: '0.0005' },
  LTC: { decimals: 8, quoteDecimals: 8, price: '84.15', minimum: '0.005' },
  BCH: { decimals: 8, quoteDecimals: 8, price: '412.3', minimum: '0.002' },
  DOGE: { decimals: 8, quoteDecimals: 6, price: '0.1612', minimum: '2' },
  BNB: { decimals: 18, quoteDecimals: 8, price: '588.2', minimum: '0.001' },
  TRX: { decimals: 6, quoteDecimals: 6, price: '0.1327', minimum: '3' },
  'ERC20/USDT': { decimals: 6, quoteDecimals: 6, price: '1.0003', minimum: '1' },
  'SOL/SOL': { decimals: 9, quoteDecimals: 9, price: '152.7', minimum: '0.005' },
};

export const coins: readonly SandboxCoin[] = symbols.map((symbol) => ({ symbol, ...table[symbol] }));

/**
 * The price of one unit of each fiat currency in US dollars. The contract does not show which currencies the service
 * accepts.
 */
export const fiatPrices: Readonly<Record<string, string>> = {
  USD: '1',
  EUR: '1.08',
  GBP: '1.27',
  CHF: '1.13',
  CAD: '0.73',
  AUD: '0.66',
  NZD: '0.61',
  JPY: '0.0066',
  CNY: '0.14',
  INR: '0.012',
  BRL: '0.18',
  MXN: '0.051',
  SEK: '0.096',
  NOK: '0.094',
  DKK: '0.145',
  PLN: '0.25',
  CZK: '0.043',
  HUF: '0.0027',
  RON: '0.217',
  TRY: '0.029',
  ZAR: '0.055',
  KWD: '3.25',
  SGD: '0.75',
  HKD: '0.128',
  KRW: '0.00073',
};
