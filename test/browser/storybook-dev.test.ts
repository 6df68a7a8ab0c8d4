import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { storybook: string } };
/** What `npm run storybook` runs, without npm, which may look for a newer version of itself. */
const command = scripts.storybook.split(' ');

it(
  'Storybook, while stories are written, serves this machine alone and asks nobody',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-elements-storybook-'));
    const abroad = join(folder, 'abroad');
    writeFileSync(abroad, '');
    const port = String(await freePort());
    const child = spawn(process.execPath, [...command.slice(1), '--ci', '--port', port], {
      cwd: root,
      env: {
        ...process.env,
        ASKED_ABROAD: abroad,
        NODE_OPTIONS: `--import=${new URL('../support/loopback-only.mjs', import.meta.url).href}`,
      },
    });
    try {
      const messages: string[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => messages.push(String(text)));
      const ended = once(child, 'exit').then(() => assert.fail(messages.join('')));
      while (!messages.join('').includes('for preview')) await Promise.race([once(child.stdout, 'data'), ended]);

      const got = async (path: string) => (await fetch(`http://127.0.0.1:${port}/${path}`)).text();
      const { entries } = JSON.parse(await got('index.json')) as { entries: object };
      assert.ok(Object.keys(entries).length > 80);
      assert.match(await got('stories/pay-crypto.stories.ts'), /Tags\/pay-crypto/);

      const elsewhere = Object.values(networkInterfaces())
        .flat()
        .find((one) => one && !one.internal && one.family === 'IPv4');
      if (elsewhere) await assert.rejects(fetch(`http://${elsewhere.address}:${port}/`));
      assert.equal(readFileSync(abroad, 'utf8'), '');
    } finally {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
