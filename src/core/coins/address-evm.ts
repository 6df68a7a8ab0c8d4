import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { AddressCheck } from './address-check.ts';
import { coins } from './coin.ts';

/** The EIP-55 spelling: a letter is upper case where the hash of the lower-case address has a digit of 8 or more. */
function checksummed(lower: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  return `0x${[...lower].map((digit, i) => (parseInt(hash[i]!, 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
}

/** The zero address and the contracts of tokens. Money sent to them is lost, on every chain with this address form. */
const NO_RECIPIENT = new Set([`0x${'0'.repeat(40)}`, ...coins.flatMap(({ token }) => token?.toLowerCase() ?? [])]);

/**
 * Checks an address of ETH, BNB or USDT: `0x` and 40 hex digits. Mixed case must match the EIP-55 checksum. A single
 * case is accepted and has no checksum. `0X`, digits without a prefix, ICAP and ENS names are refused.
 */
export function checkEvm(text: string): AddressCheck {
  if (!text.startsWith('0x')) return { ok: false, reason: 'wrong-network' };
  if (!/^0x[0-9a-fA-F]*$/.test(text)) return { ok: false, reason: 'charset' };
  if (text.length !== 42) return { ok: false, reason: 'length' };
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  const canonical = checksummed(lower);
  if (NO_RECIPIENT.has(`0x${lower}`)) return { ok: false, reason: 'not-a-recipient' };
  if (text === canonical) return { ok: true, kind: 'evm', canonical, warnings: [] };
  if (digits !== lower && digits !== digits.toUpperCase()) return { ok: false, reason: 'checksum' };
  return { ok: true, kind: 'evm', canonical, warnings: ['no-checksum'] };
}
