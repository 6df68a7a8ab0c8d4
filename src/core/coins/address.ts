import { checkBitcoinCash, checkDogecoin, checkLitecoin, checkBitcoin } from './address-bitcoin.ts';
import { checkEvm } from './address-evm.ts';
import { checkSolana } from './address-solana.ts';
import { checkTron } from './address-tron.ts';
import type { AddressCheck, AddressFault, AddressKind, AddressWarning } from './address-check.ts';
import { findCoin, type CoinSymbol } from './coin.ts';

export type { AddressCheck, AddressFault, AddressKind, AddressWarning };

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

/** Longer than any address of the nine coins with its prefix. Characters. */
const LENGTH_MAX = 130;

/**
 * Checks a mainnet address of a coin: alphabet, length, network and checksum. The text is neither trimmed nor
 * corrected: an address with a trailing space is refused.
 *
 * This is the only part of `core` that depends on @noble/hashes and @scure/base. The elements do not import it.
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
