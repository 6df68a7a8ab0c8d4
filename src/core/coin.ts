/** The coin symbols of contract 2.9, letter for letter. */
export type CoinSymbol = 'BTC' | 'ETH' | 'LTC' | 'BCH' | 'DOGE' | 'BNB' | 'TRX' | 'ERC20/USDT' | 'SOL/SOL';

/** What is known of a coin without asking anyone. */
export interface Coin {
  /** As the service writes it in requests; its answers use lower case. */
  readonly symbol: CoinSymbol;
  readonly name: string;
  /** What stands beside an amount: `USDT`, never `ERC20/USDT`. */
  readonly ticker: string;
  /** In the words wallets and exchanges use when they ask for a network. */
  readonly network: string;
  /** Digits after the point that the chain can carry. */
  readonly decimals: number;
  /** The scheme of its payment URI, without the colon. */
  readonly scheme: string;
  /**
   * What its QR code holds unless the payer says otherwise. The bare address for TRX (no URI standard,
   * wallets refuse `tron:`), BNB (old wallets ignore the chain id) and USDT (wallets take the token
   * contract, the first address of an EIP-681 transfer, for the recipient, and the money is gone).
   */
  readonly qr: 'uri' | 'address';
  /** EIP-155 chain id, for the coins whose URI is EIP-681. */
  readonly chainId?: number;
  /** The ERC-20 contract, for a token. It is never a recipient. */
  readonly token?: string;
}

/**
 * The nine coins of contract 2.9. It names no network for BNB: BNB Smart Chain, the only one left. Chain ids: the list of
 * EIP-155 (chainlist.org). The contract of USDT: Tether's own list (tether.to, "Supported Protocols").
 */
export const coins: readonly Coin[] = [
  { symbol: 'BTC', name: 'Bitcoin', ticker: 'BTC', network: 'Bitcoin', decimals: 8, scheme: 'bitcoin', qr: 'uri' },
  {
    symbol: 'ETH',
    name: 'Ethereum',
    ticker: 'ETH',
    network: 'Ethereum (ERC-20)',
    decimals: 18,
    scheme: 'ethereum',
    qr: 'uri',
    chainId: 1,
  },
  { symbol: 'LTC', name: 'Litecoin', ticker: 'LTC', network: 'Litecoin', decimals: 8, scheme: 'litecoin', qr: 'uri' },
  {
    symbol: 'BCH',
    name: 'Bitcoin Cash',
    ticker: 'BCH',
    network: 'Bitcoin Cash',
    decimals: 8,
    scheme: 'bitcoincash',
    qr: 'uri',
  },
  { symbol: 'DOGE', name: 'Dogecoin', ticker: 'DOGE', network: 'Dogecoin', decimals: 8, scheme: 'dogecoin', qr: 'uri' },
  {
    symbol: 'BNB',
    name: 'BNB',
    ticker: 'BNB',
    network: 'BNB Smart Chain (BEP-20)',
    decimals: 18,
    scheme: 'ethereum',
    qr: 'address',
    chainId: 56,
  },
  { symbol: 'TRX', name: 'TRON', ticker: 'TRX', network: 'TRON', decimals: 6, scheme: 'tron', qr: 'address' },
  {
    symbol: 'ERC20/USDT',
    name: 'Tether USD',
    ticker: 'USDT',
    network: 'Ethereum (ERC-20)',
    decimals: 6,
    scheme: 'ethereum',
    qr: 'address',
    chainId: 1,
    token: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  },
  { symbol: 'SOL/SOL', name: 'Solana', ticker: 'SOL', network: 'Solana', decimals: 9, scheme: 'solana', qr: 'uri' },
];

// Keyed in lower case by plain ASCII folding: a locale's own rules would turn 'LTC' into 'ltc' but 'li' into 'lı'.
const byFoldedSymbol = new Map(coins.map((coin) => [coin.symbol.toLowerCase(), coin]));

/** The coin of a symbol in any letter case, or `undefined` for one that contract 2.9 does not list. */
export function findCoin(symbol: string): Coin | undefined {
  if (typeof symbol !== 'string') throw new TypeError('symbol: a coin symbol as text is needed');
  return byFoldedSymbol.get(symbol.toLowerCase());
}

/** What stands beside an amount of a coin; for one that is not known, its symbol in capitals. */
export function tickerOf(symbol: string): string {
  // Never toLocaleUpperCase: Turkish would make LİTECOİN of it.
  return findCoin(symbol)?.ticker ?? symbol.toUpperCase();
}

/** Takes a coin or its symbol where either may be handed in; `undefined` when it is none of the nine. */
export function asCoin(coin: string | Coin): Coin | undefined {
  return findCoin(typeof coin === 'string' ? coin : coin?.symbol);
}
