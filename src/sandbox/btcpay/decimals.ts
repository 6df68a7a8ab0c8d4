/** Decimal text as whole numbers of 10^-8, which every amount of the sandbox fits in. */

const SCALE = 8;
export const ONE = 10n ** BigInt(SCALE);

/** `'0.00041'` as 41000n. @throws TypeError when it is not decimal text of at most eight decimals */
export function unitsOf(text: string): bigint {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  if (whole === '') throw new TypeError(`not decimal text: ${text}`);
  return BigInt(whole + fraction.padEnd(SCALE, '0'));
}

/** 41000n as `'0.00041000'`, as the server writes decimals: with the zeros of the coin. */
export function textOf(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(SCALE + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`;
}

export const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;
