import { bech32 } from '@scure/base';
import type { AddressCheck, AddressKind } from './address-check.ts';

/**
 * Bitcoin Cash's own address format (the cashaddr specification): a prefix, a version byte with type and hash size, the
 * hash, and a 40-bit checksum that also covers the prefix.
 */

const PREFIX = 'bitcoincash';
const CHECKSUM_WORDS = 8;

/** The alphabet of the five-bit words, the same as in bech32. */
const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

const GENERATOR = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

function polymod(words: Iterable<number>): bigint {
  let sum = 1n;
  for (const word of words) {
    const top = sum >> 35n;
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word);
    GENERATOR.forEach((generator, bit) => {
      if ((top >> BigInt(bit)) & 1n) sum ^= generator;
    });
  }
  return sum ^ 1n;
}

/** The prefix in the checksum: the low five bits of each letter, and a zero for the colon. */
const prefixWords = [...PREFIX].map((letter) => letter.charCodeAt(0) & 31).concat(0);

/** Type 0 pays to the hash of a key, type 1 to the hash of a script. The hash has 20 bytes. */
export function encodeCashAddress(type: 0 | 1, hash: Uint8Array): string {
  const payload = bech32.toWords(Uint8Array.of(type << 3, ...hash));
  const sum = polymod([...prefixWords, ...payload, ...new Array<number>(CHECKSUM_WORDS).fill(0)]);
  const checksum = Array.from({ length: CHECKSUM_WORDS }, (_, i) => Number((sum >> BigInt(5 * (7 - i))) & 31n));
  return `${PREFIX}:${[...payload, ...checksum].map((word) => LETTERS[word]).join('')}`;
}

/**
 * Version bytes to which a payout may go. Addresses for tokens have other types and need a wallet that supports them.
 */
const KINDS: Readonly<Record<number, { readonly kind: AddressKind; readonly bytes: number }>> = {
  0x00: { kind: 'p2pkh', bytes: 20 },
  0x08: { kind: 'p2sh', bytes: 20 },
  0x0b: { kind: 'p2sh32', bytes: 32 },
};

export function checkCashAddress(text: string): AddressCheck {
  const folded = text.toLowerCase();
  if (text !== folded && text !== text.toUpperCase()) return { ok: false, reason: 'mixed-case' };
  const [first = '', second, ...more] = folded.split(':');
  if (more.length || (second !== undefined && first !== PREFIX)) return { ok: false, reason: 'wrong-network' };
  const payload = second ?? first;
  if (!/^[qpzry9x8gf2tvdw0s3jn54khce6mua7l]+$/.test(payload)) return { ok: false, reason: 'charset' };

  const words = [...payload].map((letter) => LETTERS.indexOf(letter));
  if (words.length <= CHECKSUM_WORDS || polymod([...prefixWords, ...words]) !== 0n)
    return { ok: false, reason: 'checksum' };
  const bytes = bech32.fromWordsUnsafe(words.slice(0, -CHECKSUM_WORDS));
  if (!bytes) return { ok: false, reason: 'length' }; // padding that is not zero
  const known = KINDS[bytes[0]!];
  if (!known || bytes.length !== known.bytes + 1) return { ok: false, reason: 'unsupported-form' };
  return { ok: true, kind: known.kind, canonical: `${PREFIX}:${payload}`, warnings: [] };
}
