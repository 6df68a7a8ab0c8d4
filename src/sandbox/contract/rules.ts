import type { CoinSymbol } from './coins.ts';
import { add, compare, decimal, decimalText } from '../decimal.ts';
import { isObject } from '../exact-json.ts';
import * as field from './fields.ts';
import type { Fields } from './fields.ts';
import type { ContractGaps } from './contract-gaps.ts';
import { payoutAddress } from './payout-address.ts';
import { refused } from './refused-error.ts';
import type { Kind } from './status-words.ts';
import { readDirectives } from '../actions/directives.ts';
import type { Directives } from '../actions/directives.ts';

/** One recipient of a split. The percent is exact text. */
interface Share {
  readonly address: string;
  readonly percent: string;
}

interface Order {
  readonly amount: string;
  readonly webhookUrl: string | undefined;
  /** Undefined when no `meta` was sent. */
  readonly meta: Fields | undefined;
  /** The directives in `meta.sandbox`. */
  readonly directives?: Directives;
}

export interface CryptoOrder extends Order {
  readonly currency: string;
  readonly coin: CoinSymbol;
  /** One address for the whole amount, or a split. */
  readonly payout: { readonly address: string } | { readonly shares: readonly Share[] };
}

export interface WalletOrder extends Order {
  readonly currency: string;
  readonly payoutEmail: string;
  readonly additionalInformation: string | null;
}

export interface LocalcodeOrder extends Order {
  readonly payoutCoin: CoinSymbol;
  readonly payoutAddress: string;
}

const WHOLE = decimal('100');

/** Validates a creation by contract 4.3 and section 7. */
export function cryptoOrder(fields: Fields, contractGaps: ContractGaps): CryptoOrder {
  // Sending both forms is a separate error, whatever their content.
  if (fields['payout_address'] !== undefined && fields['addresses'] !== undefined) {
    throw refused('addresses', 'cannot be combined with payout_address', 'rejected');
  }
  requireAll('crypto', fields, contractGaps);
  const currency = field.currency(fields, contractGaps);
  const amount = decimalText(field.amount(fields, contractGaps));
  const coin = field.coin(fields, 'crypto_coin', contractGaps);
  const payout =
    fields['addresses'] === undefined
      ? { address: field.address(fields['payout_address'], 'payout_address', isPayoutOf(coin)) }
      : { shares: split(fields['addresses'], coin, contractGaps) };
  return { currency, amount, coin, payout, ...shared(fields, contractGaps) };
}

/** Validates a creation by contract 4.4. */
export function walletOrder(fields: Fields, contractGaps: ContractGaps): WalletOrder {
  requireAll('wallet', fields, contractGaps);
  const currency = field.currency(fields, contractGaps);
  if (contractGaps.walletCurrencies && !contractGaps.walletCurrencies.includes(currency)) {
    throw refused('currency', `must be ${contractGaps.walletCurrencies.join(' or ')}`);
  }
  return {
    currency,
    amount: decimalText(field.amount(fields, contractGaps)),
    payoutEmail: field.email(fields, 'payout_email', contractGaps),
    additionalInformation: field.additionalInformation(fields, contractGaps),
    ...shared(fields, contractGaps),
  };
}

/** Validates a creation by contract 4.5. */
export function localcodeOrder(fields: Fields, contractGaps: ContractGaps): LocalcodeOrder {
  requireAll('localcode', fields, contractGaps);
  const amount = decimalText(field.amount(fields, contractGaps));
  const payoutCoin = field.coin(fields, 'payout_crypto_coin', contractGaps);
  return {
    amount,
    payoutCoin,
    payoutAddress: field.address(fields['payout_address'], 'payout_address', isPayoutOf(payoutCoin)),
    ...shared(fields, contractGaps),
  };
}

function shared(fields: Fields, contractGaps: ContractGaps) {
  const meta = field.meta(fields);
  return { webhookUrl: field.webhookUrl(fields, contractGaps), meta, directives: readDirectives(meta ?? {}) };
}

function requireAll(kind: Kind, fields: Fields, { required }: ContractGaps) {
  for (const name of required[kind]) {
    const names = name === 'payout' ? ['payout_address', 'addresses'] : [name];
    if (names.every((one) => fields[one] === undefined)) throw refused(names[0] ?? name, 'is missing');
  }
}

function isPayoutOf(coin: CoinSymbol) {
  return (text: string) => payoutAddress(coin, text) !== undefined;
}

/**
 * Validates a split: every percent is above 0 and at most 100, no recipient occurs twice in any spelling, and the exact
 * decimal sum is 100.
 */
function split(sent: Fields[string], coin: CoinSymbol, contractGaps: ContractGaps): Share[] {
  if (!Array.isArray(sent) || sent.length === 0) throw refused('addresses', 'must be a list of {address, percent}');
  const seen = new Set<string | undefined>();
  let sum = decimal('0');
  const shares = sent.map((share: unknown, i): Share => {
    const name = `addresses[${i}]`;
    if (!isObject(share)) throw refused(name, 'must be {address, percent}');
    const address = field.address(share['address'], `${name}.address`, isPayoutOf(coin));
    const canonical = payoutAddress(coin, address);
    if (seen.has(canonical)) throw refused(`${name}.address`, 'is there twice', 'rejected');
    seen.add(canonical);
    const percent = percentOf(share, `${name}.percent`, contractGaps);
    sum = add(sum, percent);
    return { address, percent: decimalText(percent) };
  });
  if (compare(sum, WHOLE) !== 0) {
    throw refused('addresses', `percent values add up to ${decimalText(sum)}, not to exactly 100`, 'rejected');
  }
  return shares;
}

function percentOf(share: Fields, name: string, contractGaps: ContractGaps) {
  const percent = field.number(share['percent'], name, contractGaps);
  if (percent.units <= 0n || compare(percent, WHOLE) > 0) {
    throw refused(name, 'must be above 0 and at most 100', 'rejected');
  }
  return percent;
}
