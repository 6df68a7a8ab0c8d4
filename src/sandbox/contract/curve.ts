/** The prime of the ed25519 field. */
const P = 2n ** 255n - 19n;
/** The curve's constant d, -121665/121666. */
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/**
 * True when 32 bytes encode a point of ed25519, as the address of a normal Solana account must (RFC 8032, 5.1.3).
 *
 * x² = (y² - 1) / (d y² + 1) has a root exactly when the product of numerator and denominator is a square (Euler's
 * criterion).
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) return false;
  const value = bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const negative = value >> 255n === 1n;
  const y = value & (2n ** 255n - 1n);
  if (y >= P) return false;
  const square = (y * y) % P;
  const product = ((square + P - 1n) * (D * square + 1n)) % P;
  return product === 0n ? !negative : power(product, (P - 1n) / 2n) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base; exponent > 0n; exponent >>= 1n, square = (square * square) % P) {
    if (exponent & 1n) result = (result * square) % P;
  }
  return result;
}
