import { base58 } from '@scure/base';
import type { AddressCheck } from './address-check.ts';

const P = 2n ** 255n - 19n;

/** The constant d of the curve -x² + y² = 1 + d·x²·y² (RFC 8032, 5.1). */
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let b = base % P, e = exponent; e > 0n; e >>= 1n, b = (b * b) % P) if (e & 1n) result = (result * b) % P;
  return result;
}

/** Whether 32 bytes are a point of ed25519 (RFC 8032, 5.1.3). A private key can exist for such a point only. */
function onCurve(bytes: Uint8Array): boolean {
  const little = [...bytes].reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const y = (little & ((1n << 255n) - 1n)) % P;
  const y2 = (y * y) % P;
  const u = (y2 - 1n + P) % P;
  const v = (D * y2 + 1n) % P;
  // x² = u/v is a square if and only if u·v is one (Euler's criterion).
  return u === 0n || power(u * v, (P - 1n) / 2n) === 1n;
}

/** The system program and the incinerator. Money sent to them is lost. */
const NO_RECIPIENT = new Set(['1'.repeat(32), '1nc1nerator11111111111111111111111111111111']);

/** Checks that the text is 32 bytes in Base58. There is no checksum: most typing errors give another valid address. */
export function checkSolana(text: string): AddressCheck {
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return { ok: false, reason: 'charset' };
  if (text.length < 32 || text.length > 44) return { ok: false, reason: 'length' };
  const bytes = base58.decode(text);
  if (bytes.length !== 32) return { ok: false, reason: 'length' };
  if (NO_RECIPIENT.has(text)) return { ok: false, reason: 'not-a-recipient' };
  return { ok: true, kind: 'sol', canonical: text, warnings: onCurve(bytes) ? [] : ['off-curve'] };
}
