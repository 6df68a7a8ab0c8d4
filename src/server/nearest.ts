/** The Levenshtein distance of two texts. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}

/** The longest part of a name that is compared, in characters. */
const WRITTEN_MAX = 60;

/**
 * Returns the name that was probably meant: up to a third of its letters may be wrong, a part of it may be missing, or
 * more may be written, such as `webhookSecret` for `secret`.
 */
export function nearest(written: string, names: readonly string[]): string | undefined {
  const folded = written.slice(0, WRITTEN_MAX).toLowerCase();
  const [best] = names
    .map((name) => ({ name, distance: editDistance(folded, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  if (best && best.distance <= Math.max(2, best.name.length / 3) && folded.length > 3) return best.name;
  const longer = names.find((name) => folded.length > 2 && name.toLowerCase().includes(folded));
  return longer ?? names.find((name) => name.length > 3 && folded.includes(name.toLowerCase()));
}
