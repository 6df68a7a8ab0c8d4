// The public surface of the package, as text under api/: one file an entry, one for the tags, one for the package.
// `npm test` fails when they are not what the code says. `npm run api` writes them, and where they change it asks for a
// changeset: a new one, or `npm run api -- its-name` for one that is there and says it already.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { announce, changesets, isAnnounced } from './api-announced.mjs';
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
const there = readdirSync(folder).filter((name) => name.endsWith('.md'));
const before = (name) =>
  there.includes(name) ? readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n') : '';

const args = process.argv.slice(2);

function fail(why) {
  console.error(why);
  process.exit(1);
}

if (args.includes('--check')) {
  const changed = [...new Set([...there, ...wanted.keys()])].filter(
    (name) => before(name) !== (wanted.get(name) ?? ''),
  );
  for (const name of changed) console.error(`api/${name}\n${difference(before(name), wanted.get(name) ?? '')}\n`);
  if (changed.length)
    fail('The public API changed. Meant? Then say it in a changeset (`npm run changeset`), and `npm run api`.');
  if (!isAnnounced(root, wanted))
    fail('api/announced.json does not know these reports, or not every changeset: `npm run api`.');
  console.log(`${wanted.size} reports hold`);
} else {
  const waiting = changesets(root);
  const stranger = args.find((name) => !waiting.includes(name));
  if (stranger) fail(`No changeset is called '${stranger}'. There are: ${waiting.join(', ')}.`);
  if (!announce(root, wanted, args))
    fail(
      'The public API changed and no new changeset says it: `npm run changeset`, then `npm run api` again.\n' +
        'If one that is here says it already: `npm run api -- its-name`.',
    );
  for (const name of there) rmSync(join(folder, name));
  for (const [name, text] of wanted) writeFileSync(join(folder, name), text);
  console.log(`api/: ${[...wanted.keys()].join(', ')}`);
}
