import { checkAddress } from '../../../core/coins/address.ts';
import type { CoinSymbol } from '../../../core/index.ts';

/**
 * The on-chain payment methods of BTCPay Server that pay one of our coins, each with the beginnings of its addresses in
 * test networks.
 *
 * It is a list, not a rule: `USDT-CHAIN` is USDt on Liquid, another network than that of our `ERC20/USDT`, and money that
 * is sent to it on the wrong network is lost.
 */
const METHODS: Readonly<Partial<Record<CoinSymbol, { readonly id: string; readonly test: RegExp }>>> = {
  BTC: { id: 'BTC-CHAIN', test: /^(bcrt1|tb1|[2mn])/ },
  LTC: { id: 'LTC-CHAIN', test: /^(rltc1|tltc1|[2Qmn])/ },
  DOGE: { id: 'DOGE-CHAIN', test: /^[2mn]/ },
  BCH: { id: 'BCH-CHAIN', test: /^(bchreg:|bchtest:|[2mn])/ },
};

/** The payment method of a coin; undefined when BTCPay Server has none. */
export const paymentMethodOf = (coin: CoinSymbol): string | undefined => METHODS[coin]?.id;

/** The coin of a payment method; undefined when it is not one that we know, such as `BTC-LN`. */
export function coinOf(paymentMethodId: string): CoinSymbol | undefined {
  const entry = Object.entries(METHODS).find(([, { id }]) => id === paymentMethodId);
  return entry?.[0] as CoinSymbol | undefined;
}

/** What an address is: of the main network, of a test network, or neither. */
export function networkOf(coin: CoinSymbol, address: string): 'main' | 'test' | undefined {
  if (checkAddress(coin, address).ok) return 'main';
  return METHODS[coin]?.test.test(address) && /^[\x21-\x7e]{20,130}$/.test(address) ? 'test' : undefined;
}
