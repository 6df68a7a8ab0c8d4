/**
 * A string, or a number with all its digits. Strings match first, so digits inside them do not change. There is no
 * backtracking.
 */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON and keeps every number as its original text: `{"a":1.10}` gives `{ a: '1.10' }`.
 *
 * `JSON.parse` turns 1.123456789012345678 into 1.1234567890123457, and not every supported engine has its
 * `context.source`. The result does not show whether a value was a number or a string. Where this matters, also parse
 * the text with `JSON.parse`.
 *
 * @throws SyntaxError as `JSON.parse` does.
 */
export function exactJson(text: string): unknown {
  JSON.parse(text); // throws for invalid JSON that becomes valid with its numbers in quotes, such as `{1:2}`
  return JSON.parse(text.replace(TOKEN, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}

/** Parses JSON by `exactJson`; `undefined` for a text that is not JSON, such as an HTML error page of a proxy. */
export function parseJson(text: string): unknown {
  try {
    return exactJson(text);
  } catch {
    return undefined;
  }
}

/** Whether a text is JSON. A login page or an HTML error page of a proxy is not. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads an object from its JSON text, or takes it as it is. For anything else, returns the reason. */
export function recordOf(json: unknown): Record<string, unknown> | string {
  const value = typeof json === 'string' ? parseJson(json) : json;
  if (value === undefined && typeof json === 'string') return 'not JSON';
  return isRecord(value) ? value : 'not an object';
}

/** Whether a value is an object with named fields. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
