import { sha256 } from '@noble/hashes/sha2.js';
import { base58, bech32, bech32m, createBase58check, hex } from '@scure/base';
import { evmAddress } from './addresses.ts';
import { decodeCashaddr, encodeCashaddr } from './cashaddr.ts';
import type { CoinSymbol } from './coins.ts';

const base58check = createBase58check(sha256);

/**
 * Returns the canonical form of a payout address, or `undefined` when it is not valid for the coin (contract 4.3:
 * 'valid for crypto_coin', 'each address is unique'). Two spellings of one address have the same canonical form.
 */
export function payoutAddress(symbol: CoinSymbol, text: string): string | undefined {
  // Only printable ASCII, and no longer than any existing address format.
  if (!/^[!-~]{1,120}$/.test(text)) return undefined;
  switch (symbol) {
    case 'BTC':
      return segwit('bc', text) ?? versioned(text, [0x00, 0x05]);
    case 'LTC':
      return segwit('ltc', text) ?? versioned(text, [0x30, 0x32, 0x05]);
    case 'DOGE':
      return versioned(text, [0x1e, 0x16]);
    case 'BCH':
      return cash(text);
    case 'TRX':
      return versioned(text, [0x41]);
    case 'SOL/SOL':
      return base58Bytes(text)?.length === 32 ? text : undefined;
    case 'ETH':
    case 'BNB':
    case 'ERC20/USDT':
      return evm(text);
  }
}

/** BIP173 and BIP350: version 0 in bech32 with 20 or 32 bytes, version 1 in bech32m with 32. */
function segwit(prefix: string, text: string): string | undefined {
  for (const [version, code, lengths] of [
    [0, bech32, [20, 32]],
    [1, bech32m, [32]],
  ] as const) {
    const read = code.decodeUnsafe(text);
    if (!read || read.prefix !== prefix || read.words[0] !== version) continue;
    const program = code.fromWordsUnsafe(read.words.slice(1));
    if (program && (lengths as readonly number[]).includes(program.length)) return text.toLowerCase();
  }
  return undefined;
}

/** Base58check with one version byte and twenty bytes. */
function versioned(text: string, versions: readonly number[]): string | undefined {
  try {
    const bytes = base58check.decode(text);
    return bytes.length === 21 && versions.includes(bytes[0] ?? -1) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** A cashaddr, or the old form, which is converted to a cashaddr. */
function cash(text: string): string | undefined {
  const read = decodeCashaddr(text);
  if (read) {
    const known = (read.version === 0 || read.version === 8) && read.hash.length === 20;
    const p2sh32 = read.version === 11 && read.hash.length === 32;
    return known || p2sh32 ? encodeCashaddr(read.version, read.hash) : undefined;
  }
  if (!versioned(text, [0x00, 0x05])) return undefined;
  const [version, ...hash] = base58check.decode(text);
  return encodeCashaddr(version === 0 ? 0 : 8, Uint8Array.from(hash));
}

/** Checks EIP-55 when the letters are mixed. An address in only lower or only upper case has no checksum. */
function evm(text: string): string | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return undefined;
  const digits = text.slice(2);
  const summed = evmAddress(hex.decode(digits.toLowerCase()));
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return plain || summed === text ? summed : undefined;
}

function base58Bytes(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text);
  } catch {
    return undefined;
  }
}
