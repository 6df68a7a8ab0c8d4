// Packs a release into `release/`: the tarball, its list of software, and the signed checksums of both. `npm run release:pack`
// builds before it. Nothing is published: CONTRIBUTING.md says how.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmPack, unpack } from '../pack.mjs';
import { checkRepositoryFields } from './repository.mjs';
import { signFiles, writeSbom } from './sign.mjs';
import { faultsOf, lintTarball } from './tarball.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'release');

function main() {
  checkRepositoryFields(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const { status, stdout: changed } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error('A release is made of a commit, and git status has failed.');
  if (changed) throw new Error(`A release is made of a commit. Commit these files first:\n${changed}`);
  rmSync(folder, { recursive: true, force: true });

  const packed = npmPack(folder);
  const tarball = join(folder, packed.filename);
  const unpacked = join(folder, 'package');
  unpack(unpacked, tarball);
  const faults = [...faultsOf(packed), ...lintTarball(tarball, unpacked)];
  rmSync(unpacked, { recursive: true });
  if (faults.length > 0) throw new Error(`${packed.filename} cannot be published.\n${faults.join('\n')}`);

  const sbom = tarball.replace(/\.tgz$/, '.cdx.json');
  writeSbom(sbom);
  signFiles(folder, [tarball, sbom], process.env.RELEASE_KEY);
  console.log(`release/${packed.filename}: ${packed.entryCount} files, ${packed.unpackedSize} bytes, signed`);
}

try {
  main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
