import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { runCli } from './run.ts';

/** The superuser may write to every folder. */
const mayWriteAnywhere = process.getuid?.() === 0 || process.platform === 'win32';

describe('a file or folder that a command cannot use is named, without a stack trace', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-files-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'file');
  writeFileSync(file, 'text');

  const init = (dir: string) => runCli(['init', '--stack', 'node', '--dir', dir, '--yes']);

  it('by init: a file instead of its folder, or above it', async () => {
    const { code, err } = await init(file);
    assert.deepEqual([code, err], [1, `${file} is not a folder. Pass a folder with --dir.\n`]);
    for (const more of [[], ['--dry-run']]) {
      const below = await runCli(['init', '--stack', 'node', '--dir', join(file, 'shop'), '--yes', ...more]);
      assert.deepEqual([below.code, below.err], [1, `${file} is not a folder. Pass a folder with --dir.\n`]);
    }
  });

  it('by init: a symbolic link to a folder that does not exist', async () => {
    const link = join(folder, 'link');
    symlinkSync(join(folder, 'gone'), link);
    const { code, err } = await init(link);
    assert.equal(code, 1);
    assert.match(err, /^\S+link\S*: it does not exist, or a folder above it does not \(ENOENT\)\.\n$/);
  });

  it('by init: a folder that this user may not write to, also with --dry-run', { skip: mayWriteAnywhere }, async () => {
    const dir = join(folder, 'read-only');
    mkdirSync(dir, { mode: 0o555 });
    for (const path of [dir, join(dir, 'shop')])
      for (const more of [[], ['--dry-run']]) {
        const { code, err } = await runCli(['init', '--stack', 'node', '--dir', path, '--yes', ...more]);
        assert.deepEqual([code, err], [1, `${dir}: you have no permission (EACCES).\n`]);
      }
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
        const expected = `^${dir}/package\\.json cannot be read: ${reason}\\.\nCorrect it first\\. Nothing was written\\.\n$`;
        assert.match(err, new RegExp(expected));
        assert.deepEqual(readdirSync(dir), ['package.json']);
      });

  it('by sandbox: its data folder, with a secret that is a folder or too short', async () => {
    for (const [name, make, reason] of [
      ['secret-folder', (path: string) => mkdirSync(path), 'it is a folder, and a file is needed (EISDIR)'],
      ['secret-empty', (path: string) => writeFileSync(path, '\n'), undefined],
    ] as const) {
      const data = join(folder, name);
      mkdirSync(data);
      make(join(data, 'secret'));
      const { code, out, err } = await runCli(['sandbox', '--port', '0', '--data', data]);
      const expected =
        reason === undefined
          ? `${join(data, 'secret')} contains no secret of at least 32 characters. Delete it: then another one is created.\n`
          : `The data folder cannot be used. ${join(data, 'secret')}: ${reason}.\nChoose another folder with --data.\n`;
      assert.deepEqual([code, out, err], [1, '', expected]);
    }
  });

  it('by dev: its data folder below a file, and a state that cannot be read', async () => {
    const dev = (data: string) => runCli(['dev', '--data', data, '--', 'node', '--version'], { PORT: '1' });
    const below = await dev(join(file, 'data'));
    assert.deepEqual([below.code, below.out], [1, '']);
    assert.match(
      below.err,
      /^The data folder cannot be used\. \S+file\S*: a part of this path is a file, .*\.\nChoose another folder with --data\.\n$/,
    );
    const data = join(folder, 'state');
    mkdirSync(join(data, 'sandbox.json'), { recursive: true });
    const { code, out, err } = await dev(data);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /^\S+sandbox\.json: cannot be read: it is a folder, and a file is needed \(EISDIR\)\. .*\.\n$/);
  });

  for (const command of ['payments', 'doctor'])
    it(`by ${command}: a folder and another file as the SQLite file`, async () => {
      const [asFolder, asOther] = await Promise.all([folder, file].map((path) => runCli([command, '--sqlite', path])));
      const said = ({ out, err }: { out: string; err: string }) =>
        (command === 'doctor' ? out : err).replace(/\s+/g, ' ');
      assert.deepEqual([asFolder!.code, asOther!.code], [1, 1]);
      assert.match(said(asFolder!), /is not a file\. Pass the SQLite file itself with --sqlite\./);
      assert.match(
        said(asOther!),
        /file cannot be read: the file is not a SQLite database \(file is not a database\)\. Check its path\. /,
      );
      for (const { out, err } of [asFolder!, asOther!]) assert.doesNotMatch(out + err, /\n {4}at /);
    });
});
