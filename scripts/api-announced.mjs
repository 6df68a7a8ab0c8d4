// Which changesets announced the public surface as it is, in api/announced.json. Git is not asked: this holds in a clone
// without history, in an unpacked tarball and on a branch that nobody has pushed.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = (root) => join(root, 'api/announced.json');
const text = (announced) => `${JSON.stringify(announced, null, 2)}\n`;
const write = (root, announced) => writeFileSync(file(root), text(announced));

/** What was written last. Lost in a merge, it knows of nothing, and every changeset that is waiting is new. */
function read(root) {
  try {
    return JSON.parse(readFileSync(file(root), 'utf8'));
  } catch {
    return { surface: '', changesets: [] };
  }
}

/**
 * The changesets that are waiting, by name. An empty one (`changeset --empty`) says nothing.
 * @param {string} root
 * @returns {string[]}
 */
export function changesets(root) {
  const folder = join(root, '.changeset');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .filter((name) => /^['"]?pay-elements['"]?: *(?:patch|minor|major)/m.test(readFileSync(join(folder, name), 'utf8')))
    .map((name) => name.slice(0, -'.md'.length))
    .sort();
}

function now(root, reports) {
  const hash = createHash('sha256');
  for (const name of [...reports.keys()].sort()) hash.update(`${name}\n${reports.get(name)}\n`);
  return { surface: hash.digest('hex'), changesets: changesets(root) };
}

/**
 * Whether the file says what is: this surface, and every changeset.
 * @param {string} root
 * @param {Map<string, string>} reports by file name
 */
export const isAnnounced = (root, reports) => text(read(root)) === text(now(root, reports));

/**
 * Writes the file, if a changeset says what became of the surface: one that it does not know yet, or one that is named.
 * @param {string} root
 * @param {Map<string, string>} reports by file name
 * @param {readonly string[]} named changesets whose author says that they cover this change too
 * @returns {boolean} whether it was written
 */
export function announce(root, reports, named = []) {
  const [before, after] = [read(root), now(root, reports)];
  const taken = before.changesets.some((name) => !after.changesets.includes(name));
  const said = after.changesets.some((name) => !before.changesets.includes(name) || named.includes(name));
  if ((before.surface !== after.surface || taken) && !said) return false;
  write(root, after);
  return true;
}

/** After a release: what was waiting has gone into the changelog. */
export const released = (root) => write(root, { ...read(root), changesets: changesets(root) });
