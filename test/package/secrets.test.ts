import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { exampleFiles } from '../../scripts/derive/examples.mjs';
import { npmCommand } from '../../scripts/folder.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a shop writes that runs in its own folder: its secret, its orders and its payments. */
const WRITTEN = ['.env', '.pay-elements/secret', 'shop.db', 'shop.db-shm', 'shop.db-wal'];
const folders = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `examples/${name}`);
const paths = [...folders, 'docs/any-backend/php', 'docs/any-backend/python'].flatMap((folder) =>
  WRITTEN.map((name) => `${folder}/${name}`),
);

describe('what an example writes when it runs in its own folder', () => {
  it('is ignored by git', () => {
    const { stdout } = spawnSync('git', ['check-ignore', ...paths], { cwd: root, encoding: 'utf8' });
    assert.deepEqual(stdout.trim().split('\n'), paths);
  });

  it('is not packed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-elements-pack-'));
    try {
      for (const path of [...paths, 'docs/any-backend/php/pay.php', 'examples/express/server.ts']) {
        mkdirSync(join(folder, dirname(path)), { recursive: true });
        writeFileSync(join(folder, path), 'secret');
      }
      cpSync(join(root, 'package.json'), join(folder, 'package.json'));
      const [npm, npmArgs] = npmCommand() as [string, string[]];
      const args = ['pack', '--dry-run', '--ignore-scripts', '--json', '--loglevel=error'];
      const { stdout } = spawnSync(npm, [...npmArgs, ...args], { cwd: folder, encoding: 'utf8' });
      const [{ files }] = JSON.parse(stdout) as [{ files: readonly { readonly path: string }[] }];
      assert.deepEqual(
        files.map(({ path }) => path),
        ['docs/any-backend/php/pay.php', 'package.json'],
      );
      // The build writes these into one file, which is packed.
      assert.deepEqual(exampleFiles(folder), ['examples/express/server.ts']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
