import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { runCli } from './run.ts';

describe('a file or folder that a command cannot use is named, without a stack trace', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-files-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'file');
  writeFileSync(file, 'text');

  const init = (dir: string) => runCli(['init', '--stack', 'node', '--dir', dir, '--yes']);

  it('by init: a file instead of its folder, or above it', async () => {
    const { code, err } = await init(file);
    assert.deepEqual([code, err], [1, `${file} is not a folder. Pass a folder with --dir.\n`]);
    const below = await init(join(file, 'shop'));
    assert.equal(below.code, 1);
    assert.match(below.err, /^\S+: a part of this path is a file, and a folder is needed \(ENOTDIR\)\.\n$/);
  });

  it('by init: a folder at the place of a file', async () => {
    const dir = join(folder, 'taken');
    mkdirSync(join(dir, '.env'), { recursive: true });
    const { code, err } = await init(dir);
    assert.deepEqual(
      [code, err],
      [1, `${join(dir, '.env')} is a folder, and a file is needed. Nothing was written.\n`],
    );
    assert.deepEqual(readdirSync(dir), ['.env']);
  });

  it('by init: a name that is too long', async () => {
    const { code, err } = await init(join(folder, 'a'.repeat(300)));
    assert.equal(code, 1);
    assert.match(err, /^\S+: a name in this path is too long \(ENAMETOOLONG\)\.\n$/);
  });

  for (const [text, reason] of [
    ['{ "name": "shop", }', 'Expected double-quoted property name.*'],
    ['[]', 'it is no JSON object'],
  ] as const)
    for (const addition of [[], ['--add']])
      it(`by init ${addition.join()}: package.json with ${text}`, async () => {
        const dir = join(folder, 'broken');
        mkdirSync(dir, { recursive: true });
        writeFileSync(join(dir, 'package.json'), text);
        const { code, err } = await runCli(['init', '--stack', 'node', '--dir', dir, '--yes', ...addition]);
        assert.equal(code, 1);
        const expected = `^package\\.json in this folder cannot be read: ${reason}\\.\nCorrect it first\\. Nothing was written\\.\n$`;
        assert.match(err, new RegExp(expected));
        assert.deepEqual(readdirSync(dir), ['package.json']);
      });

  for (const command of ['payments', 'doctor'])
    it(`by ${command}: a folder and another file as the SQLite file`, async () => {
      const [asFolder, asOther] = await Promise.all([folder, file].map((path) => runCli([command, '--sqlite', path])));
      const said = ({ out, err }: { out: string; err: string }) =>
        (command === 'doctor' ? out : err).replace(/\s+/g, ' ');
      assert.deepEqual([asFolder!.code, asOther!.code], [1, 1]);
      assert.match(said(asFolder!), /is not a file\. Pass the SQLite file itself with --sqlite\./);
      assert.match(said(asOther!), /cannot be read: file is not a database/);
      for (const { out, err } of [asFolder!, asOther!]) assert.doesNotMatch(out + err, /\n {4}at /);
    });
});
