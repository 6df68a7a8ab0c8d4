/** Pieces of Markdown for pages that are made from the sources. */

/** A cell of a table: one line, without the character that ends it. */
export const cell = (text = '') => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();

/** Text as code, in a cell or a line. */
export const code = (text) => `\`${cell(text)}\``;

/** A table, or nothing where there are no rows. */
export const table = (heads, rows) =>
  rows.length === 0
    ? ''
    : [heads, heads.map(() => '---'), ...rows]
        .map((cells) => `| ${cells.map((c) => c ?? '').join(' | ')} |`)
        .join('\n');

/** Paragraphs and sections, with a blank line between any two; empty ones are left out. */
export const blocks = (...parts) => `${parts.flat(9).filter(Boolean).join('\n\n')}\n`;

/** The same for a long or wide table, without the spaces with which Prettier aligns its columns: they would be most of it. */
export const compactTable = (heads, rows) =>
  ['<!-- prettier-ignore-start -->', table(heads, rows), '<!-- prettier-ignore-end -->'].join('\n\n');
