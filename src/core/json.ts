/** A string, or a number with all its digits. Strings match first, so digits inside them stay text. No backtracking. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Reads JSON and keeps every number as the text it was written with: `{"a":1.10}` gives `{ a: '1.10' }`.
 *
 * `JSON.parse` turns 1.123456789012345678 into 1.1234567890123457, and its `context.source` is not in
 * every engine we run on. A number that becomes a string can no longer be told from a string: read it
 * beside the plain parse where that matters.
 *
 * @throws SyntaxError as `JSON.parse` does.
 */
export function exactJson(text: string): unknown {
  JSON.parse(text); // 'tru5e' would otherwise pass with its digit quoted
  return JSON.parse(text.replace(TOKEN, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}

/** Whether a text is JSON at all, and not a login page or a proxy's apology. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
