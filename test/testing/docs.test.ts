import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(join(root, 'docs/testing.md'), 'utf8');
const programs = [...text.matchAll(/^```js\n\/\/ ([\w.]+)\n([\s\S]*?)^```/gm)].map(([, name, body]) => ({
  name: name!,
  body: body!,
}));
const run = promisify(execFile);

describe('docs/testing.md', () => {
  let folder: string;
  // Below our package.json, so that the package finds itself.
  before(() => (folder = mkdtempSync(join(root, 'test/.readme-testing-'))));
  after(() => rmSync(folder, { recursive: true }));

  it('has three tests of a shop and a program with the service', () =>
    assert.deepEqual(
      programs.map(({ name }) => name),
      ['shop.test.mjs', 'cases.test.mjs', 'service.mjs', 'btcpay.test.mjs'],
    ));

  for (const { name, body } of programs)
    it(`has ${name}, which runs as it stands`, async () => {
      const file = join(folder, name);
      writeFileSync(file, body);
      // A runner inside a runner reports to its parent; this one must print for itself.
      const { NODE_TEST_CONTEXT: _, ...env } = process.env;
      const { stdout, stderr } = await run(process.execPath, [file], { env, timeout: 60_000 });
      assert.match(stdout, name === 'service.mjs' ? /'SERVICE_URL', 'SERVICE_KEY'/ : /pass 1/);
      assert.doesNotMatch(stderr, /internal-error/);
    });
});
