/** Exact decimals as they are shown: ASCII digits and an optional decimal point, without insignificant zeros. */

/** Converts a decimal to a number of units of 10^-`scale`. The decimal must not have more than `scale` decimals. */
export function unitsOf(text: string, scale: number): bigint {
  const [integer = '', fraction = ''] = text.split('.');
  return BigInt(integer + fraction.padEnd(scale, '0'));
}

/** The decimal text of a number of units of 10^-`scale`. */
export function textOf(units: bigint, scale: number): string {
  const digits = units.toString().padStart(scale + 1, '0');
  if (scale === 0) return digits;
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '');
}

/** Returns `a` minus `b`, as a number of units of 10^-`scale`. */
export function difference(a: string, b: string): { readonly units: bigint; readonly scale: number } {
  const scale = Math.max(a.length, b.length);
  return { units: unitsOf(a, scale) - unitsOf(b, scale), scale };
}
