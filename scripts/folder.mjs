/**
 * Folders below `test/` with their own package.json, so that packages for one test are not dependencies of this
 * package. npm workspaces are not used: they share the lock file of the root, and `npm ci` at the root installs all of
 * them.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Returns the command that starts npm: its script when npm runs this process, because on Windows `npm` is not an
 * executable.
 */
export function npmCommand() {
  const path = process.env.npm_execpath;
  return path ? [process.execPath, [path]] : ['npm', []];
}

/** Installs the packages of the folder's lock file when they are missing or outdated. */
export function install(folder) {
  const installed = join(folder, 'node_modules/.package-lock.json');
  const lock = join(folder, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.log(`Installing the packages of ${folder} …`);
  const [command, first] = npmCommand();
  const { status } = spawnSync(command, [...first, 'ci', '--loglevel=error'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ci failed in ${folder}`);
}

/** Copies the package into the folder, as `npm pack` would, so that its imports are resolved there. */
export function placePackage(folder) {
  const place = join(folder, 'node_modules/pay-elements');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // Entries of `files` with a '!' are ignored: the excluded files do no harm here.
  for (const name of ['package.json', ...files.filter((entry) => !entry.startsWith('!'))])
    cpSync(join(root, name), join(place, name), { recursive: true });
}
