/** Nested deeper than this, a body is refused: no honest request of the contract comes near. */
const MOST_DEPTH = 64;

const TEXT = Symbol('the digits');

/** A JSON number with the digits it was written with; a double would lose some of an 18-decimals amount. */
export interface ExactNumber {
  readonly [TEXT]: string;
}

/** What a JSON text holds, its numbers exact. */
export type Json = null | boolean | string | ExactNumber | readonly Json[] | { readonly [key: string]: Json };

export function exactNumber(text: string): ExactNumber {
  return { [TEXT]: text };
}

/** The digits of an exact number; `undefined` for any other value. */
export function digitsOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && TEXT in value ? (value as ExactNumber)[TEXT] : undefined;
}

/** A plain object out of a JSON text; no array, no null and no number. */
export function isObject(value: unknown): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(TEXT in value);
}

/**
 * Reads a JSON text and keeps every number's digits.
 *
 * The platform's own parser does the reading. Before it, each string in the text is marked `s` and each
 * number is turned into a string marked `n`, so that afterwards nothing can be mistaken for the other.
 *
 * @throws {SyntaxError} when the text is no JSON, or nested too deeply
 */
export function readJson(text: string): Json {
  JSON.parse(text);
  const marked = text.replace(/"((?:[^"\\]|\\.)*)"|(-?\d[\d.eE+-]*)/g, (_, string?: string, number?: string) =>
    number === undefined ? `"s${string ?? ''}"` : `"n${number}"`,
  );
  return unmark(JSON.parse(marked), 0);
}

function unmark(value: unknown, depth: number): Json {
  if (depth > MOST_DEPTH) throw new SyntaxError(`nested deeper than ${MOST_DEPTH} levels`);
  if (typeof value === 'string') return value.startsWith('n') ? exactNumber(value.slice(1)) : value.slice(1);
  if (Array.isArray(value)) return value.map((item) => unmark(item, depth + 1));
  if (typeof value === 'object' && value !== null) {
    // `fromEntries` makes own properties only, so a key named `__proto__` stays a key.
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.slice(1), unmark(item, depth + 1)]));
  }
  return value as null | boolean;
}

/** Writes JSON, exact numbers digit for digit; a field that is `undefined` is left out. */
export function writeJson(value: unknown): string {
  const digits = digitsOf(value);
  if (digits !== undefined) return digits;
  if (Array.isArray(value)) return `[${value.map((item: unknown) => writeJson(item)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, item]) => item !== undefined);
    return `{${fields.map(([key, item]) => `${JSON.stringify(key)}:${writeJson(item)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}
