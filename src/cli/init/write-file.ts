import { chmodSync, closeSync, constants, lstatSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The permissions of a file with a secret: its owner alone may read and write it. */
const PRIVATE_MODE = 0o600;

/** Returns the files, and the folders above them, that are symbolic links. The folder of the shop itself may be one. */
export function linksIn(dir: string, files: readonly { readonly path: string }[]): string[] {
  const paths = files.flatMap(({ path }) => {
    const parts = path.split('/');
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  });
  return [...new Set(paths)].filter((path) => lstatSync(join(dir, path), { throwIfNoEntry: false })?.isSymbolicLink());
}

/**
 * Writes a file, and creates the folders above it.
 *
 * @param mode - the POSIX permissions of a new file
 * @throws Error when the file is a symbolic link: it could have become one since `linksIn`
 */
export function writeFile(file: string, text: string, mode?: number): void {
  mkdirSync(dirname(file), { recursive: true });
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants; // Windows has no O_NOFOLLOW
  const descriptor = openSync(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode);
  try {
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

/** Takes a file away from all other users. Returns whether they could use it before. */
export function makePrivate(file: string): boolean {
  if ((statSync(file).mode & 0o077) === 0 || process.platform === 'win32') return false;
  chmodSync(file, PRIVATE_MODE);
  return true;
}
