/** `pay-elements/modulepreload.json` and `docs/preloading.md`: a page that loads the package's modules as they are. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { openBrowser } from '../support/chromium.ts';
import { crypto } from '../support/payments.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const docs = readFileSync(join(root, 'docs/preloading.md'), 'utf8');
const blocks = (language: string) =>
  [...docs.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text]) => text!);

const lists = JSON.parse(readFileSync(join(root, 'dist/modulepreload.json'), 'utf8')) as Readonly<
  Record<string, { readonly files: readonly string[]; readonly packages: readonly string[] }>
>;

/** Lit, as its own package names its modules. */
const LIT = ['lit', 'lit-html', 'lit-element', '@lit/reactive-element'];
const IMPORTS = {
  ...Object.fromEntries(LIT.map((name) => [`${name}/`, `/node_modules/${name}/`])),
  lit: '/node_modules/lit/index.js',
  'lit-html': '/node_modules/lit-html/lit-html.js',
  '@lit/reactive-element': '/node_modules/@lit/reactive-element/reactive-element.js',
  '@floating-ui/dom': '/node_modules/@floating-ui/dom/dist/floating-ui.dom.esm.js',
};

/** Runs the program of the docs below our package.json, so that the package finds itself. */
async function linksOfDocs(): Promise<string> {
  const folder = mkdtempSync(join(root, 'test/.preload-'));
  const file = join(folder, 'program.mjs');
  writeFileSync(file, blocks('js')[0]!);
  try {
    return ((await import(file)) as { links: string }).links;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The modules of the package that a page requests until its QR code is there, those named in its head and all. */
async function requestedUntilQr(head: string): Promise<{ modules: string[]; named: number }> {
  const payment = JSON.stringify({ ...crypto(), qr: { size: 21, bits: 'A'.repeat(76) } }).replace(/"/g, '&quot;');
  const html = `<!doctype html>${head}<script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>
    <script type="module">import '/node_modules/pay-elements/dist/elements/define/pay-crypto.js';</script>
    <pay-crypto payment="${payment}"></pay-crypto>`;
  const modules: string[] = [];
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    const own = url.startsWith('/node_modules/pay-elements/');
    const file = join(root, own ? url.slice('/node_modules/pay-elements'.length) : url);
    if (!existsSync(file)) return response.writeHead(404).end();
    if (own) modules.push(url.slice('/node_modules/pay-elements/'.length));
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { waitUntil: 'domcontentloaded' });
    await page.waitForSelector('pay-crypto >>> [part~=qr]');
    const untilQr = [...modules];
    const named = await page.$$eval('link[rel=modulepreload]', (links) => links.length);
    return { modules: untilQr, named };
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

describe('modulepreload.json', () => {
  it('lists only existing files, once each, with the entry first', () => {
    for (const [entry, { files, packages }] of Object.entries(lists)) {
      assert.equal(files[0], entry.replace('pay-elements/', 'dist/elements/') + '.js');
      assert.equal(new Set(files).size, files.length, entry);
      for (const file of files) assert.ok(existsSync(join(root, file)), file);
      assert.ok(
        packages.length > 0 && packages.every((name) => /^lit(\/|$)/.test(name)),
        `${entry}: ${packages.join()}`,
      );
    }
  });

  it('names every module that a page requests until its QR code, and no other', async () => {
    const { files } = lists['pay-elements/define/pay-crypto']!;
    const { modules, named } = await requestedUntilQr(await linksOfDocs());
    assert.equal(named, files.length);
    // The coin marks, which load after the first paint, may have been requested by then.
    assert.deepEqual(modules.slice(0, files.length).sort(), [...files].sort());
  });
});

describe('docs/preloading.md', () => {
  const sources = [
    ...blocks('jsx'),
    ...blocks('vue').map((text) => /<script setup>([\s\S]*?)<\/script>/.exec(text)![1]!),
  ];

  it('imports what there is, in programs that can be read', async () => {
    assert.ok(sources.length >= 3);
    for (const source of sources) {
      const { diagnostics } = ts.transpileModule(source, {
        reportDiagnostics: true,
        fileName: 'page.tsx',
        compilerOptions: { jsx: ts.JsxEmit.ReactJSX, module: ts.ModuleKind.ESNext },
      });
      assert.deepEqual(diagnostics, []);
      for (const [, name, from] of source.matchAll(/import \{ (\w+) \} from '(pay-elements[^']*)'/g))
        assert.ok(name! in ((await import(from!)) as object), `${from}: ${name}`);
    }
  });

  it('names a script that the package holds', () => {
    const [, file] = /`node_modules\/pay-elements\/(dist\/cdn\/[\w.-]+)`/.exec(docs)!;
    assert.ok(existsSync(join(root, file!)));
    assert.ok(docs.includes(`/${file!.slice(dirname(file!).length + 1)}'`));
  });
});
