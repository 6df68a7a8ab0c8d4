import { checkBitcoinCash, checkDogecoin, checkLitecoin, checkBitcoin } from './address-bitcoin.ts';
import { checkEvm } from './address-evm.ts';
import { checkSolana } from './address-solana.ts';
import { checkTron } from './address-tron.ts';
import { findCoin, type CoinSymbol } from './coin.ts';

/** Why a text is no address of the coin. */
export type AddressFault =
  | 'empty'
  /** Spaces, invisible characters, look-alike letters, or letters its alphabet does not have. */
  | 'charset'
  | 'length'
  | 'checksum'
  | 'mixed-case'
  /** Another coin's, or a test network's. */
  | 'wrong-network'
  /** A payment URI where an address is expected. */
  | 'payment-uri'
  /** A form that no wallet can own yet, or that the service cannot be trusted to pay out to. */
  | 'unsupported-form'
  /** Money sent there is gone: the zero address, a token's contract, a system program. */
  | 'not-a-recipient'
  | 'unknown-coin';

/** The form of a valid address, by what it pays to. */
export type AddressKind =
  'p2pkh' | 'p2sh' | 'p2sh32' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'p2pkh-legacy' | 'p2sh-legacy' | 'evm' | 'tron' | 'sol';

/** What is worth a second look in a valid address. */
export type AddressWarning =
  /** The same text is an address of Bitcoin too. */
  | 'ambiguous-with-btc'
  /** Written in one letter case, so a typing mistake would not show. */
  | 'no-checksum'
  /** No key can be behind it: a program's own account. Right for a multisig vault, wrong for a token account. */
  | 'off-curve';

export interface ValidAddress {
  readonly ok: true;
  readonly kind: AddressKind;
  /** One spelling for one recipient: compare these, show what was given. */
  readonly canonical: string;
  readonly warnings: readonly AddressWarning[];
}

/** A valid address with its form and canonical spelling, or why it is none. */
export type AddressCheck = ValidAddress | { readonly ok: false; readonly reason: AddressFault };

const CHECKS: Readonly<Record<CoinSymbol, (text: string) => AddressCheck>> = {
  BTC: checkBitcoin,
  LTC: checkLitecoin,
  DOGE: checkDogecoin,
  BCH: checkBitcoinCash,
  ETH: checkEvm,
  BNB: checkEvm,
  'ERC20/USDT': checkEvm,
  TRX: checkTron,
  'SOL/SOL': checkSolana,
};

/** Longer than any address of the nine coins, prefixes included. */
const LENGTH_MAX = 130;

/**
 * Checks a mainnet address of a coin: alphabet, length, network and checksum. Nothing is trimmed, mended or
 * guessed; an address with a space at its end is refused.
 *
 * This is the one part of `core` that stands on @noble/hashes and @scure/base, and it stays out of the browser.
 */
export function checkAddress(symbol: string, text: string): AddressCheck {
  if (typeof text !== 'string') throw new TypeError('address: text is needed');
  const coin = findCoin(symbol);
  if (!coin) return { ok: false, reason: 'unknown-coin' };
  if (text === '') return { ok: false, reason: 'empty' };
  if (text.length > LENGTH_MAX) return { ok: false, reason: 'length' };
  if (!/^[\x21-\x7e]+$/.test(text)) return { ok: false, reason: 'charset' };
  if (/[?@/]/.test(text) || (coin.symbol !== 'BCH' && text.includes(':'))) return { ok: false, reason: 'payment-uri' };
  return CHECKS[coin.symbol](text);
}
