/**
 * Folders below `test/` with a package.json of their own, so that packages for one test are not among our dependencies.
 * npm workspaces do not serve: they share the lock file of the root, and `npm ci` at the root installs all of them.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** npm itself, by its script where npm runs us: on Windows `npm` alone is no program. */
export function npmCommand() {
  const path = process.env.npm_execpath;
  return path ? [process.execPath, [path]] : ['npm', []];
}

/** Installs what the folder's lock file says, when it is missing. */
export function install(folder) {
  const installed = join(folder, 'node_modules/.package-lock.json');
  const lock = join(folder, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.log(`Installing what is in ${folder} …`);
  const [command, first] = npmCommand();
  const { status } = spawnSync(command, [...first, 'ci', '--loglevel=error'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ci failed in ${folder}`);
}

/** Puts a copy of the package there, as `npm pack` would, so that what it imports is that folder's. */
export function placePackage(folder) {
  const place = join(folder, 'node_modules/pay-elements');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // What `files` takes back with a '!' is not worth leaving out here.
  for (const name of ['package.json', ...files.filter((entry) => !entry.startsWith('!'))])
    cpSync(join(root, name), join(place, name), { recursive: true });
}
