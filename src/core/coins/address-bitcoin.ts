import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import type { AddressCheck, AddressFault, AddressKind, AddressWarning } from './address-check.ts';
import { checkCashAddress, encodeCashAddress } from './cash-address.ts';

/**
 * Address checks of Bitcoin, Litecoin, Dogecoin and Bitcoin Cash: base58check by version byte, segwit by BIP-173 and
 * BIP-350.
 */

const base58check = createBase58check(sha256);

const no = (reason: AddressFault): AddressCheck => ({ ok: false, reason });
const yes = (kind: AddressKind, canonical: string, ...warnings: AddressWarning[]): AddressCheck => ({
  ok: true,
  kind,
  canonical,
  warnings,
});

interface Legacy {
  readonly version: number;
  readonly hash: Uint8Array;
}

/** Decodes a base58check address. Returns its version byte and its 20-byte hash, or the fault. */
function readLegacy(text: string): Legacy | AddressFault {
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return 'charset';
  if (text.length < 25 || text.length > 36) return 'length';
  try {
    const bytes = base58check.decode(text);
    return bytes.length === 21 ? { version: bytes[0]!, hash: bytes.subarray(1) } : 'length';
  } catch {
    return 'checksum';
  }
}

function checkLegacy(text: string, kinds: Readonly<Record<number, AddressKind>>, ...warn: number[]): AddressCheck {
  const legacy = readLegacy(text);
  if (typeof legacy === 'string') return no(legacy);
  const kind = kinds[legacy.version];
  if (!kind) return no('wrong-network');
  return warn.includes(legacy.version) ? yes(kind, text, 'ambiguous-with-btc') : yes(kind, text);
}

/**
 * Maximum length of a segwit address (BIP-173). Characters. Litecoin's MWEB addresses are longer; no payout goes to
 * them.
 */
const SEGWIT_MAX = 90;

/**
 * Checks a segwit address. Version 0 is bech32 with 20 or 32 bytes, version 1 is bech32m with 32 bytes. BIP-350 lets
 * senders pay to versions 2 to 16 and to other lengths, but no wallet can spend such coins yet, so they are refused.
 */
function checkSegwit(text: string, prefix: string): AddressCheck {
  const folded = text.toLowerCase();
  if (text !== folded && text !== text.toUpperCase()) return no('mixed-case');
  if (folded.length > SEGWIT_MAX) return no('length');
  const variants = [
    { codec: bech32, version: (v: number) => v === 0 },
    { codec: bech32m, version: (v: number) => v > 0 },
  ];
  for (const { codec, version } of variants) {
    const decoded = codec.decodeUnsafe(folded, SEGWIT_MAX);
    if (!decoded) continue;
    if (decoded.prefix !== prefix) return no('wrong-network');
    const [witness, ...words] = decoded.words;
    if (witness === undefined || !version(witness)) return no('checksum');
    const program = codec.fromWordsUnsafe(words);
    if (!program) return no('length');
    if (witness === 0 && program.length === 20) return yes('p2wpkh', folded);
    if (witness === 0 && program.length === 32) return yes('p2wsh', folded);
    if (witness === 1 && program.length === 32) return yes('p2tr', folded);
    return no(witness === 0 ? 'length' : 'unsupported-form');
  }
  return no('checksum');
}

const startsWith = (text: string, prefix: string) => text.toLowerCase().startsWith(prefix);

export function checkBitcoin(text: string): AddressCheck {
  if (startsWith(text, 'bc1')) return checkSegwit(text, 'bc');
  return checkLegacy(text, { 0x00: 'p2pkh', 0x05: 'p2sh' });
}

export function checkLitecoin(text: string): AddressCheck {
  if (startsWith(text, 'ltcmweb1')) return no('unsupported-form');
  if (startsWith(text, 'ltc1')) return checkSegwit(text, 'ltc');
  // 0x05 is the old version byte for scripts. Litecoin Core still accepts it, and Bitcoin uses the same one.
  return checkLegacy(text, { 0x30: 'p2pkh', 0x32: 'p2sh', 0x05: 'p2sh' }, 0x05);
}

export function checkDogecoin(text: string): AddressCheck {
  // Dogecoin has segwit on a development branch only.
  if (startsWith(text, 'dg1')) return no('unsupported-form');
  return checkLegacy(text, { 0x1e: 'p2pkh', 0x16: 'p2sh' });
}

export function checkBitcoinCash(text: string): AddressCheck {
  const legacy = text.includes(':') ? 'charset' : readLegacy(text);
  if (typeof legacy === 'string') return checkCashAddress(text);
  const { version, hash } = legacy;
  if (version === 0x00) return yes('p2pkh-legacy', encodeCashAddress(0, hash), 'ambiguous-with-btc');
  if (version === 0x05) return yes('p2sh-legacy', encodeCashAddress(1, hash), 'ambiguous-with-btc');
  return no('wrong-network');
}
