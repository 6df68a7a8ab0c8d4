/**
 * What stands in docs/ and is made from the sources: the pages of docs/reference, the contents, and parts of other pages. So both can be
 * read in the repository and in the package. `npm run docs:tables` writes them anew, and a test compares them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { contentsPage, referencePages } from './pages.mjs';
import { contractGapsTable } from './reference/contract-gaps.mjs';
import { goLiveList } from './reference/go-live.mjs';
import { sandboxSettingsTable } from './reference/sandbox-settings.mjs';
import { storeTable } from './reference/store.mjs';
import { supportTable } from './reference/support.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What stands between `<!-- part: name -->` and `<!-- end of part -->`, by page. */
const PARTS = {
  'README.md': [
    { name: 'tested versions', text: () => supportTable('docs/') },
    { name: 'go live', text: goLiveList },
  ],
  'docs/start.md': [{ name: 'go live', text: goLiveList }],
  'docs/go-live.md': [{ name: 'go live', text: goLiveList }],
  'docs/support.md': [{ name: 'tested versions', text: () => supportTable('') }],
  'docs/own-store.md': [{ name: 'functions of a store', text: storeTable }],
  'docs/contract-gaps.md': [{ name: 'contract gaps', text: contractGapsTable }],
  'docs/sandbox.md': [{ name: 'sandbox settings', text: sandboxSettingsTable }],
};

/** The files that are made as a whole: `{ source, markdown }`. */
const wholeFiles = () => [...referencePages(), { source: 'docs/README.md', markdown: contentsPage() }];

/** The files of the repository that are made from the sources, in whole or in part. */
export const madeFiles = [...Object.keys(PARTS), ...wholeFiles().map(({ source }) => source)];

const NOTE = '<!-- Made from the sources: npm run docs:tables -->';

/** The text of one of `madeFiles`, made anew. @throws Error when a page has no place for its part */
export async function madeText(file) {
  const page = wholeFiles().find(({ source }) => source === file);
  const text = page
    ? `${NOTE}\n\n${page.markdown}`
    : PARTS[file].reduce(withPart, readFileSync(join(root, file), 'utf8'));
  return format(text, { ...(await resolveConfig(join(root, file))), filepath: file });
}

function withPart(page, { name, text }) {
  const begin = `<!-- part: ${name} -->`;
  const [before, after] = page.split(new RegExp(`(?<=^${begin}\n)[^]*?(?=^<!-- end of part -->$)`, 'm'));
  if (after === undefined) throw new Error(`A page has no ${begin}`);
  return `${before}\n${text()}\n\n${after}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const file of madeFiles) {
    mkdirSync(join(root, 'docs/reference'), { recursive: true });
    writeFileSync(join(root, file), await madeText(file));
  }
