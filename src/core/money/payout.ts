import { addressFaultText } from '../coins/address-fault.ts';
import { checkAddress } from '../coins/address.ts';
import { addDecimals, compareDecimals, decimalText } from './amount.ts';
import { findCoin } from '../coins/coin.ts';
import { refuse, type Result } from '../result.ts';

/** One recipient of a split (contract 4.3). */
export interface PayoutShare {
  /** An address of the coin. */
  readonly address: string;
  /** More than 0 and at most 100. */
  readonly percent: number;
}

/** Where the proceeds go, with the field names of contract 4.3: one address, or a split of exactly 100 percent. */
export type Payout = { readonly payout_address: string } | { readonly addresses: readonly PayoutShare[] };

/** The payout as a merchant passes it: one of the two forms. A percentage may also be decimal text. */
export interface PayoutFields {
  /** The address that receives everything. */
  readonly payout_address?: string | null;
  /** The recipients of a split of exactly 100 percent. */
  readonly addresses?: readonly { readonly address: string; readonly percent: number | string }[] | null;
  /** The coin for which the addresses must be valid, when `parsePayout` gets no `symbol`. */
  readonly crypto_coin?: string;
}

/**
 * Reads where the proceeds of a payment go, by the rules of contract 4.3 and section 7: only one of the two forms, each
 * percentage in (0, 100], a sum of exactly 100, and no recipient twice.
 *
 * Percentages are added as decimals: as doubles, 82.49 + 1.61 + 2.35 + 9.38 + 4.17 is not 100. With a coin, the
 * addresses are validated for it, and two spellings of one recipient count as one. Without a coin, only equal texts do.
 */
export function parsePayout(fields: PayoutFields, symbol?: string): Result<{ readonly payout: Payout }> {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return refuse('payout', 'not an object');
  const coin = symbol ?? fields.crypto_coin;
  if (coin !== undefined && (typeof coin !== 'string' || !findCoin(coin))) return refuse('crypto_coin', 'unknown coin');
  const { payout_address: single, addresses: split } = fields;
  const hasSingle = single !== undefined && single !== null;
  const hasSplit = split !== undefined && split !== null;
  if (hasSingle && hasSplit) return refuse('payout_address', 'cannot be combined with addresses');
  if (hasSplit) return readSplit(split, coin);
  if (!hasSingle) return refuse('payout_address', 'missing');

  const address = readAddress('payout_address', single, coin);
  return address.ok ? { ok: true, payout: { payout_address: single } } : address;
}

function readAddress(
  field: string,
  address: unknown,
  coin: string | undefined,
): Result<{ readonly canonical: string }> {
  if (typeof address !== 'string' || address.trim() === '') return refuse(field, 'not an address');
  if (coin === undefined) return { ok: true, canonical: address };
  const checked = checkAddress(coin, address);
  if (checked.ok) return checked;
  const why = addressFaultText(coin, address, checked.reason);
  return refuse(field, `not a valid ${findCoin(coin)?.symbol} address: ${why}`);
}

function readSplit(split: unknown, coin: string | undefined): Result<{ readonly payout: Payout }> {
  if (!Array.isArray(split) || split.length === 0) return refuse('addresses', 'not a list of recipients');
  const shares: PayoutShare[] = [];
  const percents: string[] = [];
  const seen = new Set<string>();
  for (const [index, share] of split.entries()) {
    const at = `addresses[${index}]`;
    const { address, percent } = Object(share) as Partial<Record<string, unknown>>;
    const checked = readAddress(`${at}.address`, address, coin);
    if (!checked.ok) return checked;
    if (seen.has(checked.canonical)) return refuse(`${at}.address`, 'the same recipient twice');
    seen.add(checked.canonical);

    const text = decimalText(percent);
    if (text === undefined || compareDecimals(text, '0') === 0 || compareDecimals(text, '100') > 0)
      return refuse(`${at}.percent`, 'not a number above 0 and at most 100');
    // The percentage is sent as a JSON number, which would lose the digits that it cannot hold.
    if (decimalText(Number(text)) !== text) return refuse(`${at}.percent`, 'more digits than a number can hold');
    percents.push(text);
    shares.push({ address: address as string, percent: Number(text) });
  }
  const sum = addDecimals(percents);
  return sum === '100'
    ? { ok: true, payout: { addresses: shares } }
    : refuse('addresses', `percents sum to ${sum}, not 100`);
}
