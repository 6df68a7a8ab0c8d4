import { currencyDecimals } from '../../core/money/currency.ts';
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
} from '../../core/index.ts';
import { isRecord } from '../../core/json.ts';
import { isZoned } from '../../core/payments/payment-fields.ts';
import { isEmailAddress } from '../email-address.ts';
import { freezeDeep } from '../freeze-deep.ts';
import { nearest } from '../nearest.ts';
import { readMeta } from '../read-meta.ts';
import { kindOf } from '../read-options.ts';
import { offeredCoins, type AccountOffers } from './offers.ts';
import type { OrderRequest } from './order-request.ts';

/** Free-form data of the shop. It is stored as JSON, so a `Date` in it is returned as text. */
export type PaymentMeta = Readonly<Record<string, unknown>>;

/**
 * An order, as the shop's `order()` returns it. No field comes from the browser. Optional fields may be null, as in the
 * rows of a database; a column with 0 or 1 is no `paid` and no `soldOut`: `paid: row.paid === 1`.
 */
export interface Order<Meta extends object = PaymentMeta> {
  /**
   * The amount to pay, in the currency's main unit: `'19.99'` for 19.99 USD. Decimal text, or a number. An amount with
   * more decimals than the currency has is rejected, such as `0.1 + 0.2`. From whole cents: `(cents / 100).toFixed(2)`.
   * Payments have it without zeros at its end: `'19.5'` for `'19.50'`. `checkout.settles` compares both.
   */
  readonly amount: string | number;
  /** Fiat code of three letters, in any letter case. */
  readonly currency: string;
  /**
   * The methods to offer. Default: all methods in `payout`. A method that does not support `currency` is left out
   * (`payout.localcode.currency`, the option `currencies`).
   */
  readonly methods?: readonly Method[] | null | undefined;
  /**
   * The coins to offer, of those that have a payout or that the provider's account receives. Default: all of these. A
   * provider with `payouts: 'account'` that does not say what it offers needs them.
   */
  readonly coins?: readonly CoinSymbol[] | null | undefined;
  /** The destinations of the proceeds. Required, unless the provider receives them itself (`payouts: 'account'`). */
  readonly payout?: OrderPayout | undefined;
  /** A description of the goods, for the shop's own records. */
  readonly label?: string | null | undefined;
  /**
   * The time when the shop's offer ends, a `Date` or ISO 8601 with its time zone: of the payer's countdown, and of
   * `afterExpiry`. A date alone ends at midnight UTC. The service shows no expiry (contract 3). When a webhook names another
   * time, that of `order()` counts.
   */
  readonly expiresAt?: string | Date | null | undefined;
  /**
   * The price of one coin in the order's currency, by coin: `{ BTC: '67000' }`. It is only displayed beside the coin
   * amount, which the service computes (contract 4.3).
   */
  readonly rates?: Partial<Record<CoinSymbol, string | number | null>> | null | undefined;
  /** Sent to the service unchanged, and returned to the shop. Never sent to the browser. */
  readonly meta?: Meta | null | undefined;
  /** True when the order is already paid, by any means. */
  readonly paid?: boolean | null | undefined;
  /** True when the order can no longer be paid. */
  readonly soldOut?: boolean | null | undefined;
}

/**
 * Returns the shop's order with this name; undefined or null when it does not exist or is not for this visitor. The
 * name must match exactly: if `1001` and `1001abc` return the same order, it can be paid twice without an event.
 *
 * `request` is the visitor's request: `url`, `method`, `header(name)` with a name in any case, `address`, and `raw`, the
 * framework's own request, where a session is. It has no `headers`, `cookies` or `query`.
 *
 * It is undefined when the checkout itself compares a paid payment with its order,
 * before `onPaid`. There is no session to check then, so return the order.
 *
 *     order: async (orderRef, request) => {
 *       const order = await orders.find(orderRef);
 *       return !request || order?.customer === sessionOf(request).customer ? order : undefined;
 *     }
 */
export type FindOrder<Meta extends object = PaymentMeta> = (
  orderRef: string,
  request: OrderRequest | undefined,
) => Promise<Order<Meta> | undefined | null> | Order<Meta> | undefined | null;

/**
 * The currencies in which a method is offered: `{ wallet: ['USD'] }`. Fiat codes in any letter case. A method that is
 * not named is offered in every currency.
 */
export type MethodCurrencies = Partial<Readonly<Record<Method, readonly string[]>>>;

/**
 * The destinations of the proceeds of an order, by method. A method that is not named here is not offered. Nor is one
 * whose destination cannot be used, which the event `method-not-offered` reports.
 */
export interface OrderPayout {
  /** By coin: one address, or a split of exactly 100 percent. The coins named here are the coins offered. */
  readonly crypto?: Partial<Record<CoinSymbol, CryptoPayout | null | undefined>> | null | undefined;
  /** The e-mail address of the wallet account. */
  readonly wallet?: WalletPayout | null | undefined;
  /** The coin and the address for the proceeds of local codes. */
  readonly localcode?: LocalcodePayout | null | undefined;
}

/**
 * One address that receives everything, or a split of exactly 100 percent. A text is short for `{ payoutAddress }`:
 *
 *     crypto: {
 *       ETH: '0xAff4d6793F584a473348EbA058deb8caad77a288',
 *       BTC: { addresses: [{ address: 'bc1q…', percent: 97 }, { address: 'bc1q…', percent: '3' }] },
 *     }
 */
export type CryptoPayout =
  | string
  | {
      /** Receives everything. */
      readonly payoutAddress: string;
      readonly addresses?: undefined;
    }
  | {
      /** The recipients of a split. `percent` is above 0, a number or decimal text; the sum is exactly 100. */
      readonly addresses: readonly { readonly address: string; readonly percent: number | string }[];
      readonly payoutAddress?: undefined;
    };

/** The wallet account that receives the money. A text is short for `{ payoutEmail }`. */
export type WalletPayout =
  | string
  | {
      /** The e-mail address of the account. */
      readonly payoutEmail: string;
      /** Sent to the service with the payment (contract 4.4). Not shown to the payer. */
      readonly additionalInformation?: string | null | undefined;
    };

/** The coin and the address for the proceeds of a local code. */
export interface LocalcodePayout {
  /**
   * The fiat currency of your account's local codes, three letters. Ask the operator for it. The service accepts an
   * amount without a currency (contract 4.5), so the method is offered only for orders in this currency.
   */
  readonly currency: string;
  /** The coin in which the proceeds are paid out. */
  readonly payoutCryptoCoin: CoinSymbol;
  /** An address of that coin. */
  readonly payoutAddress: string;
}

/** A validated order. */
export interface ReadOrder {
  /** Fiat code in upper case. */
  readonly currency: string;
  /** Decimal text. */
  readonly amount: string;
  readonly methods: readonly Method[];
  /** The payout is undefined when the provider receives the proceeds itself. */
  readonly coins: readonly { readonly coin: Coin; readonly payout: Payout | undefined }[];
  /** Set when wallet payments are offered. */
  readonly wallet: { readonly payoutEmail: string; readonly additionalInformation: string | undefined } | undefined;
  /** Set when local codes are offered. */
  readonly localcode: LocalcodePayout | undefined;
  /** ISO 8601. */
  readonly expiresAt: string | undefined;
  /** The price of one coin, decimal text. */
  readonly rates: Partial<Record<CoinSymbol, string>>;
  readonly label: string | undefined;
  readonly meta: PaymentMeta | undefined;
  readonly paid: boolean;
  readonly soldOut: boolean;
  /** Methods and coins that the shop wants to offer, but whose payout cannot be used. */
  readonly withheld: readonly WithheldMethod[];
}

/** A method or one of its coins that is not offered, and the field of `order()` to correct. */
interface WithheldMethod {
  readonly method: Method;
  /** The coin that is not offered, as the shop wrote it. Absent when the whole method is not offered. */
  readonly coin?: string;
  readonly field: string;
  readonly reason: string;
  /** The value of the field. It is private. */
  readonly value: unknown;
}

/** Thrown when the shop's own data is wrong. The message names the field but not its value, which is private. */
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

/** The most names of fields in a message. */
const FIELDS_SHOWN = 8;

const CURRENCY_MISSING =
  "missing: the service takes no currency for local codes, so name the one that your account's are in";

/** Whether a value can be a fiat code. */
export const isCurrency = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z]{3}$/.test(value);

/**
 * Validates the result of `order()`.
 *
 * @param currencies - The validated option of `createCheckout`.
 * @param account - What the provider offers, when it receives the proceeds itself.
 * @throws OrderError that names the first invalid field.
 */
export function readOrder(order: Order, currencies: MethodCurrencies = {}, account?: AccountOffers): ReadOrder {
  if (typeof order !== 'object' || order === null)
    throw new OrderError('amount', 'missing: order() returned no object');
  if (Array.isArray(order))
    throw new OrderError('amount', 'missing: order() returned a list: return its first element');
  if (Array.isArray((order as { readonly rows?: unknown }).rows))
    throw new OrderError('amount', 'missing: order() returned the result of a query: return its rows[0]');
  if (!isGiven(order.currency) && !isGiven(order.amount))
    throw new OrderError('amount', `missing, and currency too: ${otherFieldsOf(order)}`);
  if (!isCurrency(order.currency))
    throw new OrderError('currency', `${missing(order, 'currency')}not a code of three letters, such as 'USD'`);
  const currency = order.currency.toUpperCase();
  const amount = readAmount(order, currency);
  if (account && isGiven(order.payout))
    throw new OrderError('payout', 'the provider receives the proceeds itself, so no payout can be named');
  const payout: unknown = account ? {} : order.payout;
  if (!isPayout(payout))
    throw new OrderError(
      'payout',
      isGiven(payout)
        ? "not an object such as { crypto: { BTC: 'bc1q...' } }"
        : `missing: ${'payouts' in order ? 'write payout, not payouts' : "your own addresses, such as { crypto: { BTC: 'bc1q...' } }"}`,
    );
  if (isGiven((order as { readonly additional_information?: unknown }).additional_information))
    throw new OrderError('additional_information', 'is now called payout.wallet.additionalInformation');
  checkSpelling(order);
  checkType(order, 'label', 'string', 'not text');
  for (const field of ['paid', 'soldOut'] as const)
    checkType(order, field, 'boolean', `${kindOf(order[field])}: true or false is needed, such as row.paid === 1`);
  const read = readMeta(order.meta);
  if (!read.ok) throw new OrderError(read.field, read.reason);
  const wanted = readWantedCoins(order);
  const misspelt = misspeltMethods(payout);
  const meant = readMethods(order.methods, payout, misspelt, account !== undefined);
  const wantsCoins = wanted !== undefined && !isGiven(order.methods);
  const crypto =
    meant.includes('crypto') || wantsCoins ? cryptoOf(payout, wanted, account) : { coins: [], withheld: [] };
  const withheld = [
    ...misspelt,
    ...crypto.withheld,
    ...(meant.includes('wallet') ? checkWallet(payout.wallet) : []),
    ...(meant.includes('localcode') ? checkLocalcode(payout.localcode) : []),
  ];
  const isUsable = (method: Method) =>
    method === 'crypto' ? crypto.coins.length > 0 : !withheld.some((each) => each.method === method);
  const methods = meant.filter((method) => isUsable(method) && canCarry(method, currency, payout, currencies));
  if (methods.length === 0) {
    const [{ field, reason } = { field: 'currency', reason: 'none of the offered methods can carry it' }] = withheld;
    throw new OrderError(field, reason);
  }
  const { label, paid, soldOut } = order;
  return {
    amount,
    currency,
    coins: crypto.coins,
    wallet: methods.includes('wallet') ? readWallet(payout.wallet) : undefined,
    localcode: methods.includes('localcode') ? readLocalcode(payout.localcode!) : undefined,
    methods,
    expiresAt: readInstant(order.expiresAt),
    rates: readRates(order.rates),
    label: label ?? undefined,
    meta: read.meta,
    paid: paid ?? false,
    soldOut: soldOut ?? false,
    withheld,
  };
}

/** What is there in place of amount and currency: perhaps a row with other names. */
function otherFieldsOf(order: object): string {
  const names = Object.keys(order);
  if (names.length === 0 || 'amount' in order) return 'does order() await what it returns?';
  return `the fields are ${names.slice(0, FIELDS_SHOWN).join(', ')}${names.length > FIELDS_SHOWN ? ', …' : ''}`;
}

const isPayout = (value: unknown): value is OrderPayout =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The methods that are not offered because their name in `payout` is misspelt, or because it is that of a coin. */
function misspeltMethods(payout: OrderPayout): WithheldMethod[] {
  return Object.entries(payout).flatMap(([name, value]: [string, unknown]): WithheldMethod[] => {
    if (isGiven(value) && findCoin(name))
      return [
        { method: 'crypto', coin: name, field: `payout.${name}`, reason: `a coin: write payout.crypto.${name}`, value },
      ];
    const method = isMethod(name) ? undefined : (nearest(name, allMethods) as Method | undefined);
    if (!isGiven(value) || method === undefined || isGiven(payout[method])) return [];
    return [{ method, field: `payout.${name}`, reason: `no such field; did you mean ${method}?`, value: name }];
  });
}

/** The fields of a payout of which none is a method's, with those that are. */
function otherPayouts(payout: OrderPayout): string {
  const names = Object.keys(payout).filter((name) => !isMethod(name));
  if (names.length > 0) return `: the fields are ${names.join(', ')}; write ${allMethods.join(', ')}`;
  const unset = [
    ...Object.keys(payout).filter((name) => name !== 'crypto'),
    ...Object.keys(payout.crypto ?? {}).map((symbol) => `crypto.${symbol}`),
  ];
  return unset.length === 0
    ? ''
    : `: payout.${unset.join(' and payout.')} ${unset.length === 1 ? 'is' : 'are'} not set`;
}

const EMPTY_LIST = 'an empty list; leave it out for all';

function readWantedCoins({ coins: wanted }: Order): readonly string[] | undefined {
  if (wanted === undefined || wanted === null) return undefined;
  if (!Array.isArray(wanted) || !wanted.every((symbol) => typeof symbol === 'string'))
    throw new OrderError('coins', "not a list of coins such as ['BTC', 'LTC']");
  if (wanted.length === 0) throw new OrderError('coins', EMPTY_LIST);
  return wanted;
}

/** The coins that are offered: with their payouts, or those that the provider's account receives. */
function cryptoOf(
  payout: OrderPayout,
  wanted: readonly string[] | undefined,
  account: AccountOffers | undefined,
): Pick<ReadOrder, 'coins' | 'withheld'> {
  if (!account) {
    const { coins: paidOut, withheld } = readCoins(payout.crypto ?? {});
    const { coins: offered, unavailable } = offeredCoins({ coins: paidOut.map(({ coin }) => coin.symbol) }, wanted);
    const missed = unavailable.map((coin) => withheldCoin(coin, 'has no payout that can be used', wanted));
    return { coins: paidOut.filter(({ coin }) => offered.includes(coin)), withheld: [...withheld, ...missed] };
  }
  if (!account.coins && !wanted)
    throw new OrderError('coins', "missing: name the coins, such as ['BTC'], because the provider has no offers()");
  const { coins: offered, unavailable } = offeredCoins(account, wanted);
  if (offered.length === 0 && unavailable.length === 0)
    throw new OrderError('coins', 'the provider offers none of our coins now');
  return {
    coins: offered.map((coin) => ({ coin, payout: undefined })),
    withheld: unavailable.map((coin) => withheldCoin(coin, 'the provider does not offer it now', wanted)),
  };
}

function withheldCoin(coin: string, reason: string, wanted: readonly string[] = []): WithheldMethod {
  const named = { method: 'crypto', coin, value: coin } as const;
  if (findCoin(coin)) return { ...named, field: 'coins', reason };
  return { ...named, field: `coins[${wanted.indexOf(coin)}]`, reason: unknownCoin(coin) };
}

/** Whether a payment by this method can be in the order's currency. */
function canCarry(method: Method, currency: string, payout: OrderPayout, currencies: MethodCurrencies): boolean {
  const isSame = (code: string | undefined) => code?.toUpperCase() === currency;
  if (method === 'localcode' && !isSame(payout.localcode?.currency)) return false;
  return currencies[method]?.some(isSame) ?? true;
}

/** The start of a reason when a field has no value: `undefined: ` for a column that was not selected, or `null: `. */
const missing = (order: Order, field: 'amount' | 'currency'): string => {
  const { [field]: value } = order as Partial<Order>;
  if (isGiven(value)) return '';
  return field in order ? `${value}: ` : 'missing: ';
};

/** What is to be corrected in an amount that looks like one. */
function oddAmount(value: unknown): string {
  if (typeof value === 'bigint') return ', but a bigint: write it as decimal text';
  if (value instanceof Promise) return ', but a promise: await it';
  if (typeof value === 'object' && value !== null)
    return ', but an object: write it as decimal text, such as String(amount)';
  if (Number.isNaN(value)) return ', but NaN: the computation of the amount has failed';
  if (typeof value !== 'string') return '';
  const isTrimmed = value === value.trim();
  if (!isTrimmed) return decimalText(value.trim()) === undefined ? '' : ': it has spaces around it';
  return decimalText(value) === undefined ? ": write it as '19.99', without a currency and with a dot" : '';
}

function readAmount(order: Order, currency: string): string {
  const value: unknown = order.amount;
  const amount = decimalText(value);
  if (!('amount' in order)) throw new OrderError('amount', `missing: write amount; ${otherFieldsOf(order)}`);
  if (amount === undefined || amount === '0')
    throw new OrderError('amount', `${missing(order, 'amount')}not a decimal amount above zero${oddAmount(value)}`);
  if (typeof value === 'number' && value > Number.MAX_SAFE_INTEGER)
    throw new OrderError('amount', 'a number this large has lost digits: use decimal text');
  const decimals = currencyDecimals(currency);
  if ((amount.split('.')[1] ?? '').length > decimals)
    throw new OrderError(
      'amount',
      `more decimals than the ${decimals} of ${currency}: add whole cents, or round with toFixed(${decimals})`,
    );
  return amount;
}

/** Wrong names, without underscores and capitals, of the fields that end an offer. A row of a database may have any others. */
const MISSPELT = new Map([
  ['soldout', 'soldOut'],
  ['expiresat', 'expiresAt'],
  ['expireat', 'expiresAt'],
  ['expiredat', 'expiresAt'],
  ['expires', 'expiresAt'],
  ['expiry', 'expiresAt'],
  ['ispaid', 'paid'],
  ['paid', 'paid'],
]);

/**
 * Refuses `sold_out: true`, `is_paid: true` and `expireAt`: an order would be sold although it is sold out or paid, or
 * without an end.
 */
function checkSpelling(order: Order): void {
  for (const [name, value] of Object.entries(order) as [string, unknown][]) {
    const meant = MISSPELT.get(name.replaceAll('_', '').toLowerCase());
    if (meant !== undefined && value && !(meant in order))
      throw new OrderError(name, `no such field: write ${meant}, or leave it out`);
  }
}

function checkType(order: Order, field: keyof Order, type: 'string' | 'boolean', reason: string): void {
  const value: unknown = order[field];
  if (value !== undefined && value !== null && typeof value !== type) throw new OrderError(field, reason);
}

/** A text for values of any kind, as JSON. A bigint, which is no JSON, becomes a text. */
export const jsonKey = (...values: readonly unknown[]): string =>
  JSON.stringify(values, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

/** The maximum number of validated payouts in the cache. */
const CHECKED_MAX = 1_000;

const checked = new Map<string, ReturnType<typeof parsePayout>>();

/** Caches the results of `parsePayout`, so that checksums are not computed again for each request. */
function checkPayout(...[fields, symbol]: Parameters<typeof parsePayout>): ReturnType<typeof parsePayout> {
  const key = jsonKey(symbol, fields);
  const known = checked.get(key);
  if (known) return known;
  if (checked.size >= CHECKED_MAX) checked.clear();
  // A copy, because the shop may change its own object after the validation.
  const [, copy] = JSON.parse(key) as [unknown, typeof fields];
  const read = freezeDeep(parsePayout(copy, symbol));
  checked.set(key, read);
  return read;
}

/** The coins with a payout that can be used, and the others. */
function readCoins(crypto: NonNullable<OrderPayout['crypto']>): Pick<ReadOrder, 'coins' | 'withheld'> {
  if (typeof crypto !== 'object') throw new OrderError('payout.crypto', "not an object such as { BTC: 'bc1q...' }");
  const offered: { coin: Coin; payout: Payout }[] = [];
  const withheld: WithheldMethod[] = [];
  for (const [symbol, value] of Object.entries(crypto)) {
    if (value === undefined || value === null) continue;
    const withhold = (reason: string) =>
      withheld.push({ method: 'crypto', coin: symbol, field: `payout.crypto.${symbol}`, reason, value });
    const coin = findCoin(symbol);
    if (!coin) {
      withhold(unknownCoin(symbol));
      continue;
    }
    if (offered.some((each) => each.coin === coin)) {
      withhold(`${coin.symbol} is there twice`);
      continue;
    }
    if (Array.isArray(value)) {
      withhold('a list: write it as { addresses: [...] }');
      continue;
    }
    const { payoutAddress, addresses } = typeof value === 'string' ? { payoutAddress: value } : value;
    const read = checkPayout({ payout_address: payoutAddress ?? null, addresses: addresses ?? null }, coin.symbol);
    if (read.ok) offered.push({ coin, payout: read.payout });
    else withhold(`${read.field === 'payout_address' ? 'payoutAddress' : read.field}: ${read.reason}`);
  }
  // Sorted as in contract 2.9.
  return { coins: offered.sort((a, b) => coins.indexOf(a.coin) - coins.indexOf(b.coin)), withheld };
}

/** The reason for an unknown coin. When the shop wrote a ticker or a name, it names the symbol of contract 2.9. */
function unknownCoin(written: string): string {
  const folded = written.toLowerCase();
  const meant = coins.find(({ ticker, name }) => [ticker, name].some((one) => one.toLowerCase() === folded));
  return meant ? `not a supported coin: did you mean ${meant.symbol}?` : 'not one of the supported coins';
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

const isMethod = (value: unknown): value is Method => allMethods.some((method) => method === value);

function readMethods(
  methods: Order['methods'],
  payout: OrderPayout,
  [misspelt]: readonly WithheldMethod[],
  isAccount: boolean,
): readonly Method[] {
  if (methods !== undefined && methods !== null && !Array.isArray(methods))
    throw new OrderError('methods', 'not a list of methods');
  if (methods?.length === 0) throw new OrderError('methods', EMPTY_LIST);
  const covered = {
    crypto: isAccount || Object.values(payout.crypto ?? {}).some(isGiven),
    wallet: isGiven(payout.wallet),
    localcode: isGiven(payout.localcode),
  };
  const offered: readonly Method[] = methods ?? allMethods.filter((method) => covered[method]);
  for (const [index, method] of offered.entries()) {
    if (!isMethod(method)) throw new OrderError(`methods[${index}]`, `one of ${allMethods.join(', ')} is needed`);
    if (!covered[method] && isAccount) throw new OrderError('methods', `the provider offers no ${method}`);
    if (!covered[method]) throw new OrderError(`payout.${method}`, `missing, though ${method} is offered`);
  }
  if (offered.length === 0)
    throw misspelt
      ? new OrderError(misspelt.field, misspelt.reason)
      : new OrderError('payout', `no method has a payout${otherPayouts(payout)}`);
  return [...new Set(offered)];
}

function readWallet(wallet: OrderPayout['wallet']): NonNullable<ReadOrder['wallet']> {
  const { payoutEmail, additionalInformation } = (
    typeof wallet === 'string' ? { payoutEmail: wallet } : Object(wallet)
  ) as Exclude<WalletPayout, string>;
  return { payoutEmail, additionalInformation: additionalInformation ?? undefined };
}

/** The reason why wallet payments cannot be offered; none when they can. */
function checkWallet(wallet: OrderPayout['wallet']): WithheldMethod[] {
  const { payoutEmail, additionalInformation } = readWallet(wallet);
  const withhold = (field: string, reason: string, value: unknown): WithheldMethod[] => [
    { method: 'wallet', field, reason, value },
  ];
  if (!isEmailAddress(payoutEmail))
    return withhold(
      typeof wallet === 'string' ? 'payout.wallet' : 'payout.wallet.payoutEmail',
      'not an e-mail address',
      payoutEmail,
    );
  if (additionalInformation !== undefined && typeof additionalInformation !== 'string')
    return withhold('payout.wallet.additionalInformation', 'not text', additionalInformation);
  return [];
}

/** Names of fields before 0.3, with their present names. */
const RENAMED_OF_LOCALCODE = { payout_crypto_coin: 'payoutCryptoCoin', payout_address: 'payoutAddress' };

/** The reason why local codes cannot be offered; none when they can. */
function checkLocalcode(to: OrderPayout['localcode']): WithheldMethod[] {
  const {
    currency,
    payoutCryptoCoin: symbol,
    payoutAddress: address,
    ...others
  } = Object(to) as Partial<LocalcodePayout>;
  const withhold = (name: string, reason: string, value: unknown): WithheldMethod[] => [
    { method: 'localcode', field: `payout.localcode.${name}`, reason, value },
  ];
  for (const [old, name] of Object.entries(RENAMED_OF_LOCALCODE))
    if (old in others) return withhold(old, `is now called ${name}`, undefined);
  if (currency === undefined) return withhold('currency', CURRENCY_MISSING, currency);
  if (!isCurrency(currency)) return withhold('currency', 'not a code of three letters', currency);
  if (typeof symbol !== 'string' || !findCoin(symbol))
    return withhold('payoutCryptoCoin', unknownCoin(String(symbol)), symbol);
  const read = checkPayout({ payout_address: address ?? null }, symbol);
  return read.ok ? [] : withhold('payoutAddress', read.reason, address);
}

/** The fields that `checkLocalcode` accepts, with the coin as contract 2.9 writes it. */
const readLocalcode = ({ currency, payoutCryptoCoin, payoutAddress }: LocalcodePayout): LocalcodePayout => ({
  currency,
  payoutCryptoCoin: findCoin(payoutCryptoCoin)!.symbol,
  payoutAddress,
});

function readInstant(value: Order['expiresAt']): string | undefined {
  if (value === undefined || value === null) return undefined;
  // A number may be in seconds or milliseconds. Seconds that are read as milliseconds are a date in 1970.
  if (typeof value !== 'string' && typeof value !== 'object')
    throw new OrderError('expiresAt', `${kindOf(value)}: a Date or ISO 8601 text is needed`);
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) throw new OrderError('expiresAt', 'not a date');
  if (typeof value === 'string' && !isZoned(value))
    throw new OrderError('expiresAt', "has no time zone: end it with Z or an offset, such as '2026-01-31T12:00:00Z'");
  return date.toISOString();
}

function readRates(rates: Order['rates']): ReadOrder['rates'] {
  if (isGiven(rates) && !isRecord(rates)) throw new OrderError('rates', "not an object such as { BTC: '67000' }");
  const given = Object.entries(rates ?? {}).filter(([, rate]) => rate !== undefined && rate !== null);
  return Object.fromEntries(
    given.flatMap(([symbol, rate]) => {
      const coin = findCoin(symbol);
      if (!coin) return []; // a list of prices has other coins, too
      const text = decimalText(rate);
      if (text === undefined || text === '0')
        throw new OrderError(`rates.${symbol}`, 'not a decimal number above zero');
      return [[coin.symbol, text]];
    }),
  );
}
