import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import type { AddressCheck } from './address-check.ts';

const base58check = createBase58check(sha256);

/** TRON's version byte. It makes every address begin with a T. */
const VERSION = 0x41;

/** Checks a base58check address of 34 characters. The hex form `41…` is refused: wallets do not show it to users. */
export function checkTron(text: string): AddressCheck {
  if (/^(?:0x)?41[0-9a-fA-F]{40}$/.test(text)) return { ok: false, reason: 'unsupported-form' };
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return { ok: false, reason: 'charset' };
  if (text.length !== 34) return { ok: false, reason: 'length' };
  let bytes: Uint8Array;
  try {
    bytes = base58check.decode(text);
  } catch {
    return { ok: false, reason: 'checksum' };
  }
  if (bytes.length !== 21 || bytes[0] !== VERSION) return { ok: false, reason: 'wrong-network' };
  return { ok: true, kind: 'tron', canonical: text, warnings: [] };
}
