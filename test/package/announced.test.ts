import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { announce, isAnnounced } from '../../scripts/api-announced.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Not below our own repository: nothing of it may be asked. */
const folder = mkdtempSync(join(tmpdir(), 'pay-elements-announced-'));
const at = (name: string) => join(folder, name);
after(() => rmSync(folder, { recursive: true, force: true }));

const say = (name: string, front = "'pay-elements': minor") =>
  writeFileSync(at(`.changeset/${name}.md`), `---\n${front}\n---\n\nThere is a price.\n`);
const takeBack = (name: string) => rmSync(at(`.changeset/${name}.md`));

describe('a change of the public API', () => {
  const before = new Map([['core.md', 'a']]);
  const changed = new Map([['core.md', 'b']]);

  beforeEach(() => {
    for (const name of ['.changeset', 'api']) {
      rmSync(at(name), { recursive: true, force: true });
      mkdirSync(at(name));
    }
    writeFileSync(at('.changeset/README.md'), '# Changes to come\n');
    say('first');
    assert.ok(announce(folder, before));
    assert.ok(isAnnounced(folder, before));
  });

  it('is announced by a changeset that was not there before', () => {
    assert.ok(!isAnnounced(folder, changed));
    assert.ok(!announce(folder, changed));
    say('second');
    assert.ok(announce(folder, changed));
    assert.ok(isAnnounced(folder, changed));
  });

  it('is announced by one that is there, when its author says so', () => {
    assert.ok(!announce(folder, changed, ['no such']));
    assert.ok(announce(folder, changed, ['first']));
  });

  it('is not announced by one that says nothing of the package', () => {
    say('empty', '');
    assert.ok(!announce(folder, changed));
  });

  it('is not announced by one that came for something else', () => {
    say('fix');
    assert.ok(!isAnnounced(folder, before), 'it is to be noted when it comes');
    assert.ok(announce(folder, before));
    assert.ok(!announce(folder, changed));
  });

  it('is not announced any more when its changeset is taken back', () => {
    say('second');
    announce(folder, changed);
    takeBack('second');
    assert.ok(!isAnnounced(folder, changed));
    assert.ok(!announce(folder, changed));
    say('third');
    assert.ok(announce(folder, changed));
  });

  it('is announced anew where two branches met', () => {
    say('theirs');
    writeFileSync(at('api/announced.json'), '<<<<<<< ours');
    assert.ok(!isAnnounced(folder, changed));
    assert.ok(announce(folder, changed));
  });
});

describe('npm run api', () => {
  const run = (script: string) =>
    new Promise<{ ok: boolean; said: string }>((done) =>
      execFile(process.execPath, [at(script)], { cwd: folder }, (error, stdout, stderr) =>
        done({ ok: !error, said: stdout + stderr }),
      ),
    );

  it('writes nothing that is not announced, and a release begins anew', async () => {
    for (const name of ['api', '.changeset']) rmSync(at(name), { recursive: true });
    for (const name of ['src', 'dist', 'scripts', 'api', '.changeset', 'README.md', 'custom-elements.json'])
      cpSync(join(root, name), at(name), { recursive: true });
    for (const name of ['package.json', 'package-lock.json', 'custom-elements-manifest.config.mjs'])
      cpSync(join(root, name), at(name));
    symlinkSync(join(root, 'node_modules'), at('node_modules'));
    writeFileSync(at('dist/.built'), ''); // newer than all of it: nothing is to be built

    const declared = readFileSync(at('dist/core/index.d.ts'), 'utf8');
    writeFileSync(at('dist/core/index.d.ts'), `${declared}export declare const price = 1;\n`);
    const { ok, said } = await run('scripts/api.mjs');
    assert.ok(!ok && said.includes('npm run changeset'), said);
    assert.ok(!readFileSync(at('api/core.md'), 'utf8').includes('price'));

    const announced = () => JSON.parse(readFileSync(at('api/announced.json'), 'utf8')) as { changesets: string[] };
    for (const name of announced().changesets) takeBack(name);
    assert.deepEqual(await run('scripts/version.mjs'), { ok: true, said: '' });
    assert.deepEqual(announced().changesets, []);
  });
});
