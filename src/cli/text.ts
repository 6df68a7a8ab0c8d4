/** Formatting of text for a terminal. */

/** The number of columns that every terminal has. */
export const COLUMNS = 80;

/** Characters that move the cursor, set colours, or change the direction of the text next to them. */
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Characters that are two columns wide. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;

/** Makes an external text safe for the terminal: control characters are replaced by �. */
export const printable = (text: string): string => text.replace(CONTROL_CHARACTERS, '\ufffd');

/** Returns the width of a printable text in columns. Combining marks have no width. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += /\p{Mn}/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** Truncates the text with … to at most `columns` columns. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  for (const character of text) {
    if (widthOf(kept + character) >= columns) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Pads the text with spaces to `columns` columns. */
export const pad = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - widthOf(text)));

/** Wraps the text into lines of at most `columns` columns, at spaces if possible. */
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

/** A duration in its largest unit, rounded: `4 minutes`. */
export function ageOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [count, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 120 * 60
        ? [Math.round(seconds / 60), 'minute']
        : seconds < 48 * 3600
          ? [Math.round(seconds / 3600), 'hour']
          : [Math.round(seconds / 86_400), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
