/** Text for a terminal. */

/** Columns that every terminal has. */
export const COLUMNS = 80;

/** What moves the cursor, colours, or turns the reading direction of what stands beside it. */
const ACTING = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Scripts and signs that take two columns each. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;

/** A text from outside that does nothing to the terminal: what would is shown as �. */
export const printable = (text: string): string => text.replace(ACTING, '\ufffd');

/** Columns that a printable text takes. Marks that stand on a letter take none. */
export function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += /\p{Mn}/u.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1;
  return width;
}

/** The text, cut with … where it takes more than so many columns. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  for (const sign of text) {
    if (widthOf(kept + sign) >= columns) break;
    kept += sign;
  }
  return `${kept}…`;
}

/** Padded to so many columns. */
export const pad = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - widthOf(text)));

/** The text in lines of at most so many columns, broken at spaces where there are any. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && widthOf(line) + 1 + widthOf(word) > columns) {
        lines.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    return [...lines, line];
  });
}
