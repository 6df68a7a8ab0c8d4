import {
  coins,
  decimalText,
  findCoin,
  methods as allMethods,
  parsePayout,
  type Coin,
  type CoinSymbol,
  type Method,
  type Payout,
} from '../core/index.ts';
import type { OrderRequest } from './http.ts';

/** What the shop's `order()` says of one of its orders. Nothing of it comes from the browser. */
export interface Order {
  /** What is to be paid in `currency`: decimal text, or a number. */
  readonly amount: string | number;
  /** Fiat code of three letters. */
  readonly currency: string;
  /** Ways of paying that are offered. By default all that `payout` has a place for. */
  readonly methods?: readonly Method[];
  /** Where the proceeds go. */
  readonly payout: OrderPayout;
  /** Handed to the service with a wallet payment (contract 4.4). Never shown to the payer by us. */
  readonly additional_information?: string;
  /** What is bought, for the shop's own records. */
  readonly label?: string;
  /** When the offer ends. The service shows no expiry (contract 3); this one is the shop's. */
  readonly expiresAt?: string | Date;
  /** Handed to the service as it is, and back to the shop. Never to the browser. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** True when the order is paid already, by whatever means. */
  readonly paid?: boolean;
  /** True when it can no longer be paid. */
  readonly soldOut?: boolean;
}

/** What the shop says of its order of this name. Undefined when there is none, or not for this payer. */
export type FindOrder = (ref: string, request: OrderRequest) => Promise<Order | undefined> | Order | undefined;

/** Where the proceeds of an order go, by method. What is not named here is not offered. */
export interface OrderPayout {
  /** By coin: one address, or a split of exactly 100 percent. The coins named here are the coins offered. */
  readonly crypto?: Partial<
    Record<CoinSymbol, string | readonly { readonly address: string; readonly percent: number | string }[]>
  >;
  /** The wallet account's e-mail address, the contract's `payout_email`. */
  readonly wallet?: string;
  /** In which coin, and where to, the proceeds of a local code are paid out. */
  readonly localcode?: { readonly payout_crypto_coin: CoinSymbol; readonly payout_address: string };
}

/** An order that was read and found to be payable. */
export interface ReadOrder extends Omit<Order, 'amount' | 'methods' | 'expiresAt'> {
  /** Decimal text. */
  readonly amount: string;
  readonly methods: readonly Method[];
  readonly coins: readonly { readonly coin: Coin; readonly payout: Payout }[];
  /** ISO 8601. */
  readonly expiresAt: string | undefined;
}

/** The shop's own data is wrong. It names the field, and no value: values are private. */
export class OrderError extends Error {
  override readonly name = 'OrderError';
  readonly field: string;
  readonly reason: string;

  constructor(field: string, reason: string) {
    super(`order().${field}: ${reason}`);
    this.field = field;
    this.reason = reason;
  }
}

/** One `@`, something on either side, no blank: the service knows better, this only catches slips. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Reads what `order()` gave. @throws OrderError that names the first field at fault. */
export function readOrder(order: Order): ReadOrder {
  const amount = decimalText(order.amount);
  if (amount === undefined || amount === '0') throw new OrderError('amount', 'not a decimal amount above zero');
  if (typeof order.currency !== 'string' || !/^[A-Za-z]{3}$/.test(order.currency))
    throw new OrderError('currency', 'not a code of three letters');
  if (typeof order.payout !== 'object' || order.payout === null) throw new OrderError('payout', 'missing');
  if (order.meta !== undefined && (typeof order.meta !== 'object' || order.meta === null || Array.isArray(order.meta)))
    throw new OrderError('meta', 'not an object');
  return {
    ...order,
    amount,
    coins: readCoins(order.payout.crypto ?? {}),
    methods: readMethods(order),
    expiresAt: readInstant(order.expiresAt),
  };
}

function readCoins(crypto: NonNullable<OrderPayout['crypto']>): ReadOrder['coins'] {
  const offered = Object.entries(crypto).map(([symbol, to]) => {
    const coin = findCoin(symbol);
    if (!coin) throw new OrderError(`payout.crypto.${symbol}`, 'not one of the supported coins');
    const read = parsePayout(typeof to === 'string' ? { payout_address: to } : { addresses: to ?? null }, coin.symbol);
    if (!read.ok) throw new OrderError(`payout.crypto.${symbol}`, `${read.field}: ${read.reason}`);
    return { coin, payout: read.payout };
  });
  // In the order of contract 2.9, whatever order the shop wrote them in.
  return offered.sort((a, b) => coins.indexOf(a.coin) - coins.indexOf(b.coin));
}

function readMethods({ methods, payout }: Order): readonly Method[] {
  const covered = {
    crypto: Object.keys(payout.crypto ?? {}).length > 0,
    wallet: payout.wallet !== undefined,
    localcode: payout.localcode !== undefined,
  };
  const offered = methods ?? allMethods.filter((method) => covered[method]);
  for (const method of offered) {
    if (!allMethods.includes(method)) throw new OrderError('methods', 'holds a word that is no method');
    if (!covered[method]) throw new OrderError(`payout.${method}`, `missing, though ${method} is offered`);
  }
  if (offered.length === 0) throw new OrderError('payout', 'no method has a place for its proceeds');
  if (offered.includes('wallet') && !(typeof payout.wallet === 'string' && EMAIL.test(payout.wallet)))
    throw new OrderError('payout.wallet', 'not an e-mail address');
  if (offered.includes('localcode')) readLocalcode(payout.localcode);
  return [...new Set(offered)];
}

function readLocalcode(to: OrderPayout['localcode']): void {
  const { payout_crypto_coin: symbol, payout_address } = Object(to) as Partial<NonNullable<typeof to>>;
  if (typeof symbol !== 'string' || !findCoin(symbol))
    throw new OrderError('payout.localcode.payout_crypto_coin', 'not one of the supported coins');
  const read = parsePayout({ payout_address: payout_address ?? null }, symbol);
  if (!read.ok) throw new OrderError('payout.localcode.payout_address', read.reason);
}

function readInstant(value: string | Date | undefined): string | undefined {
  if (value === undefined) return undefined;
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) throw new OrderError('expiresAt', 'not a date');
  return date.toISOString();
}
