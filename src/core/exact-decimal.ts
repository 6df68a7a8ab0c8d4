/** Exact decimals as they are shown: ASCII digits, perhaps a point, and no zero that could be left out. */

/** A decimal in units of ten to the power of minus `scale`, which has room for all its digits. */
export function unitsOf(text: string, scale: number): bigint {
  const [integer = '', fraction = ''] = text.split('.');
  return BigInt(integer + fraction.padEnd(scale, '0'));
}

/** The decimal text of so many units of ten to the power of minus `scale`. */
export function textOf(units: bigint, scale: number): string {
  const digits = units.toString().padStart(scale + 1, '0');
  if (scale === 0) return digits;
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '');
}

/** What is left of `a` when `b` is taken away, in units of `scale`. */
export function difference(a: string, b: string): { readonly units: bigint; readonly scale: number } {
  const scale = Math.max(a.length, b.length);
  return { units: unitsOf(a, scale) - unitsOf(b, scale), scale };
}
