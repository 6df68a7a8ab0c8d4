/**
 * Makes ready what the wrappers and typings are tried in: each folder below has frameworks of its own, installed when
 * lacking, and a copy of the package as `npm pack` would put it there, so that `react` is that folder's.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install, placePackage } from './folder.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** React 18 has a folder of its own: it cannot share one with React 19. */
const FOLDERS = ['test/frameworks', 'test/frameworks/react18'].map((name) => join(root, name));

/** Whether all is there to try the package with. */
export function prepareFrameworks() {
  if (!FOLDERS.every(install)) return false;
  FOLDERS.forEach(placePackage);
  return true;
}
