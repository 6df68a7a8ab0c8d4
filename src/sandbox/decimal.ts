/** An exact decimal: `units / 10 ** scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** The largest accepted exponent. A larger one is no amount of money, and would need much memory. */
const MOST_EXPONENT = 30;

/** Parses a JSON number, with an optional exponent; returns `undefined` for other text or for an extreme exponent. */
export function readDecimal(text: string): Decimal | undefined {
  const match = /^(-?)(\d{1,60})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const power = Number(exponent);
  if (Math.abs(power) > MOST_EXPONENT) return undefined;
  const scale = fraction.length - power;
  const units = BigInt(sign + whole + fraction);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/** Parses a text that is a valid decimal, such as a value of our own tables. */
export function decimal(text: string): Decimal {
  const read = readDecimal(text);
  if (!read) throw new TypeError(`not a decimal: ${text}`);
  return read;
}

/** Formats plain digits: no exponent, no trailing zeros. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return (units < 0n ? '-' : '') + whole + (fraction && `.${fraction}`);
}

/** Returns the number of decimals, without trailing zeros. */
export function placesOf(value: Decimal): number {
  return decimalText(value).split('.')[1]?.length ?? 0;
}

export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const [left, right] = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function add(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = aligned(a, b);
  return { units: left + right, scale };
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, { units: -b.units, scale: b.scale });
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

/** Returns `a / b`, rounded up to `places` decimals. */
export function divideUp(a: Decimal, b: Decimal, places: number): Decimal {
  const [left, right] = aligned(a, b);
  const scaled = left * 10n ** BigInt(places);
  return { units: scaled / right + (scaled % right > 0n ? 1n : 0n), scale: places };
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale);
  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale), scale];
}
