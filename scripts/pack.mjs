/** Packs the package as for publication, for the tests of the examples. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { npmCommand } from './folder.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The folder of the tarball and of the shops that are created from the examples. */
export const madeFolder = join(root, 'test/examples/.made');
export const tarball = join(madeFolder, 'pay-elements.tgz');
/** The content of the tarball. Its dependencies are resolved in the folder of the project above. */
export const unpacked = join(madeFolder, 'package');

/** Extracts a tarball into a folder. */
export function unpack(folder, from = tarball) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync('tar', ['-xzf', from, '-C', folder, '--strip-components=1'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the tarball could not be unpacked');
}

/** Packs the package as it is in the working tree. @returns what `npm pack` says of it */
export function npmPack(folder) {
  mkdirSync(folder, { recursive: true });
  const [command, first] = npmCommand();
  const args = ['pack', '--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', folder];
  const { status, stdout, stderr } = spawnSync(command, [...first, ...args], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm pack failed:\n${stderr}`);
  return JSON.parse(stdout)[0];
}

/** Packs the package into a folder. @returns the path of the tarball */
export const packInto = (folder) => join(folder, npmPack(folder).filename);

export function pack() {
  renameSync(packInto(madeFolder), tarball);
  unpack(unpacked);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) pack();
