// The public surface of the package, as text under api/: one file an entry, one for the tags, one for the package.
// `npm run api` writes them, and `npm test` fails when they are not what the code says: a change that others can
// see is then a change of these files too, which a reviewer sees and a changeset announces.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryReports } from './api-entries.mjs';
import { packageReport, tagsReport } from './api-tags.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'api');
const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));

/** What the reports should say now, by file name. */
function reports() {
  const manifest = read('package.json');
  return new Map([
    ['package.md', packageReport(manifest)],
    ['tags.md', tagsReport(read('custom-elements.json'))],
    ...entryReports(root, manifest.exports),
  ]);
}

/** The lines that went and came, without those that merely moved. */
function difference(before, after) {
  const lines = (text) => text.split('\n').filter(Boolean);
  const [old, now] = [lines(before), lines(after)];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `  - ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `  + ${line}`),
  ].join('\n');
}

execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), '--if-stale'], { stdio: 'inherit' });
const wanted = reports();
const there = existsSync(folder) ? readdirSync(folder) : [];
const before = (name) =>
  there.includes(name) ? readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n') : '';

if (process.argv.includes('--check')) {
  const changed = [...new Set([...there, ...wanted.keys()])].filter(
    (name) => before(name) !== (wanted.get(name) ?? ''),
  );
  for (const name of changed) console.error(`api/${name}\n${difference(before(name), wanted.get(name) ?? '')}\n`);
  if (changed.length) {
    console.error(
      'The public API changed. Meant? Then `npm run api`, and say it in a changeset (`npm run changeset`).',
    );
    process.exitCode = 1;
  } else console.log(`${wanted.size} reports hold`);
} else {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, text] of wanted) writeFileSync(join(folder, name), text);
  console.log(`api/: ${[...wanted.keys()].join(', ')}`);
}
