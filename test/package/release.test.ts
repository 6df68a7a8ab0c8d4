import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkRepositoryFields, repositoryFields } from '../../scripts/release/repository.mjs';
import { signFiles, writeSbom } from '../../scripts/release/sign.mjs';
import { faultsOf } from '../../scripts/release/tarball.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pay-elements-release-'));
after(() => rmSync(folder, { recursive: true }));

const ADDRESS = 'https://git.example/shop/pay-elements';
const NEEDED = ['package.json', 'README.md', 'LICENSE', 'SECURITY.md', 'CHANGELOG.md', 'dist/THIRD-PARTY-LICENSES.txt'];
const packed = (paths: readonly string[], unpackedSize = 1000) => ({
  files: [...NEEDED, ...paths].map((path) => ({ path })),
  unpackedSize,
});

describe('a release', () => {
  it('needs the address of the repository, and says where to write it', () => {
    for (const address of [undefined, '', 'pay-elements', 'http://git.example/a/b', `${ADDRESS}.git`])
      assert.throws(() => repositoryFields(address), /config\.repository .* such as "https:/);
    assert.deepEqual(repositoryFields(ADDRESS), {
      homepage: `${ADDRESS}#readme`,
      bugs: { url: `${ADDRESS}/issues` },
      repository: { type: 'git', url: `git+${ADDRESS}.git` },
    });
    const config = { repository: ADDRESS };
    checkRepositoryFields({ config, ...repositoryFields(ADDRESS) });
    assert.throws(() => checkRepositoryFields({ config }), /homepage .* npm run release/);
  });

  it('fails with that message while the address is missing', () => {
    const { config } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      config?: { repository?: string };
    };
    if (config?.repository) return; // the owner has written it
    const { status, stderr } = spawnSync(process.execPath, ['scripts/release/index.mjs'], {
      cwd: root,
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stderr, /^package\.json: config\.repository is not the address/);
  });

  it('is refused when it is too large, incomplete, or has what may be private', () => {
    assert.deepEqual(faultsOf(packed(['dist/index.js'])), []);
    assert.deepEqual(faultsOf(packed(Array.from({ length: 400 }, (_, i) => `dist/${i}.js`))), [
      'It has 406 files, and may have 400.',
    ]);
    assert.match(faultsOf(packed([], 5_000_001))[0]!, /5000001 bytes/);
    assert.match(faultsOf({ files: [], unpackedSize: 1 }).join(), /It lacks LICENSE/);
    assert.match(faultsOf(packed(['examples/node/.env', 'shop.db'])).join(), /\.env,.*private.*shop\.db/);
  });

  it('lists the packages that a user installs, without those of the development', () => {
    const file = join(folder, 'sbom.json');
    writeSbom(file);
    const { bomFormat, components } = JSON.parse(readFileSync(file, 'utf8')) as {
      bomFormat: string;
      components: { purl: string }[];
    };
    assert.equal(bomFormat, 'CycloneDX');
    const names = components.map(({ purl }) => decodeURIComponent(purl.replace(/^pkg:npm\/|@[^@]*$/g, '')));
    for (const name of [
      'lit',
      'lit-html',
      '@noble/hashes',
      '@scure/base',
      '@floating-ui/core',
      'lean-qr',
      '@lit/react',
    ])
      assert.ok(names.includes(name), `${name} is not among ${names.join()}`);
    for (const name of ['typescript', 'vite', 'puppeteer-core']) assert.ok(!names.includes(name), name);
  });

  it('is signed by a key, whose holder anybody can verify', () => {
    const key = join(folder, 'key');
    spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    const file = join(folder, 'pay-elements-1.0.0.tgz');
    writeFileSync(file, 'a tarball');
    assert.throws(() => signFiles(folder, [file], undefined), /RELEASE_KEY/);
    signFiles(folder, [file], key);
    writeFileSync(join(folder, 'signers'), `releases ${readFileSync(`${key}.pub`, 'utf8')}`);
    const verify = () =>
      spawnSync(
        'ssh-keygen',
        ['-Y', 'verify', '-f', 'signers', '-I', 'releases', '-n', 'file', '-s', 'SHA256SUMS.sig'],
        { cwd: folder, input: readFileSync(join(folder, 'SHA256SUMS')) },
      ).status;
    assert.equal(verify(), 0);
    assert.equal(spawnSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder }).status, 0);
    writeFileSync(join(folder, 'SHA256SUMS'), `${'0'.repeat(64)}  pay-elements-1.0.0.tgz\n`);
    assert.notEqual(verify(), 0);
  });
});
