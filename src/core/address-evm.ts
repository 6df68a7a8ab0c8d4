import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { AddressCheck } from './address-check.ts';
import { coins } from './coin.ts';

/** The EIP-55 spelling: a letter is a capital where the hash of the lower-case address has a digit of 8 or more. */
function checksummed(lower: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  return `0x${[...lower].map((digit, i) => (parseInt(hash[i]!, 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
}

/** Money sent to a token's contract is gone, on this chain as on the next one with the same address form. */
const NO_RECIPIENT = new Set([`0x${'0'.repeat(40)}`, ...coins.flatMap(({ token }) => token?.toLowerCase() ?? [])]);

/**
 * ETH, BNB and USDT share one form: `0x` and 40 hex digits. Mixed case must be EIP-55's; one case only is
 * allowed and carries no checksum. No `0X`, no bare digits, no ICAP, no ENS name.
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
