/** The list of software in a release, its checksums, and their signature. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand } from '../folder.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Development dependencies whose code is in `dist`. */
const BUNDLED = ['lean-qr', '@lit/react'];

/** Where a package finds another one: in its own folder, or in that of a package around it. */
function resolve(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at && `${at}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (!at) throw new Error(`package-lock.json has no ${name}`);
  }
}

/** The part of package-lock.json that these packages need. */
function partOfLock({ packages, ...lock }, dependencies) {
  const part = { '': { ...packages[''], dependencies, devDependencies: {}, peerDependencies: {}, peerDependenciesMeta: {} } };
  const waiting = Object.keys(dependencies).map((name) => resolve(packages, '', name));
  for (const path of waiting) {
    if (part[path]) continue;
    const { dev: _, devOptional: __, peerDependencies: ___, ...entry } = packages[path];
    part[path] = entry;
    waiting.push(...Object.keys(entry.dependencies ?? {}).map((name) => resolve(packages, path, name)));
  }
  return { ...lock, packages: part };
}

/**
 * Writes the packages that a user of this one gets, as CycloneDX. `npm sbom --omit dev` leaves out those that a development tool
 * needs too, such as lit. So npm lists a project that has the others alone.
 */
export function writeSbom(file) {
  const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const { devDependencies, peerDependencies: _, peerDependenciesMeta: __, ...manifest } = read('package.json');
  const bundled = BUNDLED.map((name) => [name, devDependencies[name]]);
  const dependencies = { ...manifest.dependencies, ...Object.fromEntries(bundled) };
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-sbom-'));
  try {
    const write = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value));
    write('package.json', { ...manifest, dependencies });
    write('package-lock.json', partOfLock(read('package-lock.json'), dependencies));
    const [command, first] = npmCommand();
    const args = [...first, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm sbom failed:\n${stderr}`);
    writeFileSync(file, stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Writes `SHA256SUMS` of the files, and `SHA256SUMS.sig` beside it.
 *
 * @param {string | undefined} key the file of a private SSH key
 * @throws Error that says what to do, when there is no key
 */
export function signFiles(folder, files, key) {
  if (!key || !existsSync(key))
    throw new Error('RELEASE_KEY: the path of the private SSH key that signs releases is needed, such as ~/.ssh/id_ed25519.');
  const sums = join(folder, 'SHA256SUMS');
  const lines = files.map((file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`);
  writeFileSync(sums, lines.join(''));
  rmSync(`${sums}.sig`, { force: true });
  const { status, stderr } = spawnSync('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', 'file', sums], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ssh-keygen could not sign ${sums}:\n${stderr}`);
}
