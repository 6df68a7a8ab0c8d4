/**
 * Makes ready what the wrappers and typings are tried in: each folder below has frameworks of its own, installed when
 * lacking, and a copy of the package as `npm pack` would put it there, so that `react` is that folder's.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** React 18 has a folder of its own: it cannot share one with React 19. */
const FOLDERS = ['test/frameworks', 'test/frameworks/react18'].map((name) => join(root, name));

function install(folder) {
  const installed = join(folder, 'node_modules/.package-lock.json');
  const lock = join(folder, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return true;
  console.log(`Installing the frameworks of ${folder} …`);
  const path = process.env.npm_execpath;
  const [command, first] = path ? [process.execPath, [path]] : ['npm', []];
  const { status } = spawnSync(command, [...first, 'ci', '--loglevel=error'], { cwd: folder, stdio: 'inherit' });
  return status === 0;
}

function placePackage(folder) {
  const place = join(folder, 'node_modules/pay-elements');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // What `files` takes back with a '!' is not worth leaving out here.
  for (const name of ['package.json', ...files.filter((entry) => !entry.startsWith('!'))])
    cpSync(join(root, name), join(place, name), { recursive: true });
}

/** Whether all is there to try the package with. */
export function prepareFrameworks() {
  if (!FOLDERS.every(install)) return false;
  FOLDERS.forEach(placePackage);
  return true;
}
