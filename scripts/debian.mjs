/** Programs that the tests need besides npm packages. On Debian as root, missing ones are installed. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

let updated = false;

/**
 * Installs Debian packages when this runs as root, as in CI.
 * @param {string} what - the purpose, for the output
 * @param {string[]} packages
 * @returns {boolean} Whether an installation was attempted.
 */
export function installDebian(what, packages) {
  if (!packages.length || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  console.log(`installing for ${what}: ${packages.join(', ')} …`);
  if (!updated) apt('update');
  updated = true;
  apt('install', '-y', '--no-install-recommends', ...packages);
  return true;
}

function usable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the first program that fits, with one of these names on the PATH or with one of the other paths. */
export function findProgram(env, names, elsewhere = [], fits = () => true) {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...elsewhere].find(
    (path) => usable(path) && fits(path),
  );
}
