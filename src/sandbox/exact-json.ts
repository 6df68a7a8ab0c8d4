/** The deepest nesting of an accepted body. Valid requests of the contract are much flatter. */
const MOST_DEPTH = 64;

const TEXT = Symbol('the digits');

/** A JSON number with its exact digits; a double would lose some digits of an amount with 18 decimals. */
export interface ExactNumber {
  readonly [TEXT]: string;
}

/** A parsed JSON value with exact numbers. */
export type Json = null | boolean | string | ExactNumber | readonly Json[] | { readonly [key: string]: Json };

export function exactNumber(text: string): ExactNumber {
  return { [TEXT]: text };
}

/** The digits of an exact number; `undefined` for any other value. */
export function digitsOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && TEXT in value ? (value as ExactNumber)[TEXT] : undefined;
}

/** True for a parsed JSON object: not an array, not null and not a number. */
export function isObject(value: unknown): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(TEXT in value);
}

/**
 * Parses JSON and keeps the digits of every number.
 *
 * `JSON.parse` does the parsing. Before that, each string in the text is prefixed with `s`, and each number is
 * converted to a string with the prefix `n`. So strings and numbers can be distinguished afterwards.
 *
 * @throws {SyntaxError} when the text is not JSON, or nested too deeply
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
    // `fromEntries` creates own properties only, so a key named `__proto__` stays an ordinary key.
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.slice(1), unmark(item, depth + 1)]));
  }
  return value as null | boolean;
}

/** Serializes JSON with the exact digits of numbers; a field that is `undefined` is omitted. */
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
