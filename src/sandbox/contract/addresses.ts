import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32, createBase58check, hex } from '@scure/base';
import { encodeCashaddr } from './cashaddr.ts';
import type { CoinSymbol } from './coins.ts';
import { isOnCurve } from './curve.ts';

const base58check = createBase58check(sha256);

/** Version bytes of base58check addresses. */
const DOGE_P2PKH = 0x1e;
const TRON = 0x41;

/** Encodes witness version 0 with a 20-byte hash, as BIP173 defines it. */
function segwitAddress(prefix: 'bc' | 'ltc', hash: Uint8Array): string {
  return bech32.encode(prefix, [0, ...bech32.toWords(hash)]);
}

function base58Address(version: number, hash: Uint8Array): string {
  return base58check.encode(Uint8Array.of(version, ...hash));
}

/** Encodes twenty bytes with the checksum of EIP-55: the hash of the text decides which letters are upper case. */
export function evmAddress(bytes: Uint8Array): string {
  const text = hex.encode(bytes);
  const sum = hex.encode(keccak_256(new TextEncoder().encode(text)));
  return `0x${[...text].map((letter, i) => (parseInt(sum[i] ?? '0', 16) >= 8 ? letter.toUpperCase() : letter)).join('')}`;
}

/**
 * Encodes the address of a coin from a key hash of 20 bytes. For Solana it takes the 32 bytes of the key itself.
 * @internal
 */
export function encodeAddress(symbol: CoinSymbol, bytes: Uint8Array): string {
  switch (symbol) {
    case 'BTC':
      return segwitAddress('bc', bytes);
    case 'LTC':
      return segwitAddress('ltc', bytes);
    case 'DOGE':
      return base58Address(DOGE_P2PKH, bytes);
    case 'BCH':
      return encodeCashaddr(0, bytes);
    case 'TRX':
      return base58Address(TRON, bytes);
    case 'SOL/SOL':
      return base58.encode(bytes);
    case 'ETH':
    case 'BNB':
    case 'ERC20/USDT':
      return evmAddress(bytes);
  }
}

/**
 * Returns the deposit address of the sandbox's n-th payment in a coin.
 *
 * It is derived from a hash, and no private key exists for it. It has the form and checksum of a real address, so money
 * that is sent to it is lost. That is why everything in the sandbox is marked `test`.
 */
export function depositAddress(symbol: CoinSymbol, seed: string, index: number): string {
  const draw = (salt: number) =>
    sha256(new TextEncoder().encode(['pay-elements sandbox deposit', seed, symbol, index, salt].join('\0')));
  if (symbol !== 'SOL/SOL') return encodeAddress(symbol, draw(0).slice(0, 20));
  // About half of all hashes are points of the curve.
  for (let salt = 0; ; salt += 1) {
    const key = draw(salt);
    if (isOnCurve(key)) return encodeAddress(symbol, key);
  }
}
