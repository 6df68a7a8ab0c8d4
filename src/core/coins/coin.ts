/** The coin symbols of contract 2.9, exactly as written there. */
export type CoinSymbol = 'BTC' | 'ETH' | 'LTC' | 'BCH' | 'DOGE' | 'BNB' | 'TRX' | 'ERC20/USDT' | 'SOL/SOL';

/** The fixed properties of a coin. */
export interface Coin {
  /** As the service writes it in requests. Its responses use lower case. */
  readonly symbol: CoinSymbol;
  /** In English: `Bitcoin`. */
  readonly name: string;
  /** The unit that is shown beside an amount: `USDT`, never `ERC20/USDT`. */
  readonly ticker: string;
  /** The network's name as wallets and exchanges write it. */
  readonly network: string;
  /** The maximum number of digits after the decimal point on the chain. */
  readonly decimals: number;
  /** The scheme of the coin's payment URI, without the colon. */
  readonly scheme: string;
  /**
   * What the coin's QR code contains by default. It is the bare address for TRX (there is no URI standard, and wallets
   * refuse `tron:`), for BNB (old wallets ignore the chain id) and for USDT (wallets use the token contract, which is
   * the first address of an EIP-681 transfer, as the recipient, and the money is lost).
   */
  readonly qr: 'uri' | 'address';
  /**
   * The fewest and the most minutes that a payment usually takes to be confirmed: the average time of one block, and that
   * of as many as payment services wait for. The shop's service decides how many it waits for.
   */
  readonly confirmationMinutes: readonly [least: number, most: number];
  /** True when wallets or exchanges ask for a memo or a tag for this coin. */
  readonly memo?: true;
  /** EIP-155 chain id of a coin with an EIP-681 URI. */
  readonly chainId?: number;
  /** The ERC-20 contract of a token. It is never a recipient. */
  readonly token?: string;
}

/**
 * The nine coins of contract 2.9. The contract names no network for BNB; only BNB Smart Chain is left. Source of the
 * chain ids: the EIP-155 list (chainlist.org). Source of the USDT contract: Tether's list (tether.to, "Supported
 * Protocols"). `confirmationMinutes`: one block takes 10 min (BTC, BCH), 2.5 min (LTC), 1 min (DOGE), 12 s (Ethereum), 3 s
 * (TRON) and less than a second (BNB Smart Chain, Solana) on average by the networks' own documentation. Services wait for 1 to
 * 6 blocks (BTC, BCH), 1 to 12 (LTC), 1 to 55 (DOGE), 2 to 33 (Ethereum), 4 to 15 (BNB), 1 to 20 (TRX) and 1 to 32 (SOL):
 * developers.cryptopay.me/guides/confirmations and docs.bvnk.com/docs/currencies-1, read on 2026-11-23. Rounded up.
 */
export const coins: readonly Coin[] = [
  {
    symbol: 'BTC',
    name: 'Bitcoin',
    ticker: 'BTC',
    network: 'Bitcoin',
    decimals: 8,
    scheme: 'bitcoin',
    qr: 'uri',
    confirmationMinutes: [10, 60],
  },
  {
    symbol: 'ETH',
    name: 'Ethereum',
    ticker: 'ETH',
    network: 'Ethereum (ERC-20)',
    decimals: 18,
    scheme: 'ethereum',
    qr: 'uri',
    confirmationMinutes: [1, 7],
    chainId: 1,
  },
  {
    symbol: 'LTC',
    name: 'Litecoin',
    ticker: 'LTC',
    network: 'Litecoin',
    decimals: 8,
    scheme: 'litecoin',
    qr: 'uri',
    confirmationMinutes: [3, 30],
  },
  {
    symbol: 'BCH',
    name: 'Bitcoin Cash',
    ticker: 'BCH',
    network: 'Bitcoin Cash',
    decimals: 8,
    scheme: 'bitcoincash',
    qr: 'uri',
    confirmationMinutes: [10, 60],
  },
  {
    symbol: 'DOGE',
    name: 'Dogecoin',
    ticker: 'DOGE',
    network: 'Dogecoin',
    decimals: 8,
    scheme: 'dogecoin',
    qr: 'uri',
    confirmationMinutes: [1, 55],
  },
  {
    symbol: 'BNB',
    name: 'BNB',
    ticker: 'BNB',
    network: 'BNB Smart Chain (BEP-20)',
    decimals: 18,
    scheme: 'ethereum',
    qr: 'address',
    confirmationMinutes: [1, 1],
    memo: true,
    chainId: 56,
  },
  {
    symbol: 'TRX',
    name: 'TRON',
    ticker: 'TRX',
    network: 'TRON',
    decimals: 6,
    scheme: 'tron',
    qr: 'address',
    confirmationMinutes: [1, 1],
    memo: true,
  },
  {
    symbol: 'ERC20/USDT',
    name: 'Tether USD',
    ticker: 'USDT',
    network: 'Ethereum (ERC-20)',
    decimals: 6,
    scheme: 'ethereum',
    qr: 'address',
    confirmationMinutes: [1, 7],
    chainId: 1,
    token: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  },
  {
    symbol: 'SOL/SOL',
    name: 'Solana',
    ticker: 'SOL',
    network: 'Solana',
    decimals: 9,
    scheme: 'solana',
    qr: 'uri',
    confirmationMinutes: [1, 1],
    memo: true,
  },
];

// `toLowerCase()` does not depend on the locale. `toLocaleLowerCase()` would turn 'I' into 'ı' in Turkish.
const byFoldedSymbol = new Map(coins.map((coin) => [coin.symbol.toLowerCase(), coin]));

/** Returns the coin with this symbol, in any letter case; `undefined` for a symbol that contract 2.9 does not list. */
export function findCoin(symbol: string): Coin | undefined {
  if (typeof symbol !== 'string') throw new TypeError('symbol: a coin symbol as text is needed');
  return byFoldedSymbol.get(symbol.toLowerCase());
}

/** The unit beside an amount of a coin: its ticker, or the symbol in upper case for an unknown coin. */
export function tickerOf(symbol: string): string {
  // Not `toLocaleUpperCase()`: in Turkish it would give LİTECOİN.
  return findCoin(symbol)?.ticker ?? symbol.toUpperCase();
}

/** Returns the coin for a coin or its symbol; `undefined` when it is not one of the nine. */
export function asCoin(coin: string | Coin): Coin | undefined {
  return findCoin(typeof coin === 'string' ? coin : coin?.symbol);
}
