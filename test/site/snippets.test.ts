import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { startSandbox } from '../../src/sandbox/index.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Pages whose code no other test runs. */
const PAGES = ['start', 'stores', 'providers', 'languages', 'faq'];
const programs = PAGES.flatMap((page) => {
  const text = readFileSync(join(root, `docs/${page}.md`), 'utf8');
  return [...text.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code], i) => ({
    name: `${page}-${i + 1}.mjs`,
    code: code!,
  }));
});

describe('the code of the pages', () => {
  it('has the types of the package', () => {
    const folder = mkdtempSync(join(root, 'test/.readme-site-')); // below our package.json, so that the package finds itself
    try {
      const files = programs.map(({ name, code }) => {
        writeFileSync(join(folder, name), code);
        return join(folder, name);
      });
      assert.ok(files.length >= 6);
      const program = ts.createProgram(files, {
        allowJs: true,
        checkJs: true,
        noEmit: true,
        strict: true,
        noImplicitAny: false,
        skipLibCheck: true,
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.NodeNext,
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
      });
      const problems = ts
        .getPreEmitDiagnostics(program)
        .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
      assert.deepEqual(problems, []);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is a shop, on the first page, that serves its page under its policy and takes a payment', async () => {
    const folder = mkdtempSync(join(root, 'test/.readme-site-'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/pay-elements'));
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    writeFileSync(join(folder, 'shop.mjs'), programs[0]!.code.replaceAll('8080', port));
    const sandbox = await startSandbox({ port: 0 });
    const env = {
      ...process.env,
      SERVICE_URL: sandbox.url,
      SERVICE_KEY: sandbox.apiKey,
      PAY_SECRET: 'a secret of thirty-two characters',
      PAY_URL: `${url}/pay`,
      ALLOW_TEST_PAYMENTS: 'yes',
    };
    const shop = spawn(process.execPath, ['shop.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(shop, 'close');
    let output = '';
    shop.stdout.on('data', (chunk) => (output += String(chunk)));
    try {
      await until(() => output.includes(url), 'the shop to listen');
      const page = await fetch(url);
      assert.match(page.headers.get('content-security-policy')!, /^default-src 'self'/);
      assert.match(await page.text(), /<pay-checkout src="\/pay\/orders\/1001">/);
      for (const file of ['pay-elements.js', 'locales/de.json', 'locales/integrity.json'])
        assert.equal((await fetch(`${url}/${file}`)).status, 200, file);
      assert.equal((await fetch(`${url}/locales/none.json`)).status, 404);
      const made = await fetch(`${url}/pay/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order: '1001', method: 'wallet' }),
      });
      const { pid } = (await made.json()) as { pid: string };
      sandbox.control.pay(pid);
      await until(() => output.includes('Paid: 19.99 USD'), 'the shop to be told');
    } finally {
      shop.kill();
      await ended;
      await sandbox.close();
      rmSync(folder, { recursive: true });
    }
  });
});
