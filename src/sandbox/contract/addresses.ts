import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32, createBase58check, hex } from '@scure/base';
import { encodeCashaddr } from './cashaddr.ts';
import type { CoinSymbol } from './coins.ts';
import { isOnCurve } from './curve.ts';

const base58check = createBase58check(sha256);

/** Version bytes of the addresses that carry one in base58check. */
const DOGE_P2PKH = 0x1e;
const TRON = 0x41;

/** Witness version 0 with a 20-byte hash, as BIP173 writes it. */
function segwitAddress(prefix: 'bc' | 'ltc', hash: Uint8Array): string {
  return bech32.encode(prefix, [0, ...bech32.toWords(hash)]);
}

function base58Address(version: number, hash: Uint8Array): string {
  return base58check.encode(Uint8Array.of(version, ...hash));
}

/** Twenty bytes with the checksum of EIP-55: a letter is a capital where the hash of the text says so. */
export function evmAddress(bytes: Uint8Array): string {
  const text = hex.encode(bytes);
  const sum = hex.encode(keccak_256(new TextEncoder().encode(text)));
  return `0x${[...text].map((letter, i) => (parseInt(sum[i] ?? '0', 16) >= 8 ? letter.toUpperCase() : letter)).join('')}`;
}

/** The address of a coin's key hash: 20 bytes, or for Solana the 32 bytes of the key itself. @internal */
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
 * The deposit address of the sandbox's n-th payment in a coin.
 *
 * It is derived from a hash, and no key to it exists: it has the form and checksum of a real address, and money
 * sent to it is gone. That is why everything of the sandbox is marked `test`.
 */
export function depositAddress(symbol: CoinSymbol, seed: string, index: number): string {
  const draw = (salt: number) =>
    sha256(new TextEncoder().encode(['pay-elements sandbox deposit', seed, symbol, index, salt].join('\0')));
  if (symbol !== 'SOL/SOL') return encodeAddress(symbol, draw(0).slice(0, 20));
  // One hash in two is a point of the curve.
  for (let salt = 0; ; salt += 1) {
    const key = draw(salt);
    if (isOnCurve(key)) return encodeAddress(symbol, key);
  }
}
