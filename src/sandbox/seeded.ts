import { sha256 } from '@noble/hashes/sha2.js';

/** Pseudo-random bytes: the same for the same seed and label. */
export function seededBytes(seed: string, label: string, count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  for (let filled = 0, block = 0; filled < count; block += 1) {
    const hash = sha256(new TextEncoder().encode(`${seed}/${label}/${block}`)).subarray(0, count - filled);
    bytes.set(hash, filled);
    filled += hash.length;
  }
  return bytes;
}

/** Pseudo-random bytes in hexadecimal. */
export function seededHex(seed: string, label: string, count: number): string {
  return [...seededBytes(seed, label, count)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Pseudo-random text of `length` characters from `letters`. */
export function seededText(seed: string, label: string, length: number, letters: string): string {
  return [...seededBytes(seed, label, length)].map((byte) => letters[byte % letters.length] ?? '').join('');
}
