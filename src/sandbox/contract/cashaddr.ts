import { bech32 } from '@scure/base';

/** The characters of the five-bit words. Bitcoin Cash uses those of bech32, but another checksum. */
const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const PREFIX = 'bitcoincash';
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
const CHECKSUM_WORDS = 8;

/** The 40-bit BCH checksum of the cashaddr specification, over the prefix, a zero and the words. */
function checksum(words: readonly number[]): bigint {
  let code = 1n;
  for (const word of [...[...PREFIX].map((letter) => letter.charCodeAt(0) & 31), 0, ...words]) {
    const top = code >> 35n;
    code = ((code & 0x07ffffffffn) << 5n) ^ BigInt(word);
    GENERATORS.forEach((generator, bit) => {
      if ((top >> BigInt(bit)) & 1n) code ^= generator;
    });
  }
  return code ^ 1n;
}

/**
 * Encodes a cashaddr with its prefix. The version byte contains type and length: 0 is P2PKH, 8 is P2SH, both with 20
 * bytes.
 */
export function encodeCashaddr(version: number, hash: Uint8Array): string {
  const words = bech32.toWords(Uint8Array.of(version, ...hash));
  const code = checksum([...words, ...new Array<number>(CHECKSUM_WORDS).fill(0)]);
  const check = Array.from({ length: CHECKSUM_WORDS }, (_, i) => Number((code >> BigInt(5 * (7 - i))) & 31n));
  return `${PREFIX}:${[...words, ...check].map((word) => ALPHABET[word]).join('')}`;
}

/** Decodes a cashaddr, with or without its prefix; returns `undefined` for other text. */
export function decodeCashaddr(text: string): { version: number; hash: Uint8Array } | undefined {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return undefined;
  const lower = text.toLowerCase();
  const body = lower.startsWith(`${PREFIX}:`) ? lower.slice(PREFIX.length + 1) : lower;
  const words = [...body].map((letter) => ALPHABET.indexOf(letter));
  if (words.length <= CHECKSUM_WORDS || words.includes(-1) || checksum(words) !== 0n) return undefined;
  try {
    const [version = -1, ...hash] = bech32.fromWords(words.slice(0, -CHECKSUM_WORDS));
    return { version, hash: Uint8Array.from(hash) };
  } catch {
    return undefined; // the padding bits are not zero
  }
}
