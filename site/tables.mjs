/**
 * The tables of docs/*.md that are made from the sources. A page keeps the text of its table, so that it can be read in the
 * repository and in the package: `npm run docs:tables` writes the tables anew, and a test compares them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { contractGapsTable } from './reference/contract-gaps.mjs';
import { sandboxSettingsTable } from './reference/sandbox-settings.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The table that stands between `<!-- table: name -->` and `<!-- end of table -->`, by page and name. */
export const TABLES = {
  'docs/contract-gaps.md': { name: 'contract gaps', table: contractGapsTable },
  'docs/sandbox.md': { name: 'sandbox settings', table: sandboxSettingsTable },
};

/** The text of a page with its table made anew. @throws Error when the page has no place for it */
export async function withTable(page) {
  const { name, table } = TABLES[page];
  const file = join(root, page);
  const text = readFileSync(file, 'utf8');
  const begin = `<!-- table: ${name} -->`;
  const [before, after] = text.split(new RegExp(`(?<=^${begin}\n)[^]*?(?=^<!-- end of table -->$)`, 'm'));
  if (after === undefined) throw new Error(`${page} has no ${begin}`);
  return format(`${before}\n${table()}\n\n${after}`, { ...(await resolveConfig(file)), filepath: file });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const page of Object.keys(TABLES)) writeFileSync(join(root, page), await withTable(page));
