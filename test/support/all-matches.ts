/**
 * All matches of a pattern, of which there is at least one: a test of what a page names must not pass because the page has
 * changed its format.
 */
export function allMatches(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) throw new Error(`nothing matches ${pattern.source}`);
  return matches;
}
