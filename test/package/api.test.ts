import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of the project with a repository of its own. */
const copy = mkdtempSync(join(tmpdir(), 'pay-elements-api-'));
const at = (name: string) => join(copy, name);

function run(program: string, ...args: string[]) {
  return new Promise<{ ok: boolean; output: string }>((resolve) =>
    execFile(program, args, { cwd: copy }, (error, stdout, stderr) => resolve({ ok: !error, output: stdout + stderr })),
  );
}
const node = (...args: string[]) => run(process.execPath, ...args);

async function git(...args: string[]) {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@shop.example'];
  const { ok, output } = await run('git', ...identity, ...args);
  assert.ok(ok, output);
}

describe('a change of the public API', { timeout: 180_000 }, () => {
  before(async () => {
    for (const name of ['dist', 'scripts', 'api', 'custom-elements.json', 'package.json', 'tsconfig.json'])
      cpSync(join(root, name), at(name), { recursive: true });
    cpSync(join(root, '.changeset/config.json'), at('.changeset/config.json'));
    symlinkSync(join(root, 'node_modules'), at('node_modules'));
    await git('init', '--quiet', '--initial-branch=main');
    await git('add', '--force', 'api', 'scripts', '.changeset', 'package.json');
    await git('commit', '--quiet', '--message=before');
  });
  after(() => rmSync(copy, { recursive: true, force: true }));

  it('fails the check, and is written down when it was meant and has comments', async () => {
    const types = at('dist/core/index.d.ts');
    const before = readFileSync(types, 'utf8');
    writeFileSync(types, `${before}/** The price of a crate. */\nexport interface Price {\n    of: string;\n}\n`);
    const { ok, output } = await node('scripts/api.mjs', '--check');
    assert.ok(!ok && output.includes('npm run api'), output);
    assert.match(output, /comment .*missing: Price: of: string;/);
    assert.doesNotMatch(readFileSync(at('api/core.api.md'), 'utf8'), /interface Price/);
    writeFileSync(types, `${before}/** The price of a crate. */\nexport declare const price: 1;\n`);
    const written = await node('scripts/api.mjs');
    assert.ok(written.ok, written.output);
    assert.match(readFileSync(at('api/core.api.md'), 'utf8'), /const price: 1;/);
  });

  it('has to be announced by a changeset, or by the release that has consumed it', async () => {
    const status = () => node('node_modules/@changesets/cli/bin.js', 'status', '--since=main');
    await git('checkout', '--quiet', '-b', 'price');
    const { ok, output } = await status();
    assert.ok(!ok && output.includes('no changesets were found'), output);
    assert.match((await node('scripts/api.mjs', '--check')).output, /npm run changeset/);

    const manifest = readFileSync(at('package.json'), 'utf8');
    writeFileSync(at('package.json'), manifest.replace(/"version": "[^"]+"/, '"version": "99.0.0"'));
    const release = await node('scripts/api.mjs', '--check');
    assert.ok(release.ok, release.output);
    writeFileSync(at('package.json'), manifest);

    writeFileSync(at('.changeset/price.md'), "---\n'pay-elements': minor\n---\n\nThere is a price.\n");
    await git('add', '.changeset');
    assert.ok((await status()).ok);
  });

  it('is one in `api/`: any other needs no changeset', async () => {
    await git('checkout', '--quiet', '--force', 'main');
    await git('checkout', '--quiet', '-b', 'script');
    writeFileSync(at('scripts/entries.mjs'), '');
    assert.ok((await node('node_modules/@changesets/cli/bin.js', 'status', '--since=main')).ok);
  });
});
