import { nearest } from '../server/nearest.ts';

const sorted = (text: string) => [...text].sort().join('');

/** Whether a short name was meant: two letters are swapped (`dve`), or one is missing (`dv`). */
function isShortSlip(written: string, name: string): boolean {
  if (sorted(written) === sorted(name)) return true;
  return written.length > 1 && [...name].some((_, i) => name.slice(0, i) + name.slice(i + 1) === written);
}

/** Returns a question with the name that was probably meant, otherwise an empty text. @param prefix - `--` for options */
export function didYouMean(written: string, names: readonly string[], prefix = ''): string {
  const isLetter = prefix !== '' && written.length === 1;
  const name = isLetter
    ? names.find((each) => each.startsWith(written.toLowerCase()))
    : (names.find((each) => isShortSlip(written, each)) ?? nearest(written, names));
  return name === undefined ? '' : ` Did you mean '${prefix}${name}'?`;
}
